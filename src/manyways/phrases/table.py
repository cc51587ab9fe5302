"""Look phrases up in a table file.

    table = PhraseTable("model/phrases.bin")
    for option in table.find("ein kleines haus"):
        option.target, option.scores                 # 'a small house', natural logs

The file is mapped, not read: it opens in well under a millisecond whatever its size. Searches use the
compiled `Table` below; this class is for people and tests.
"""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from manyways._core import phrases as core

__all__ = ["Option", "PhraseTable", "TableFile"]


class Option(NamedTuple):
    """One way to translate a source phrase; scores are natural logs.

    counts: of the target phrase, of the source phrase, of the pair (zeros where they are not known).
    links: pairs (source position, target position) inside the phrase.
    """

    target: str
    scores: list[float]
    reordering: list[float]
    counts: list[float]
    links: list[tuple[int, int]]


class TableFile:
    """A table in a file, of phrases or of rules; `len` is the number of its rows."""

    def __init__(self, path: str | os.PathLike[str], table: core.Table) -> None:
        self.path = os.fspath(path)
        self._table = table

    def __len__(self) -> int:
        return len(self._table)

    @property
    def score_names(self) -> tuple[str, ...]:
        return tuple(self._table.score_names)

    def verify(self) -> None:
        """Read the whole file once; an InputError if it is damaged."""
        self._table.verify()


class PhraseTable(TableFile):
    """A phrase table in a file; `len` is the number of phrase pairs."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.core = core.Table(os.fspath(path))
        super().__init__(path, self.core)

    @property
    def reordering_scores(self) -> int:
        """How many reordering scores a pair has: 6 for msd-bidirectional-fe, 0 without a model."""
        return self.core.reordering_scores

    def find(self, source: str) -> list[Option]:
        """All options of a tokenised source phrase, best sum of scores first."""
        return [Option(*row) for row in self.core.find(source)]

    def spans(self, sentence: str) -> npt.NDArray[np.uint64]:
        """Rows (begin, end, number of options) for the spans of a tokenised sentence that have options."""
        return self.core.spans(sentence)
