"""Learn a phrase table from linked sentence pairs.

    source, target = Vocabulary(), Vocabulary()
    text = LinkedText(*encode(german, source), *encode(english, target), links, link_offsets)
    train(text, source, target, "phrases.bin")

Phrase pairs, the four translation scores, links, counts and the reordering model go into one file
(`manyways.phrases.PhraseTable`). Memory stays bounded whatever the size of the text; the file is the
same for any number of threads.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from manyways._core import phrases as core
from manyways._core.base import Vocabulary
from manyways.errors import InputError
from manyways.phrases.config import PhraseConfig

__all__ = ["LinkedText", "TrainSummary", "extract", "train", "word_translations"]

_LONGEST_SENTENCE = 65535
_Arrays = tuple[
    npt.NDArray[np.uint32],
    npt.NDArray[np.int64],
    npt.NDArray[np.uint32],
    npt.NDArray[np.int64],
    npt.NDArray[np.uint16],
    npt.NDArray[np.int64],
]


@dataclass(frozen=True)
class LinkedText:
    """Sentence pairs as word ids with offsets, and their links.

    links: rows (source position, target position), counted from 0; those of sentence s are
        ``links[link_offsets[s]:link_offsets[s + 1]]``.
    """

    source: npt.NDArray[np.uint32]
    source_offsets: npt.NDArray[np.int64]
    target: npt.NDArray[np.uint32]
    target_offsets: npt.NDArray[np.int64]
    links: npt.NDArray[Any]
    link_offsets: npt.NDArray[np.int64]

    def __post_init__(self) -> None:
        lines = {len(self.source_offsets), len(self.target_offsets), len(self.link_offsets)}
        if len(lines) > 1:
            raise InputError(
                f"{len(self.source_offsets) - 1} source sentences, {len(self.target_offsets) - 1} target "
                f"sentences and {len(self.link_offsets) - 1} lines of links; expected equal numbers",
                remedy="Check that all three come from the same corpus.",
            )
        links = np.asarray(self.links).reshape(-1, 2)
        if len(links) and (links.min() < 0 or links.max() > _LONGEST_SENTENCE):
            raise InputError("a link points outside every sentence", remedy="Check the links.")
        object.__setattr__(self, "links", np.ascontiguousarray(links, dtype=np.uint16))

    def __len__(self) -> int:
        return len(self.source_offsets) - 1

    @property
    def arrays(self) -> _Arrays:
        """What the core takes, in its order."""
        return (
            np.ascontiguousarray(self.source, dtype=np.uint32),
            np.ascontiguousarray(self.source_offsets, dtype=np.int64),
            np.ascontiguousarray(self.target, dtype=np.uint32),
            np.ascontiguousarray(self.target_offsets, dtype=np.int64),
            self.links,
            np.ascontiguousarray(self.link_offsets, dtype=np.int64),
        )


class TrainSummary(NamedTuple):
    """What training saw and kept."""

    occurrences: int
    pairs: int
    kept: int
    source_phrases: int
    target_phrases: int


def train(
    text: LinkedText,
    source_words: Vocabulary,
    target_words: Vocabulary,
    out: str | os.PathLike[str],
    *,
    config: PhraseConfig = PhraseConfig(),
    threads: int = 0,
) -> TrainSummary:
    """Learn a phrase table and write it to `out`, whole or not at all."""
    _check_ids(text.source, source_words, "source")
    _check_ids(text.target, target_words, "target")
    counts = core.train(
        *text.arrays,
        source_words,
        target_words,
        config.longest,
        config.orientation,
        config.sides,
        config.reordering_smoothing,
        config.kneser_ney,
        config.least_count,
        config.table_limit,
        config.memory << 20,
        os.fspath(out),
        threads,
    )
    return TrainSummary(*counts)


def extract(text: LinkedText, *, config: PhraseConfig = PhraseConfig()) -> npt.NDArray[np.int32]:
    """All occurrences of phrase pairs, for study: one row each.

    Columns: sentence, source begin, source size, target begin, target size, and the orientation of the
    phrase before and after: 0 mono, 1 swap, 2 other (with `sides`: 2 right, 3 left).
    """
    return core.extract(*text.arrays, config.longest, config.orientation, config.sides)


def word_translations(text: LinkedText) -> npt.NDArray[np.uint32]:
    """Rows (source word, target word, links between them); 2**32 - 1 is NULL."""
    return core.lexicon(*text.arrays)


def _check_ids(ids: npt.NDArray[np.uint32], words: Vocabulary, side: str) -> None:
    if len(ids) and int(ids.max()) >= len(words):
        raise ValueError(f"a {side} word has the id {ids.max()}, but the vocabulary ends at {len(words) - 1}")
