"""Files of a model that change places without a moment in which the model is broken.

A file that the model in a directory uses is not written over: the new one gets the next free name
(`phrases.2.bin`), `model.toml` is replaced, and then the files that it no longer names go.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count
from pathlib import Path

from manyways.files import remove_file
from manyways.inside import is_version, version_of

__all__ = ["free_name", "remove_others"]


def free_name(base: str, sha256: str, used: Mapping[str, str]) -> str:
    """The first name made from `base` that no other content uses (`used`: name to SHA-256)."""
    return next(name for i in count(1) if used.get(name := version_of(base, i), sha256) == sha256)


def remove_others(directory: Path, bases: Collection[str], *, keep: Collection[str]) -> None:
    """Remove all files with these names, or versions of them, but those to keep."""
    for path in directory.iterdir():
        if path.name not in keep and any(is_version(path.name, base) for base in bases):
            remove_file(path)
