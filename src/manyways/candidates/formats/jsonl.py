"""Our own format: JSON Lines, one object per sentence; the JSON Schema is candidates.schema.json.

    {"id": "0", "source": "das Haus", "references": ["the house"], "candidates": [{"text": "the house",
     "system": "moses", "score": -4.2, "features": {"LM0": -7.1, "TM0": [-1, -2]}, "links": "0-0 1-1"}]}

A first line ``{"manyways": 1, "layout": {...}}`` names the dense features and keeps how a foreign file was
written, so that going there and back gives the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, BinaryIO

from manyways._core import candidates as core
from manyways.candidates.assemble import lists_from, to_columns
from manyways.candidates.formats.base import Format, ReadSettings, feed_chunks
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath
from manyways.reading import LONGEST_LINE, decode_text, head_of, parse_json

__all__ = ["FORMAT"]

_HEAD = 1 << 16
_HEADER = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"manyways"\s*:')


def _first_object(head: bytes) -> dict[str, Any]:
    try:
        found = json.loads(head.split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _detect(head: bytes) -> bool:
    first = head.split(b"\n", 1)[0]
    # A first line longer than the head cannot be parsed, only looked at.
    theirs = b'"content"' in first and b'"parts"' in first  # Gemini's answers have candidates, too
    return (b'"candidates"' in first and not theirs) or _is_header(first)


def _is_header(line: bytes) -> bool:
    return _HEADER.match(line) is not None or "manyways" in _first_object(line)


def _first_line(path: AnyPath) -> bytes:
    """The first line; all of it if it is a header, else its beginning."""
    size = _HEAD
    head = head_of(path, size)
    while len(head) == size <= LONGEST_LINE and b"\n" not in head and _HEADER.match(head):
        size *= 8
        head = head_of(path, size)
    return head.split(b"\n", 1)[0]


def _header(path: AnyPath) -> dict[str, Any]:
    """The header's layout, or nothing; a header of a later version is an error."""
    line = _first_line(path)
    if not _is_header(line):
        return {}
    first = parse_json(decode_text(line, path), path, remedy="Delete the first line.")
    if first["manyways"] != 1:
        found = first["manyways"]
        remedy = "Update manyways: pip install --upgrade manyways"
        raise InputError(
            f"was written by format {found!r}; this version reads 1", path=path, line=1, remedy=remedy
        )
    layout = first.get("layout", {})
    if not isinstance(layout, dict):
        raise InputError("the layout is not an object", path=path, line=1, remedy="Delete the first line.")
    return layout


def _read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
    reader = core.JsonlReader(str(path))
    layout = _header(path)
    names = layout.pop("features", None)
    if names is not None:
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            remedy = "Delete the first line."
            raise InputError("layout.features is not a list of names", path=path, line=1, remedy=remedy)
        reader.set_dense(names)

    def build(columns: dict[str, object]) -> CandidateLists:
        systems = reader.system_names
        lists = lists_from(columns, reader, path=str(path), format="jsonl", system_names=systems)
        assert lists.origin is not None
        return replace(lists, origin=replace(lists.origin, layout=layout or None))

    yield from feed_chunks(path, reader, build, chunk=options.chunk)


def _write(out: BinaryIO, chunks: Iterable[CandidateLists]) -> list[str]:
    first = True
    for lists in chunks:
        origin = lists.origin
        if first:
            first = False
            layout: dict[str, object] = {"features": list(lists.feature_names)}
            if origin is not None and origin.layout is not None:
                layout.update(origin.layout)
            header = {"manyways": 1, "layout": layout}
            out.write(json.dumps(header, ensure_ascii=False).encode() + b"\n")
        data, _ = core.write_jsonl(to_columns(lists, raw=None if origin is None else origin.raw))
        out.write(data if origin is None or origin.ends_with_newline else data[:-1])
    return []


FORMAT = Format("jsonl", "manyways JSON Lines, one sentence per line", _detect, _read, _write)
