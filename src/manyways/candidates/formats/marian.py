"""Marian n-best lists, with links in column 3 (`--alignment`) and word scores (`--word-scores`)::

0 ||| das Haus ||| 0-0 1-1 ||| F0= -1.77 WordScores= -1.51923 -0.21951 ||| -0.73

Of `--alignment soft`, probabilities of all source words for each word, the most probable are the links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO

from manyways.candidates.formats.base import Format, ReadSettings
from manyways.candidates.formats.piped import plain_layout, read_piped, split_line, write_piped
from manyways.candidates.lists import CandidateLists
from manyways.files import AnyPath

__all__ = ["FORMAT"]

_LINKS = re.compile(rb"\d+-\d+( \d+-\d+)*|[0-9.e+-]+(,[0-9.e+-]+)+( [0-9.e+-]+(,[0-9.e+-]+)+)*")


def _detect(head: bytes) -> bool:
    columns = split_line(head)
    if len(columns) < 3:
        return False
    links_first = len(columns) > 3 and _LINKS.fullmatch(columns[2]) is not None
    return links_first or any(c.startswith(b"F0=") or b"WordScores=" in c for c in columns[2:])


def _read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
    return read_piped(path, options, format="marian")


def _write(out: BinaryIO, chunks: Iterable[CandidateLists]) -> list[str]:
    rest = iter(chunks)
    first = next(rest, None)
    if first is None:
        return []
    columns = ["id", "text", *(["links"] if first.links is not None else []), "features", "score"]
    return write_piped(out, chain([first], rest), plain_layout("marian", label="= ", columns=columns))


FORMAT = Format("marian", "Marian n-best list", _detect, _read, _write)
