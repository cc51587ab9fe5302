"""Lists of Travatar: the total before the features, which are `name=value`::

0 ||| das Haus ||| -4.2 ||| lm=-7.1 w=2
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from manyways.candidates.formats.base import Format, ReadOptions
from manyways.candidates.formats.piped import (
    has_attached_labels,
    plain_layout,
    read_piped,
    split_line,
    write_piped,
)
from manyways.candidates.lists import CandidateLists
from manyways.files import AnyPath

__all__ = ["FORMAT"]


def _detect(head: bytes) -> bool:
    columns = split_line(head)
    return len(columns) > 3 and has_attached_labels(columns[3])


def _read(path: AnyPath, options: ReadOptions) -> Iterator[CandidateLists]:
    return read_piped(path, options, format="travatar")


def _write(out: BinaryIO, chunks: Iterable[CandidateLists]) -> None:
    columns = ("id", "text", "score", "features")
    write_piped(out, chunks, plain_layout("travatar", label="=", columns=columns))


FORMAT = Format("travatar", "Travatar n-best list (name=value)", _detect, _read, _write)
