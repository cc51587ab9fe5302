"""XLIFF 1.2 (trans-unit) and 2.x (unit, segment): source and target side by side."""

from __future__ import annotations

import os
from collections.abc import Iterator

from manyways.errors import InputError
from manyways.text.formats.xml import Writing, read_events

__all__ = ["read_pairs"]

# Elements that hold codes of the original file (1.2), or notes and proposals that are no translation.
_HIDDEN = {
    "bpt",
    "ept",
    "it",
    "ph",
    "alt-trans",
    "note",
    "notes",
    "seg-source",
    "matches",
    "glossary",
    "ignorable",
}
_UNITS = {"trans-unit", "segment"}


def read_pairs(path: str | os.PathLike[str]) -> Iterator[tuple[str, str]]:
    """Pairs of all units or segments that have a target; the others are passed over."""
    texts: dict[str, str] = {}
    writing = Writing(path, _HIDDEN)
    root = True
    for event in read_events(path):
        if root and event.name != "xliff":
            raise InputError(f"is not XLIFF: its root element is <{event.name}>", path=path, line=event.line)
        root = False
        if writing.takes(event) or writing.hidden:
            continue
        if event.name in ("source", "target"):
            text = writing.edge(event)
            if text is not None:
                texts[event.name] = text
        elif event.name in _UNITS:
            if event.kind == "end" and texts.get("source") and texts.get("target"):
                yield texts["source"], texts["target"]
            texts = {}
