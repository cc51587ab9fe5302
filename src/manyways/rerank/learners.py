"""Who learns weights, and how well by folds: the support vector machine, every tuner, trees to compare with.

    task = Task(examples, folds=5, seed=1)
    best = SvmLearner(task).best(prices=(0.01, 0.1, 1, 10))     # by the score of held-out folds
    others = validate("pro", task)                              # the same folds, the same features

The score of a learner is that of all sentences together, each chosen for by weights of the other folds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.errors import ConfigError, DependencyError
from manyways.metrics import Score
from manyways.metrics.base import Values
from manyways.progress import Progress
from manyways.tune.base import Examples, Vector, tune
from manyways.tune.folds import Mask, fold_of
from manyways.tune.svm import Keep, SvmProblem
from manyways.tune.tuners import TUNERS, make_tuner
from manyways.wording import counted

__all__ = [
    "LEARNERS",
    "Found",
    "Task",
    "Validated",
    "check_learner",
    "installed_trees",
    "learn_svm",
    "learn_tuner",
    "validate",
]

TREES = "lightgbm"
LEARNERS = (*TUNERS, TREES)
_KEEPS: tuple[Keep, ...] = ("converged", "scoring")
_GRADES = 31  # relevance that trees tell apart


@dataclass(frozen=True, eq=False)
class Validated:
    """A learner with its settings; score: by folds. vectors: one per fold (none of trees)."""

    name: str
    score: Score
    vectors: Sequence[Vector] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Found:
    """The learner that was taken, weights from all sentences, all that were tried; what to say."""

    taken: Validated
    vector: Vector
    tried: Sequence[Validated]
    about: Mapping[str, str | float | int] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()


class Task:
    """Examples and their folds; every learner is asked the same."""

    def __init__(self, examples: Examples, *, folds: int, seed: int, threads: int = 0) -> None:
        self.examples, self.seed, self.threads = examples, seed, threads
        self.fold = fold_of(len(examples.offsets) - 1, folds, seed)
        self.folds = folds

    @cached_property
    def problem(self) -> SvmProblem:
        return SvmProblem(self.examples, threads=self.threads)

    def score(self, sums: npt.NDArray[np.int64]) -> Score:
        return self.examples.metric.score(sums, references=self.examples.references)

    def best(self, tried: Sequence[Validated]) -> Validated:
        """Of equal scores the first."""
        return max(tried, key=lambda each: self.examples.direction * each.score.value)

    def by_folds(self, name: str, fit: Callable[[Mask], Vector], settings: Mapping[str, Any]) -> Validated:
        vectors = [fit(self.fold != number) for number in range(self.folds)]
        return Validated(name, self.score(self.held_out(vectors)), vectors, settings)

    def held_out(self, vectors: Sequence[Vector]) -> npt.NDArray[np.int64]:
        sums = [self.problem.statistics(vector, self.fold == number) for number, vector in enumerate(vectors)]
        found: npt.NDArray[np.int64] = np.sum(sums, axis=0)
        return found

    def of(self, mask: Mask) -> Examples:
        """The examples of these sentences."""
        rows = np.flatnonzero(np.repeat(mask, np.diff(self.examples.offsets)))
        sizes = np.diff(self.examples.offsets)[mask]
        part = self.examples.subset(rows)
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        return Examples(
            names=part.names,
            features=part.features,
            statistics=part.statistics,
            offsets=offsets,
            metric=part.metric,
            references=part.references,
        )


def check_learner(name: str, own: Mapping[str, Any]) -> None:
    """A ConfigError for a learner, or a setting of it, that there is not."""
    if name not in LEARNERS:
        raise ConfigError("--with", name, f"one of {', '.join(LEARNERS)}")
    if name != TREES:
        make_tuner(name, own)
    elif own:
        raise ConfigError("--set", dict(own), f"left out with {TREES}")


def learn_svm(task: Task, prices: Sequence[float], own: Mapping[str, Any]) -> Found:
    """The price and the weights to keep by the folds, then weights from all sentences."""
    problem, limits = task.problem, {key: own[key] for key in ("gap", "scans") if key in own}
    prices = (float(own["c"]),) if "c" in own else tuple(prices)
    keeps: tuple[Keep, ...] = (own["keep"],) if "keep" in own else _KEEPS
    tried: list[Validated] = []
    with Progress("learning", total=len(prices) * task.folds + 1, unit="machines") as progress:
        for c in prices:
            solved = []
            for number in range(task.folds):
                solved.append(problem.solve(c, task.fold != number, **limits))
                progress.advance(1)
            for keep in keeps:
                vectors = [each.weights(keep) for each in solved]
                name = f"svm, c = {c:g}, {keep}"
                score = task.score(task.held_out(vectors))
                tried.append(Validated(name, score, vectors, {"c": c, "keep": keep}))
        taken = task.best(tried)
        whole = problem.solve(taken.settings["c"], **limits)
        progress.advance(1)
    scans = counted(len(whole.history), "scans")
    gap = f"duality gap {100 * whole.gap:.4f} % of the value {whole.value:.6g}, after {scans}"
    about = {"value": whole.value, "bound": whole.bound, **taken.settings}
    return Found(taken, whole.weights(taken.settings["keep"]), tried, about, (gap,))


def learn_tuner(task: Task, name: str, own: Mapping[str, Any]) -> Found:
    """Weights of a tuner."""
    tuner = make_tuner(name, own)

    def fit(examples: Examples) -> Vector:
        return tune(examples, tuner, seed=task.seed, threads=task.threads).vector

    taken = task.by_folds(name, lambda mask: fit(task.of(mask)), own)
    return Found(taken, fit(task.examples), [taken], dict(own))


def validate(name: str, task: Task, prices: Sequence[float]) -> Validated:
    """The score of another learner on the same folds."""
    if name == TREES:
        return _trees(task)
    return learn_svm(task, prices, {}).taken if name == "svm" else learn_tuner(task, name, {}).taken


def installed_trees() -> Any:
    """LightGBM, or a DependencyError."""
    try:
        import lightgbm
    except ImportError:
        raise DependencyError(
            f"LightGBM is not installed, which --rivals {TREES} needs",
            remedy="Install it: pip install lightgbm",
        ) from None
    return lightgbm


def _trees(task: Task) -> Validated:
    """LambdaMART: not a linear model, so there is no file of it."""
    lightgbm = installed_trees()
    examples = task.examples
    grades = _grades(examples.sentence_scores, examples.offsets)
    values: Values = np.empty(len(grades))
    sizes = np.diff(examples.offsets)
    for number in range(task.folds):
        mask = task.fold != number
        rows = np.repeat(mask, sizes)
        known = lightgbm.Dataset(examples.features[rows], label=grades[rows], group=sizes[mask])
        forest = lightgbm.train(
            {
                "objective": "lambdarank",
                "learning_rate": 0.05,
                "label_gain": list(range(_GRADES + 1)),
                "seed": task.seed % 2**31,
                "deterministic": True,
                "force_col_wise": True,
                "num_threads": task.threads,
                "verbose": -1,
            },
            known,
            num_boost_round=200,
        )
        values[~rows] = forest.predict(examples.features[~rows], num_threads=task.threads)
    first = examples.offsets[:-1]
    best = np.repeat(np.maximum.reduceat(values, first), sizes) == values
    chosen = np.minimum.reduceat(np.where(best, np.arange(len(values)), len(values)), first)
    return Validated(TREES, task.score(examples.statistics[chosen].sum(axis=0)))


def _grades(scores: Values, offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """0 for the worst of each list to 31 for its best."""
    sizes, first = np.diff(offsets), offsets[:-1]
    least = np.repeat(np.minimum.reduceat(scores, first), sizes)
    most = np.repeat(np.maximum.reduceat(scores, first), sizes)
    span = np.where(most > least, most - least, 1.0)
    found: npt.NDArray[np.int64] = np.rint(_GRADES * (scores - least) / span).astype(np.int64)
    return found
