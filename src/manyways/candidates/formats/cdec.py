"""Lists of cdec and Joshua: features as `name=value`, the total last::

0 ||| das Haus ||| Glue=1 LanguageModel=-7.1 PhraseModel_0=2.5 ||| -4.2
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
    return len(columns) > 2 and has_attached_labels(columns[2])


def _read(path: AnyPath, options: ReadOptions) -> Iterator[CandidateLists]:
    return read_piped(path, options, format="cdec")


def _write(out: BinaryIO, chunks: Iterable[CandidateLists]) -> None:
    columns = ("id", "text", "features", "score")
    write_piped(out, chunks, plain_layout("cdec", label="=", columns=columns))


FORMAT = Format("cdec", "cdec or Joshua k-best list (name=value)", _detect, _read, _write)
