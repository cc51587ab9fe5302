"""Choose a short, varied list from a long one, whoever made it.

    few = select(lists, SelectConfig(size=5, strength=0.3))

A selection is a subset: texts, features and scores stay as they are; of equal texts one is kept, the best
derivation. Candidates stand in the order in which they were picked, the best of all first. Three methods
(see core/diverse/select.h): `greedy`, the published one; `coverage`, n-grams nobody has yet; `dpp`, a
determinantal process.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from manyways._core import diverse as core
from manyways.candidates import CandidateLists
from manyways.diverse.dissimilarity import Dissimilarity
from manyways.errors import ConfigError

__all__ = ["METHODS", "UNITS", "SelectConfig", "score_unit", "select"]

METHODS = ("greedy", "coverage", "dpp")
UNITS = ("deviation", "log")


@dataclass(frozen=True, kw_only=True)
class SelectConfig:
    """How to trade model score against variety.

    size: how many candidates to keep of each list. method: greedy, coverage or dpp.
    strength: what one pair of equal n-grams costs; 0 keeps the best by score.
    unit: of the strength. `deviation` is the standard deviation of the scores within the lists, so that a
    value found on one system's lists serves for another's; `log` takes scores as they are.
    """

    size: int = 10
    strength: float = 0.1
    dissimilarity: Dissimilarity = field(default_factory=lambda: Dissimilarity.of(4))
    method: Literal["greedy", "coverage", "dpp"] = "greedy"
    unit: Literal["deviation", "log"] = "deviation"

    def __post_init__(self) -> None:
        if self.size < 1:
            raise ConfigError("size", self.size, "at least 1")
        if not (math.isfinite(self.strength) and self.strength >= 0):
            raise ConfigError("strength", self.strength, "a number, not negative")
        if self.method not in METHODS:
            raise ConfigError("method", self.method, f"one of {', '.join(METHODS)}")
        if self.unit not in UNITS:
            raise ConfigError("unit", self.unit, f"one of {', '.join(UNITS)}")


def select(lists: CandidateLists, config: SelectConfig, *, threads: int = 0) -> CandidateLists:
    """Up to `config.size` candidates of each list, in the order of picking."""
    lists = lists.distinct()
    return lists.select(picked_rows(lists, config, threads=threads))


def picked_rows(lists: CandidateLists, config: SelectConfig, *, threads: int = 0) -> npt.NDArray[np.int64]:
    """The rows that are picked; the texts of a list are distinct."""
    tokens = lists.tokens
    classes = config.dissimilarity.class_ids(tokens.vocabulary)
    scores = _filled(lists)
    if config.unit == "deviation":
        scores = scores / score_unit(scores, lists.sentence_offsets)
    rows, _ = core.select(
        tokens.ids if classes is None else classes[tokens.ids],
        tokens.offsets,
        lists.sentence_offsets,
        scores,
        config.dissimilarity.pairs,
        config.strength,
        getattr(core.Method, config.method),
        config.size,
        threads,
    )
    return rows


def score_unit(scores: npt.NDArray[np.float64], sentence_offsets: npt.NDArray[np.int64]) -> float:
    """The standard deviation of scores within lists, over all lists together; 1 if they do not differ."""
    sizes = np.diff(sentence_offsets)
    kept = np.repeat(sizes > 0, sizes)
    starts = sentence_offsets[:-1][sizes > 0]
    if len(starts) == 0:
        return 1.0
    means = np.add.reduceat(scores, starts) / sizes[sizes > 0]
    rest = scores[kept] - np.repeat(means, sizes[sizes > 0])
    deviation = float(np.sqrt(np.mean(rest * rest)))
    return deviation if deviation > 0 and math.isfinite(deviation) else 1.0


def _filled(lists: CandidateLists) -> npt.NDArray[np.float64]:
    """The scores; a candidate without one gets the lowest of its list, or 0 if nobody has one."""
    scores = lists.scores
    bad = ~np.isfinite(scores)
    if not bad.any():
        return np.ascontiguousarray(scores)
    if bad.all():
        return np.zeros_like(scores)
    lowest = np.full(len(lists), np.inf)
    np.minimum.at(lowest, lists.sentence_of[~bad], scores[~bad])
    lowest[~np.isfinite(lowest)] = 0.0
    return np.where(bad, lowest[lists.sentence_of], scores)
