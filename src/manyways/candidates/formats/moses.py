"""Moses n-best lists::

    0 ||| das Haus  ||| LM0= -7.1 TranslationModel0= -1 -2 -3 -4 ||| -4.2 ||| 0-0 1-1

Labels `LM0=` or, in old versions, `lm:`; sparse features, links and further columns are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from manyways.candidates.formats.base import Format, ReadSettings
from manyways.candidates.formats.piped import plain_layout, read_piped, split_line, write_piped
from manyways.candidates.lists import CandidateLists
from manyways.files import AnyPath

__all__ = ["FORMAT"]


def _detect(head: bytes) -> bool:
    return len(split_line(head)) >= 2


def _read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
    return read_piped(path, options, format="moses")


def _write(out: BinaryIO, chunks: Iterable[CandidateLists]) -> list[str]:
    columns = ("id", "text", "features", "score")
    return write_piped(out, chunks, plain_layout("moses", label="= ", columns=columns))


FORMAT = Format("moses", "Moses n-best list", _detect, _read, _write)
