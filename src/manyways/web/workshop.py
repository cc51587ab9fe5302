"""Candidates that come with a request: chosen from, picked apart, combined, checked, scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.choose import Chooser, Consensus, Scorer, choose
from manyways.choose.choosing import order_of
from manyways.choose.scorers import ByFeature, ByScore
from manyways.combine import Combination, Combiner, make_method
from manyways.diverse import SelectSettings, select
from manyways.errors import ConfigError
from manyways.model import Weights

__all__ = ["Picked", "Workshop", "fused", "lists_of", "numbered"]

Method = Literal["confusion", "frontier", "fusion", "select"]


@dataclass(frozen=True)
class Picked:
    """Candidates of a list in an order, by their places in it; scores of each; why the first is the first."""

    order: list[int]
    scores: list[float | None]
    reason: str


@dataclass(frozen=True)
class Workshop:
    """by: what choices go by where a request says nothing: `mbr`, or a file that the server was started with.

    combiner: one that was trained, if there is any.
    """

    by: Scorer
    combiner: Combiner | None = None

    @staticmethod
    def open(by: str, combiner: str | None) -> Workshop:
        return Workshop(Chooser.named(by).scorer, None if combiner is None else Combiner.read(combiner))

    def scorer(self, by: str | None) -> Scorer:
        """What a request names: never a file."""
        if by is None:
            return self.by
        if by == "score":
            return ByScore()
        if by == "mbr" or by.startswith("mbr:"):
            return Consensus(names=by.partition(":")[2] or "bleu+chrf")
        return ByFeature(by)

    def chosen(self, lists: CandidateLists, by: str | None) -> list[Picked]:
        """Each list in the order of what it is chosen by."""
        scorer = self.scorer(by)
        _check_feature(lists, scorer)
        values = scorer(lists, threads=1).values
        order = order_of(lists, values)
        reasons = choose(lists, scorer, threads=1).reasons
        assert reasons is not None
        found = []
        for number, (first, last) in enumerate(zip(*_bounds(lists), strict=True)):
            rows = order[first:last]
            found.append(Picked((rows - first).tolist(), numbered(values[rows]), reasons[number]))
        return found

    def diverse(self, lists: CandidateLists, size: int, strength: float) -> list[list[int]]:
        """Of each list the places of those that are good and differ."""
        few = select(lists, SelectSettings(size=size, strength=strength), threads=1)
        ranks = few.ranks.tolist()
        return [ranks[first:last] for first, last in zip(*_bounds(few), strict=True)]

    def combined(self, lists: CandidateLists, how: Method | None) -> Combination:
        """A new sentence out of each list."""
        if how is None and self.combiner is not None:
            return self.combiner.apply(lists, threads=1)
        return fused(lists, how or "confusion")


def fused(lists: CandidateLists, how: Method) -> Combination:
    """A new sentence out of each list by weights that were not trained: what many say is good."""
    method = make_method(how, {})
    prepared = Combiner(method, Weights({})).prepare(lists, threads=1)
    weights = method.start(method.feature_names(prepared))
    return method.search(prepared, weights, size=1, threads=1)


def lists_of(sentences: Sequence[Sentence]) -> CandidateLists:
    """Lists with a name for each sentence that has none; all have the features of the first."""
    return from_sentences(sentences)


def texts_as_lists(texts: Sequence[str], source: str | None = None) -> CandidateLists:
    """One list of plain texts, each a system's."""
    return from_sentences(
        [Sentence("0", [Candidate(text, system=str(i)) for i, text in enumerate(texts)], source=source)]
    )


def numbered(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[float | None]:
    """Numbers that JSON can hold."""
    return [float(value) if np.isfinite(value) else None for value in values]


def _bounds(lists: CandidateLists) -> tuple[list[int], list[int]]:
    offsets = lists.sentence_offsets.tolist()
    return offsets[:-1], offsets[1:]


def _check_feature(lists: CandidateLists, scorer: Scorer) -> None:
    if isinstance(scorer, ByFeature) and scorer.feature not in lists.all_feature_names:
        known = ", ".join(lists.all_feature_names) or "none"
        raise ConfigError("by", scorer.feature[:80], f"score, mbr, mbr:METRICS or a feature ({known})")
