"""Sentence pairs with word links, in the form that phrases and rules are learnt from.

source, target = Vocabulary(), Vocabulary()
text = LinkedText(*encode(german, source), *encode(english, target), links, link_offsets)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways._core.base import Vocabulary
from manyways.errors import InputError
from manyways.wording import counted

__all__ = ["LinkedText", "Words"]

Words = tuple[Vocabulary, Vocabulary]  # of the source and of the target

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
                f"{counted(len(self.source_offsets) - 1, 'source sentences')}, "
                f"{counted(len(self.target_offsets) - 1, 'target sentences')} and links for "
                f"{len(self.link_offsets) - 1:,}; expected equal numbers",
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

    def linked_places(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Where each link begins in `source`, and where it ends in `target`."""
        links = self.links.astype(np.int64)
        sentences = np.repeat(np.arange(len(self)), np.diff(self.link_offsets))
        source, target = (np.asarray(side) for side in (self.source_offsets, self.target_offsets))
        return links[:, 0] + source[sentences], links[:, 1] + target[sentences]

    def translated(self, longest: int) -> npt.NDArray[np.uint32]:
        """The source words that are somewhere linked to `longest` target words in a row at most, and these to
        no other: those that have a translation of their own."""
        source, target = self.linked_places()
        first = np.full(len(self.source), len(self.target), dtype=np.int64)
        last = np.full(len(self.source), -1, dtype=np.int64)
        np.minimum.at(first, source, target)
        np.maximum.at(last, source, target)
        linked = np.flatnonzero(last >= 0)
        first, last = first[linked], last[linked]
        before = np.concatenate([[0], np.cumsum(np.bincount(target, minlength=len(self.target)))])
        own = np.bincount(source, minlength=len(self.source))[linked]
        alone = (before[last + 1] - before[first] == own) & (last - first < longest)
        return np.unique(self.source[linked[alone]])

    def check_words(self, words: Words) -> None:
        """A ValueError if a word is not in its vocabulary."""
        for side, ids, known in zip(("source", "target"), (self.source, self.target), words, strict=True):
            if len(ids) and int(ids.max()) >= len(known):
                raise ValueError(
                    f"a {side} word has the id {ids.max()}; its vocabulary ends at {len(known) - 1}"
                )
