"""All-pairs ranking (Dreyer and Dong, 2015): the squared hinge over every pair of every list.

Convex, without sampling: the same weights at every run. The loss, its gradient and products with its Hessian
take O(k log k) per list of k candidates (`core/tune/allpairs.h`). Very long lists are first thinned out: the
optimum of the part and its curvature are so near to those of the whole that few looks at all of it remain.
The loss knows single sentences only; the length of all translations is set afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

import numpy as np
import numpy.typing as npt

from manyways._core import tune as core
from manyways.settings import Settings, Within
from manyways.tune.base import Examples, Tuned, Vector
from manyways.tune.length import with_best_length
from manyways.tune.minimise import trust_region

__all__ = ["Apro"]

_GOLD_UNITS = 1e4  # whole numbers make ties exact
_PART = 100_000  # candidates of the part
_FLAT = 1e-4  # the length of the gradient at the optimum
_SHARES = (1.0, 0.5, 0.25, 0.1)


@dataclass(frozen=True, kw_only=True)
class Apro(Settings, table="apro"):
    """cost: weight C of the loss against half the squared weights, in deviations of the features.

    least: a pair counts if its gold scores differ by more than this many points.
    weighted: pairs count by how much they differ; False is the published loss, where every pair counts alike.
    fit_length: then set the length of translations by the metric of the corpus (`length.py`).
    large: from this many candidates on, they are thinned out first.
    """

    cost: Annotated[float, Within(1e-12, 1e12)] = 1.0
    least: Annotated[float, Within(0, 1e6)] = 0.0
    weighted: bool = True
    fit_length: bool = True
    large: Annotated[int, Within(1)] = 200_000
    name: str = field(default="apro", init=False)

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        used = examples.deviations > 0
        scale = np.divide(1.0, examples.deviations, out=np.zeros_like(examples.deviations), where=used)
        u, history = np.zeros(len(scale)), list[float]()
        if len(examples.features) > self.large:
            step = -(-len(examples.features) // _PART)
            rows = np.concatenate(
                [np.arange(a, b, step) for a, b in zip(examples.offsets, examples.offsets[1:], strict=False)]
            )
            # A list of k candidates has about k^2 pairs: the loss per candidate shrinks with the list.
            thinned = replace(self, cost=self.cost * step)
            part = _Problem(thinned, examples.subset(rows), scale, threads)
            u = part.minimise(u, [])
            whole = _Problem(self, examples, scale, threads)
            u = whole.finish(u, part.curvature(u), history)
        else:
            u = _Problem(self, examples, scale, threads).minimise(u, history)
        vector: Vector = u * scale
        if self.fit_length:
            vector = with_best_length(examples, vector)
            history.append(examples.value(vector))
        return Tuned(vector, history)


class _Problem:
    """The objective, by weights in deviations of the features."""

    def __init__(self, apro: Apro, examples: Examples, scale: Vector, threads: int) -> None:
        gold = np.rint(examples.sentence_scores * _GOLD_UNITS).astype(np.int64)
        least = round(apro.least * _GOLD_UNITS)
        # Only differences within lists count: without what all candidates share, sums keep their digits.
        lists = core.Lists(examples.centred, examples.statistics, examples.offsets)
        self.pairs = core.AllPairs(lists, gold, least, apro.weighted, threads)
        self.examples, self.cost, self.scale = examples, apro.cost, scale

    def objective(self, u: Vector) -> tuple[float, Vector]:
        loss, gradient = self.pairs.loss(u * self.scale)
        return 0.5 * float(u @ u) + self.cost * loss, u + self.cost * gradient * self.scale

    def product(self, u: Vector, direction: Vector) -> Vector:
        product = self.pairs.hessian_product(u * self.scale, direction * self.scale)
        return direction + self.cost * product * self.scale

    def curvature(self, u: Vector) -> npt.NDArray[np.float64]:
        return np.stack([self.product(u, row) for row in np.eye(len(u))])

    def minimise(self, u: Vector, history: list[float]) -> Vector:
        def seen(u: Vector) -> None:
            history.append(self.examples.value(u * self.scale))

        return trust_region(self.objective, self.product, u, flat=_FLAT, seen=seen)

    def finish(self, u: Vector, curvature: npt.NDArray[np.float64], history: list[float]) -> Vector:
        """Newton's steps with a curvature that is nearly right, and is put right on the way (BFGS)."""
        value, gradient = self.objective(u)
        while np.linalg.norm(gradient) > _FLAT:
            step = np.linalg.solve(curvature, -gradient)
            for share in _SHARES:
                next_value, next_gradient = self.objective(u + share * step)
                if next_value < value:
                    break
            else:
                return self.minimise(u, history)
            move, change = share * step, next_gradient - gradient
            bent = curvature @ move
            curvature = curvature + np.outer(change, change) / (change @ move)
            curvature -= np.outer(bent, bent) / (move @ bent)
            u, value, gradient = u + move, next_value, next_gradient
            history.append(self.examples.value(u * self.scale))
        return u
