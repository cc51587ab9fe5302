"""Combining word by word: the search of MEMT (Heafield and Lavie 2010); core/combine/frontier.h has the
essay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from manyways._core import combine as core
from manyways.combine.base import names_of, start_weights, vector_of
from manyways.combine.found import Combination, combination
from manyways.combine.words import Prepared
from manyways.errors import ConfigError
from manyways.model.weights import Weights
from manyways.progress import watched
from manyways.settings import Settings, Within, to_core

__all__ = ["FrontierSettings"]


@dataclass(frozen=True, kw_only=True)
class FrontierSettings(Settings, table="frontier"):
    """How sentences are built from the frontiers of all inputs.

    beam: hypotheses kept of each length. horizon, radius: how inputs are kept in step, and how many words one
    may be behind; stay: the share of votes that lets it (alignment).
    go_on: also take the word behind the last one in any input, whatever stands before it there.
    alignment_phrases, punctuation_phrases: runs that another input has too, and signs behind a word, stay
    together. exact_order, any_order: n-grams that vote, by exact links and by all. individual: orders up to
    this have a feature for each system. normalise: scores per word. transitive: words linked over others are
    linked.
    """

    kind: ClassVar[str] = "frontier"

    beam: Annotated[int, Within(1, 100_000)] = 200
    horizon: Literal["length", "alignment"] = "length"
    radius: Annotated[int, Within(0, 1000)] = 5
    stay: Annotated[float, Within(0, 1)] = 0.8
    go_on: bool = True
    alignment_phrases: bool = False
    punctuation_phrases: bool = False
    exact_order: Annotated[int, Within(0, 16)] = 0
    any_order: Annotated[int, Within(1, 16)] = 4
    individual: Annotated[int, Within(0, 16)] = 0
    normalise: bool = False
    transitive: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.horizon == "length" and self.stay != FrontierSettings.stay:
            raise ConfigError("frontier.stay", self.stay, "left out unless horizon is alignment")

    def _core(self, size: int) -> core.FrontierSettings:
        return to_core(core.FrontierSettings(), self, transitive=None, size=size)

    def feature_names(self, prepared: Prepared) -> tuple[str, ...]:
        return names_of(core.frontier_features, self._core(1), prepared)

    def start(self, names: Sequence[str]) -> Weights:
        return start_weights(names)

    def search(self, prepared: Prepared, weights: Weights, *, size: int, threads: int = 0) -> Combination:
        names, matching = self.feature_names(prepared), core.MatchSettings()
        matching.transitive = self.transitive
        with watched("combining", len(prepared.lists), "sentences"):
            found = core.combine_frontiers(
                prepared.words,
                prepared.columns,
                matching,
                self._core(size),
                vector_of(weights, names),
                list(prepared.lists.system_names),
                threads,
            )
        return combination(prepared, found, names, certified=True, threads=threads)
