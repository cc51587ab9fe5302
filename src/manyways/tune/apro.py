"""All-pairs ranking (Dreyer and Dong, 2015): the squared hinge over every pair of every list.

Convex, without sampling: the same weights at every run. The loss, its gradient and products with its Hessian
take O(k log k) per list of k candidates (`core/tune/allpairs.h`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from manyways._core import tune as core
from manyways.tune.base import Examples, Tuned, Vector

__all__ = ["Apro"]

_GOLD_UNITS = 1e4  # whole numbers make ties exact


@dataclass(frozen=True, kw_only=True)
class Apro:
    """cost: weight C of the loss against half the squared weights, in deviations of the features.

    least: a pair counts if its gold scores differ by more than so many points.
    weighted: pairs count by how much they differ; False is the published loss, where every pair counts alike.
    """

    cost: float = 1.0
    least: float = 0.0
    weighted: bool = True
    name: str = "apro"

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        gold = np.rint(examples.sentence_scores * _GOLD_UNITS).astype(np.int64)
        pairs = core.AllPairs(examples.lists, gold, round(self.least * _GOLD_UNITS), self.weighted, threads)
        used = examples.deviations > 0
        scale = np.zeros_like(examples.deviations)
        scale[used] = 1 / examples.deviations[used]

        def objective(u: Vector) -> tuple[float, Vector]:
            loss, gradient = pairs.loss(u * scale)
            return 0.5 * float(u @ u) + self.cost * loss, u + self.cost * gradient * scale

        def product(u: Vector, direction: Vector) -> Vector:
            return direction + self.cost * pairs.hessian_product(u * scale, direction * scale) * scale

        history: list[float] = []
        found = minimize(
            objective,
            np.zeros(len(scale)),
            jac=True,
            hessp=product,
            method="trust-ncg",
            callback=lambda u: history.append(examples.value(u * scale)),
        )
        vector: Vector = found.x * scale
        return Tuned(vector, history)
