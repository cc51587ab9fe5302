"""What every tuner is: examples and a start in, named weights and their score out.

    examples = Examples.from_lists(lists, Bleu())          # lists with features and references
    result = tune(examples, Mert(), start=weights, seed=1)
    result.score                                           # BLEU = 41.62 (nrefs:1|case:mixed|...)
    result.weights.write("weights.toml")

A tuner sees numbers alone: a matrix of features, the rows of a metric's statistics, and which rows make
a list. It works with any metric; `tune` asks the guards before and after, and scores the weights anew.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from manyways._core import tune as core
from manyways.candidates import CandidateLists
from manyways.errors import InputError
from manyways.metrics import Metric, Score
from manyways.metrics.base import Rows
from manyways.model.weights import Weights
from manyways.progress import Progress
from manyways.tune import guards
from manyways.tune.sparse import sparse_columns

__all__ = ["Examples", "Result", "Start", "Tuned", "Tuner", "Vector", "equal_weights", "tune"]

Vector = npt.NDArray[np.float64]

_TINY = 1e-6


def _incomplete(lists: CandidateLists) -> tuple[str, ...]:
    """A remark on candidates that lack a feature, which is a column cut off more often than a value of 0."""
    if lists.origin is None or not len(lists.origin.incomplete):
        return ()
    rows = lists.origin.incomplete
    line = int(lists.origin.lines[rows[0]])
    return (
        f"candidates that lack a feature, which counts as 0: {len(rows):,} of {lists.candidate_count:,}, "
        f"the first in {lists.origin.path}:{line}",
    )


@dataclass(frozen=True, eq=False)
class Examples:
    """Features (C, F) and statistics (C, K) of C candidates; list s is rows offsets[s] to offsets[s + 1]."""

    names: tuple[str, ...]
    features: npt.NDArray[np.float64]
    statistics: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64]
    metric: Metric
    references: int = 1
    sparse_names: frozenset[str] = frozenset()
    remarks: tuple[str, ...] = ()

    @staticmethod
    def from_lists(lists: CandidateLists, metric: Metric, *, threads: int = 0) -> Examples:
        """Lists with references; candidates of equal text and features count once, empty lists not at all.

        Of sparse features those count that tell candidates of several lists apart (`sparse_columns`).
        """
        path = None if lists.origin is None else lists.origin.path
        if not lists.feature_names and lists.sparse is None:
            raise InputError(
                "the lists have no features to tune",
                path=path,
                remedy="Compute some from the texts: --features basic. Or learn without any: manyways choose "
                "LISTS --by mbr --references REF --learn chooser.toml",
            )
        bad = ~np.isfinite(lists.features).all(axis=1)
        if bad.any():
            row = int(np.flatnonzero(bad)[0])
            name = lists.feature_names[int(np.flatnonzero(~np.isfinite(lists.features[row]))[0])]
            remedy = "`manyways check` names every such line."
            raise InputError(f"candidate {row + 1} has no finite value of {name}", path=path, remedy=remedy)
        incomplete = _incomplete(lists)
        lists = lists.distinct(features=True)
        lists = lists.split(lists.sizes > 0)
        names, columns, remarks = sparse_columns(lists)
        return Examples(
            names=(*lists.feature_names, *names),
            features=np.ascontiguousarray(np.hstack([lists.features, columns])),
            statistics=metric.statistics(lists, threads=threads),
            offsets=np.ascontiguousarray(lists.sentence_offsets),
            metric=metric,
            references=len(lists.references or ()),
            sparse_names=frozenset(names),
            remarks=(*incomplete, *remarks),
        )

    @cached_property
    def lists(self) -> core.Lists:
        """The same in the core."""
        return core.Lists(self.features, self.statistics, self.offsets)

    def subset(self, rows: npt.NDArray[np.integer[Any]]) -> Examples:
        """These candidates alone: ascending, at least one of each list."""
        return replace(
            self,
            features=np.ascontiguousarray(self.features[rows]),
            statistics=np.ascontiguousarray(self.statistics[rows]),
            offsets=np.searchsorted(rows, self.offsets).astype(np.int64),
        )

    @property
    def direction(self) -> float:
        """+1 where a higher score is better, -1 where a lower one is."""
        return 1.0 if self.metric.higher_is_better else -1.0

    @cached_property
    def sentence_scores(self) -> Vector:
        """How good each candidate is by itself; higher is better, whatever the metric."""
        return self.direction * self.metric.sentence_scores(self.statistics)

    @cached_property
    def deviations(self) -> Vector:
        """The standard deviation of each feature within lists: 0 where it never decides anything."""
        found: Vector = np.sqrt(np.mean(self.centred**2, axis=0))
        return found

    @cached_property
    def centred(self) -> npt.NDArray[np.float64]:
        """Features less their mean in the list; what is constant there is exactly 0."""
        sizes, first = np.diff(self.offsets), self.offsets[:-1]
        # Less the first candidate's before: the mean of equal numbers is rounded, that of zeros is not.
        found = self.features - np.repeat(self.features[first], sizes, axis=0)
        found -= np.repeat(np.add.reduceat(found, first, axis=0) / sizes[:, None], sizes, axis=0)
        return found

    def start_vector(self, start: Weights) -> Vector:
        """The weights to start from; sparse features that it does not know begin at 0."""
        known = start.components()
        new = [name for name in self.names if name in self.sparse_names and name not in known]
        return start.replaced(new, [0.0] * len(new)).vector(self.names)

    def score(self, weights: Vector) -> Score:
        """The metric's score of the candidates that the weights like best."""
        chosen = self.lists.best(np.ascontiguousarray(weights))
        return self.metric.score(self.statistics[chosen].sum(axis=0), references=self.references)

    def value(self, weights: Vector) -> float:
        """The same as a number, higher is better."""
        return float(self.lists.score(self.metric.kernel, np.ascontiguousarray(weights)))


