"""All candidates that a loop has seen, as the tuners need them: numbers, without texts.

    pool = Pool(metric, references)
    pool.add(lists)          # how many are new
    pool.examples()

A text is worth ten numbers to a metric and takes more room; a loop over thousands of sentences keeps a
million of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.metrics import Metric
from manyways.text.column import TextColumn
from manyways.tune.base import Examples

__all__ = ["Pool"]


@dataclass(frozen=True, eq=False)
class _Part:
    """What one decoding brought: candidates that were not known, in the order of the sentences."""

    sentences: npt.NDArray[np.int32]
    keys: npt.NDArray[np.uint64]
    examples: Examples


class Pool:
    """Candidates of the same sentences, from one decoding after the other; none is kept twice."""

    def __init__(self, metric: Metric, references: Sequence[TextColumn], *, threads: int = 0) -> None:
        self.metric, self.references, self.threads = metric, list(references), threads
        self._parts: list[_Part] = []

    @property
    def feature_names(self) -> tuple[str, ...]:
        return self._parts[0].examples.names if self._parts else ()

    def add(self, lists: CandidateLists) -> int:
        """How many of the candidates, of which equal texts with equal features count once, are new."""
        lists = lists.distinct(features=True)
        keys, sentences = lists.keys(features=True), lists.sentence_of.astype(np.int32)
        new = np.flatnonzero(~self._known(sentences, keys))
        if len(new) == 0:
            return 0
        lists = replace(lists.select(new), references=self.references)
        made = Examples.from_lists(lists, self.metric, threads=self.threads)
        names = self.feature_names or made.names
        if made.names != names:
            raise ValueError(f"features {made.names} are not those of the lists before: {names}")
        self._parts.append(_Part(sentences[new], keys[new], made))
        return len(new)

    def _known(self, sentences: npt.NDArray[np.int32], keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
        known = np.zeros(len(keys), dtype=bool)
        for part in self._parts:
            known |= np.isin(_joint(sentences, keys), _joint(part.sentences, part.keys))
        return known

    def examples(self) -> Examples:
        """All of them, sentence by sentence, in the order in which they came; empty lists are left out."""
        sentences = np.concatenate([part.sentences for part in self._parts])
        order = np.argsort(sentences, kind="stable")
        counts = np.bincount(sentences)
        last = self._parts[-1].examples
        return replace(
            last,
            features=np.concatenate([part.examples.features for part in self._parts])[order],
            statistics=np.concatenate([part.examples.statistics for part in self._parts])[order],
            offsets=np.concatenate([[0], np.cumsum(counts[counts > 0])]).astype(np.int64),
        )


def _joint(sentences: npt.NDArray[np.int32], keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    mixed: npt.NDArray[np.uint64] = keys * np.uint64(0x9E3779B97F4A7C15) ^ sentences.astype(np.uint64)
    return mixed
