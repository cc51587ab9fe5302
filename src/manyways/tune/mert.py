"""Minimum error rate training: exact line searches on the metric itself (Och, 2003).

Climbs along axes, random directions and the gradient of the expected score; from the start, from the optimum
of the expected score, then from disturbed copies of the best point and from random ones.
Weights come back with absolute sum 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manyways._core import tune as core
from manyways.tune.base import Examples, Tuned, Vector
from manyways.tune.expected import ExpectedScore

__all__ = ["Mert"]


@dataclass(frozen=True, kw_only=True)
class Mert:
    """restarts: rounds of two runs after the first. random_directions: per round of a climb, beside the axes.

    smooth_start: climb also from the optimum of the expected score, which is worth many restarts.
    gradient: also search along the gradient of the expected score. window: an interval counts as the mean of
    itself and so many on each side (Cer et al., 2008). positive: features whose weights must not be below 0.
    """

    restarts: int = 20
    random_directions: int = 14
    smooth_start: bool = True
    gradient: bool = True
    window: int = 0
    positive: tuple[str, ...] = ()
    name: str = "mert"

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        signs = [name in self.positive for name in examples.names] if self.positive else []
        starts = [start]
        if self.smooth_start:
            starts.append(ExpectedScore()(examples, start, seed=seed, threads=threads).vector)
        vector, runs = core.mert(
            examples.lists,
            examples.metric.kernel,
            np.concatenate(starts),
            self.restarts,
            self.random_directions,
            self.gradient,
            self.window,
            [int(each) for each in signs],
            seed,
            threads,
        )
        return Tuned(vector, np.maximum.accumulate(runs).tolist())