@dataclass(frozen=True, eq=False)
class Tuned:
    """What a tuner gives back: weights, the metric (higher is better) as it went, what to say of them."""

    vector: Vector
    history: list[float]
    remarks: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Start:
    """Weights to start from, and where they are from; remark: what is to be said of them."""

    weights: Weights
    origin: str = "given"
    remark: str | None = None

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Start:
        """The weights of a file."""
        return Start(Weights.read(Path(path)), os.fspath(path))


class Tuner(Protocol):
    """A way to choose weights. Equal arguments give equal weights, for any number of threads."""

    @property
    def name(self) -> str: ...

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned: ...


@dataclass(frozen=True, eq=False)
class Result:
    """Named weights with their score on the examples.

    history: the metric as it went. direction: -1 where a lower score is better. seconds: CPU time.
    origin: of the start. found: by the guards. said: by the tuner, of these lists. trail: in a loop, the
    weights of every iteration, as `history` has their scores; rows: the metric's statistics of each sentence,
    translated with these weights.
    """

    tuner: str
    weights: Weights
    vector: Vector
    score: Score
    start_score: Score
    history: list[float]
    seconds: float
    seed: int
    direction: float
    origin: str = "given"
    found: Sequence[str] = ()
    said: Sequence[str] = ()
    trail: Sequence[Weights] = ()
    rows: Rows | None = None

    @property
    def remarks(self) -> list[str]:
        """What guards and tuner say, and whether the start was as good or better."""
        found = [*self.found, *self.said]
        gain = self.direction * (self.score.value - self.start_score.value)
        if gain > 0:
            return found
        what = "the start scored better" if gain < 0 else "nothing scored better than the start"
        return [*found, f"{what}: {self.start_score.value:.2f}"]


def tune(
    examples: Examples,
    tuner: Tuner,
    *,
    start: Weights | Start | None = None,
    seed: int = 1,
    threads: int = 0,
) -> Result:
    """Weights for the examples; those of features that the examples lack stay as in `start`.

    Without a start all weights begin alike and tiny: a direction for tuners that need one, and nothing for
    those that carry their start along (MIRA). `Starts` finds the weights that lists tell of.
    """
    remarks = [*guards.check_examples(examples), *examples.remarks]
    begun = _begun(start, examples.names)
    remarks += [begun.remark] if begun.remark else []
    first = examples.start_vector(begun.weights)
    began = time.process_time()
    with Progress(tuner.name):
        tuned = tuner(examples, first, seed=seed, threads=threads)
    seconds = time.process_time() - began
    guards.check_vector(tuned.vector, examples.names, examples.deviations)
    vector = _with_constant(tuned.vector, first, examples.deviations == 0)
    score = examples.score(vector)
    remarks += guards.check_score(score, examples.direction)
    return Result(
        tuner=tuner.name,
        weights=begun.weights.replaced(examples.names, vector),
        vector=vector,
        score=score,
        start_score=examples.score(first),
        history=[examples.direction * each for each in tuned.history],
        seconds=seconds,
        seed=seed,
        direction=examples.direction,
        origin=begun.origin,
        found=remarks,
        said=tuned.remarks,
    )


def _begun(start: Weights | Start | None, names: tuple[str, ...]) -> Start:
    if isinstance(start, Start):
        return start
    return equal_weights(names) if start is None else Start(start)


def equal_weights(names: Sequence[str]) -> Start:
    """All weights alike and tiny."""
    return Start(Weights.from_components(names, [_TINY] * len(names)), "all equal")


def _with_constant(vector: Vector, start: Vector, constant: npt.NDArray[np.bool_]) -> Vector:
    """The weights, those of features that never decide taken from the start, in the new scale."""
    old = np.abs(start[~constant]).sum()
    scale = np.abs(vector[~constant]).sum() / old if old > 0 else 1.0
    return np.where(constant, start * scale, vector)
