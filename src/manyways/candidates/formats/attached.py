"""Lists whose features are `name=value`: what cdec, Joshua and Travatar have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from manyways.candidates.formats.base import Format, ReadSettings
from manyways.candidates.formats.piped import (
    has_attached_labels,
    plain_layout,
    read_piped,
    split_line,
    write_piped,
)
from manyways.candidates.lists import CandidateLists
from manyways.files import AnyPath

__all__ = ["attached_format"]


def attached_format(name: str, title: str, columns: tuple[str, ...]) -> Format:
    """A format with these columns between |||; it is known by `name=value` where its features stand."""
    place = columns.index("features")

    def detect(head: bytes) -> bool:
        found = split_line(head)
        return len(found) > place and has_attached_labels(found[place])

    def read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
        return read_piped(path, options, format=name)

    def write(out: BinaryIO, chunks: Iterable[CandidateLists]) -> list[str]:
        return write_piped(out, chunks, plain_layout(name, label="=", columns=columns))

    return Format(name, title, detect, read, write)
