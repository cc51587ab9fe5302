"""References and sources: plain files with a line per sentence, and NIST SGM files.

An SGM file may hold several sets of references, told apart by `refid` or `sysid`; each becomes a column.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from manyways.errors import InputError
from manyways.files import AnyPath, read_blocks, read_lines
from manyways.text.column import TextColumn
from manyways.text.entities import unescape

__all__ = ["read_references"]

_TAG = re.compile(r"<\s*(refset|tstset|srcset|doc|seg)\b([^>]*)>", re.IGNORECASE)
_CLOSE = re.compile(r"<\s*/\s*seg\s*>", re.IGNORECASE)
_NAME = re.compile(r"\b(?:refid|sysid)\s*=\s*[\"']?([^\"'\s>]*)", re.IGNORECASE)
_SGM = re.compile(rb"\s*(<!doctype[^>]*>|<\?xml[^>]*>|\s)*<\s*(refset|tstset|srcset|mteval)\b", re.IGNORECASE)


def read_references(paths: Iterable[AnyPath]) -> list[TextColumn]:
    """The sets of references of one or several files: one per plain file, one or more per SGM file."""
    sets: list[TextColumn] = []
    for path in paths:
        plain = os.fspath(path) == "-" or _SGM.match(next(read_blocks(path), b"")[:4096]) is None
        found = [TextColumn.from_texts(read_lines(path))] if plain else _read_sgm(path)
        for each in found:
            if sets and len(each) != len(sets[0]):
                remedy = "All references must translate the same sentences."
                raise InputError(
                    f"has {len(each)} sentences, others {len(sets[0])}", path=path, remedy=remedy
                )
        sets += found
    return sets


def _read_sgm(path: AnyPath) -> list[TextColumn]:
    text = "\n".join(read_lines(path))
    sets: dict[str, list[str]] = {}
    current = outer = ""
    for tag in _TAG.finditer(text):
        kind, name = tag.group(1).lower(), _NAME.search(tag.group(2))
        if kind == "seg":
            close = _CLOSE.search(text, tag.end())
            if close is None or "<seg" in text[tag.end() : close.start()].lower():
                line = text.count("\n", 0, tag.start()) + 1
                raise InputError("<seg> is not closed", path=path, line=line, remedy="Is the file whole?")
            try:
                inner = unescape(text[tag.end() : close.start()])
            except InputError as error:
                line = text.count("\n", 0, tag.start()) + 1
                raise InputError(error.message, path=path, line=line) from None
            sets.setdefault(current, []).append(" ".join(inner.split()))
        elif kind == "doc":
            current = name.group(1) if name is not None else outer
        else:
            current = outer = name.group(1) if name is not None else ""
    if not sets:
        raise InputError("holds no <seg>", path=path, remedy="Is it a whole SGM file?")
    if len({len(each) for each in sets.values()}) > 1:
        counts = ", ".join(f"{name or 'unnamed'} {len(each)}" for name, each in sets.items())
        raise InputError(
            f"its reference sets differ in length: {counts}", path=path, remedy="Is the file whole?"
        )
    return [TextColumn.from_texts(each) for each in sets.values()]
