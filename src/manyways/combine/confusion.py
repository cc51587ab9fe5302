"""Combining by confusion networks (Rosti et al. 2007, 2008).

core/combine/network.h says how they are made, core/combine/confusion.h what a path is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from manyways._core import combine as core
from manyways.combine.base import names_of, start_weights, vector_of
from manyways.combine.found import Combination, combination
from manyways.combine.words import Prepared
from manyways.errors import ConfigError
from manyways.metrics.consensus import consensus, utilities
from manyways.model.weights import Weights
from manyways.progress import watched
from manyways.settings import Settings, Within
from manyways.text.vocabulary import Offsets

__all__ = ["ConfusionSettings", "best_places"]


@dataclass(frozen=True, kw_only=True)
class ConfusionSettings(Settings, table="confusion"):
    """How networks are made and searched.

    backbone: the input that gives the order: that of the least expected risk by `risk` (mbr), or each in
    turn, their networks joined (all). aligner: by edits and moves (ter) or by a hidden Markov model (hmm).
    incremental: to what all inputs before have left, not to the backbone alone. beam: hypotheses kept in
    each slot. individual: a feature for each system.
    """

    kind: ClassVar[str] = "confusion"

    backbone: Literal["mbr", "all"] = "mbr"
    risk: str = "bleu+chrf"
    aligner: Literal["ter", "hmm"] = "ter"
    incremental: bool = True
    beam: Annotated[int, Within(1, 100_000)] = 200
    individual: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        utilities(self.risk)
        if self.backbone == "all" and self.risk != ConfusionSettings.risk:
            raise ConfigError("confusion.risk", self.risk, "left out unless backbone is mbr")

    def _core(self, size: int) -> core.ConfusionSettings:
        made = core.ConfusionSettings()
        made.beam, made.size = self.beam, size
        made.aligner = getattr(core.Aligner, self.aligner)
        made.incremental, made.individual = self.incremental, self.individual
        return made

    def feature_names(self, prepared: Prepared) -> tuple[str, ...]:
        return names_of(core.confusion_features, self._core(1), prepared)

    def start(self, names: Sequence[str]) -> Weights:
        return start_weights(names, words=-0.2)

    def search(self, prepared: Prepared, weights: Weights, *, size: int, threads: int = 0) -> Combination:
        names = self.feature_names(prepared)
        places = np.full(len(prepared.lists), -1, np.int64)
        if self.backbone == "mbr":
            places = best_places(prepared, self.risk, threads=threads)
        vector, systems = vector_of(weights, names), list(prepared.lists.system_names)
        with watched("combining", len(prepared.lists), "sentences"):
            found = core.combine_networks(
                prepared.words, prepared.columns, places, self._core(size), vector, systems, threads
            )
        return combination(prepared, found, names, certified=True, threads=threads)


def best_places(prepared: Prepared, risk: str, *, threads: int = 0) -> Offsets:
    """The place in each list of the candidate that the others agree with most; -1 where none has words."""
    lists = prepared.lists
    values = consensus(lists, utilities(risk), weights=prepared.votes, threads=threads).mean(axis=1)
    return places_of_best(prepared, values)


def places_of_best(prepared: Prepared, values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Offsets:
    """The place of the highest value in each list, of equals the first; empty texts do not count."""
    lists = prepared.lists
    spoken = np.where(np.diff(prepared.offsets) > 0, values, -np.inf)
    order = np.lexsort((-spoken, lists.sentence_of))
    places = np.full(len(lists), -1, np.int64)
    has = np.flatnonzero(lists.sizes > 0)
    first = order[lists.sentence_offsets[:-1][has]]
    kept = np.isfinite(spoken[first])
    places[has[kept]] = first[kept] - lists.sentence_offsets[has[kept]]
    return places
