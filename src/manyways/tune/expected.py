"""The score of the expected statistics, a smooth stand-in for the metric (Smith and Eisner, 2006).

Candidates get probabilities by their model scores; the metric of the expected statistics is climbed by L-BFGS
while the distributions are made sharper. With more features than lists, where very different weights choose
alike, it begins with distributions so soft that all candidates are heard, and holds each stage near the last.
Deterministic, and at home with thousands of features.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from manyways._core import tune as core
from manyways.settings import Settings, Within
from manyways.tune.base import Examples, Tuned, Vector
from manyways.tune.minimise import lbfgs

__all__ = ["ExpectedScore"]

# With more features than lists.
_SOFT = (0.03, 0.3, 4.0, 16.0)
_SOFT_PENALTY = 0.1


@dataclass(frozen=True, kw_only=True)
class ExpectedScore(Settings, table="expected-bleu"):
    """sharpness: of the distributions, stage by stage.

    penalty: of squared weights, in deviations of the features.
    steps: iterations of a stage at most.
    """

    sharpness: tuple[Annotated[float, Within(1e-12, 1e6)], ...] = (1.0, 4.0, 16.0)
    penalty: Annotated[float, Within(0, 1e6)] = 0.01
    steps: Annotated[int, Within(1)] = 20
    name: str = field(default="expected-bleu", init=False)

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        scale = np.divide(
            1.0, examples.deviations, out=np.zeros_like(examples.deviations), where=examples.deviations > 0
        )
        u = np.where(scale > 0, start * examples.deviations, 0.0)
        u /= max(float(np.linalg.norm(u)), 1e-12)
        best, history = u, [examples.value(u * scale)]
        held, many = np.zeros_like(u), len(u) >= len(examples.offsets)
        penalty = _SOFT_PENALTY if many else self.penalty
        for sharpness in _SOFT if many else self.sharpness:
            u = _climb(examples, u, held, scale, sharpness, penalty, self.steps, threads)
            held = u if many else held
            history.append(examples.value(u * scale))
            if history[-1] >= max(history):
                best = u
        return Tuned(best * scale, history)


def _climb(
    examples: Examples,
    u: Vector,
    held: Vector,
    scale: Vector,
    sharpness: float,
    penalty: float,
    steps: int,
    threads: int,
) -> Vector:
    """From u, at one sharpness; squared distances from `held` cost."""

    def loss(u: Vector) -> tuple[float, Vector]:
        score, _, gradient = core.expected_score(
            examples.lists, examples.metric.kernel, u * scale, sharpness, threads
        )
        away = u - held
        return 0.5 * penalty * float(away @ away) - score, penalty * away - gradient * scale

    return lbfgs(loss, u, steps=steps)
