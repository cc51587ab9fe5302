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

__all__ = ["Option", "PhraseTable"]


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


class PhraseTable:
    """A phrase table in a file; `len` is the number of phrase pairs."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self.core = core.Table(self.path)

    def __len__(self) -> int:
        return len(self.core)

    @property
    def score_names(self) -> tuple[str, ...]:
        return tuple(self.core.score_names)

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

    def verify(self) -> None:
        """Read the whole file once; an InputError if it is damaged."""
        self.core.verify()
