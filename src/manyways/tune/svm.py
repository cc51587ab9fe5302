"""A structured support vector machine on lists: the seed's learner for reranking.

    problem = SvmProblem(examples, threads=2)
    solved = problem.solve(c=1.0)                   # all sentences, or those of a mask
    solved.weights, solved.gap                      # of the features; how far from the best at most

A candidate should score below the best one of its list, by a margin that counts as much as it is worse: slack
rescaling with the relative loss (Yadollahpour, Batra and Shakhnarovich 2013). The loss is what a candidate's
sentence score (BLEU + 1, from 0 to 1) lacks to that of the best. Each feature is in units of its deviation
within lists, so that the length of the weights means something.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt

from manyways._core import tune as core
from manyways.settings import Settings, Within
from manyways.tune.base import Examples, Tuned, Vector

__all__ = ["Keep", "Svm", "SvmProblem", "SvmSolved"]

Keep = Literal["converged", "scoring"]


@dataclass(frozen=True, eq=False)
class SvmSolved:
    """converged, scoring: weights of the lists' features, at the end and where the metric was best.

    value: of the weights at the end. bound: below the value of any weights. history: the metric, by scan.
    """

    converged: Vector
    scoring: Vector
    value: float
    bound: float
    history: list[float]

    @property
    def gap(self) -> float:
        """How much better than these any weights could be, as a part of the value."""
        return (self.value - self.bound) / self.value if self.value > 0 else 0.0

    def weights(self, keep: Keep) -> Vector:
        return self.converged if keep == "converged" else self.scoring


class SvmProblem:
    """Lists made ready once, for any number of solutions."""

    def __init__(self, examples: Examples, *, threads: int = 0) -> None:
        self.examples, self.threads = examples, threads
        self.units = np.where(examples.deviations > 0, examples.deviations, 0.0)
        quality = np.ascontiguousarray(examples.sentence_scores / 100)
        self.core = core.SlackLists(examples.lists, quality, self.units, threads)

    def solve(
        self, c: float, mask: npt.NDArray[np.bool_] | None = None, *, gap: float = 1e-4, scans: int = 200
    ) -> SvmSolved:
        """Of the sentences in the mask. c: the price of a sentence's loss, against the squared weights."""
        sentences = len(self.examples.offsets) - 1
        chosen = np.arange(sentences) if mask is None else np.flatnonzero(mask)
        settings = core.SvmSettings()
        # ||w||^2 + c * sum of losses, halved, with the mean in place of the sum.
        settings.c, settings.gap, settings.scans = c * len(chosen) / 2, gap, scans
        kernel = self.examples.metric.kernel
        found = self.core.solve(chosen.astype(np.uint32), kernel, settings, self.threads)
        units = np.where(self.units > 0, self.units, 1.0)
        return SvmSolved(
            converged=found.take_weights() / units,
            scoring=found.take_scoring() / units,
            value=found.value,
            bound=found.bound,
            history=found.take_history().tolist(),
        )

    def statistics(self, weights: Vector, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """The metric's, summed, of what weights choose for the sentences in the mask."""
        chosen = np.flatnonzero(mask).astype(np.uint32)
        rows = self.core.best(chosen, np.ascontiguousarray(weights * self.units), self.threads)
        found: npt.NDArray[np.int64] = self.examples.statistics[rows].sum(axis=0)
        return found


@dataclass(frozen=True, kw_only=True)
class Svm(Settings, table="svm"):
    """c: the price of a loss. keep: the weights at the end, or those of the best metric on the way.

    gap: part of the value by which the end may be above the best. scans: of all lists, at most.
    """

    c: Annotated[float, Within(1e-9, 1e9)] = 1.0
    keep: Keep = "scoring"
    gap: Annotated[float, Within(1e-9, 1)] = 1e-4
    scans: Annotated[int, Within(1, 100_000)] = 200
    name: str = field(default="svm", init=False)

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        found = SvmProblem(examples, threads=threads).solve(self.c, gap=self.gap, scans=self.scans)
        remarks = [f"duality gap {100 * found.gap:.4f} % of the value {found.value:.6g}"]
        if found.gap > self.gap:
            remarks.append(f"it was not closed to {100 * self.gap:g} %: more --set scans={2 * self.scans}")
        return Tuned(found.weights(self.keep), found.history, remarks)
