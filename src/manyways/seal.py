"""Text files that vouch for themselves: the first line holds the SHA-256 of all that follows.

    out.write(sealed_toml(text))           # seal = "3f2a..."
    out.write(sealed_json(values))         # {"seal": "3f2a...",
    check_seal(path)                       # an InputError if one byte is not as it was written

A seal finds damage and slips, not malice: who can write the file can seal it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from typing import Any

from manyways.errors import InputError
from manyways.reading import LARGEST_SETTINGS, decode_text, read_bytes

__all__ = ["check_seal", "is_sealed", "sealed_json", "sealed_toml"]

AnyPath = str | os.PathLike[str]
_LINES = (re.compile(rb'seal = "([0-9a-f]{64})"\n'), re.compile(rb'\{"seal": "([0-9a-f]{64})",\n'))


def sealed_toml(text: str) -> str:
    """TOML with its seal in front."""
    return f'seal = "{_digest(text.encode())}"\n{text}'


def sealed_json(values: Mapping[str, Any]) -> str:
    """A JSON object, written for people, with its seal as the first member."""
    rest = json.dumps(dict(values), indent=1, ensure_ascii=False).removeprefix("{\n") + "\n"
    return f'{{"seal": "{_digest(rest.encode())}",\n{rest}'


def is_sealed(path: AnyPath) -> bool:
    """Whether the file begins with a seal, be it right or wrong."""
    return _split(_read(path)) is not None


def check_seal(path: AnyPath, *, remedy: str) -> None:
    """An InputError if the file has no seal or is not what was sealed."""
    found = _split(_read(path))
    if found is None:
        raise InputError("has no seal in its first line", path=path, remedy=remedy)
    seal, rest = found
    if _digest(rest) != seal:
        raise InputError("was changed after it was written: its seal is broken", path=path, remedy=remedy)


def _split(raw: bytes) -> tuple[str, bytes] | None:
    for line in _LINES:
        if match := line.match(raw):
            return match[1].decode(), raw[match.end() :]
    return None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _read(path: AnyPath) -> bytes:
    raw = read_bytes(path, most=LARGEST_SETTINGS)
    decode_text(raw, path)  # says so if it is not text
    return raw
