"""The score of the expected statistics, a smooth stand-in for the metric (Smith and Eisner, 2006).

Candidates get probabilities by their model scores; the metric of the expected statistics is climbed by L-BFGS
while the distributions are made sharper. The first stage, whose soft distributions hear all candidates, is
held near 0, each later one near the last: with more features than lists, where very different weights choose
alike, it stays with those that the whole lists speak for. Deterministic, and at home with thousands of
features.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from manyways._core import tune as core
from manyways.tune.base import Examples, Tuned, Vector

__all__ = ["ExpectedScore"]


@dataclass(frozen=True, kw_only=True)
class ExpectedScore:
    """sharpness: of the distributions, stage by stage.

    penalty: of squared distances from where a stage is held, in deviations of the features.
    steps: iterations of a stage at most.
    """

    sharpness: tuple[float, ...] = (0.03, 0.3, 4.0, 16.0)
    penalty: float = 0.1
    steps: int = 20
    name: str = "expected-bleu"

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        scale = np.divide(
            1.0, examples.deviations, out=np.zeros_like(examples.deviations), where=examples.deviations > 0
        )
        u = np.where(scale > 0, start * examples.deviations, 0.0)
        u /= max(float(np.linalg.norm(u)), 1e-12)
        best, history = u, [examples.value(u * scale)]
        held = np.zeros_like(u)
        for sharpness in self.sharpness:
            u = held = self._climb(examples, u, held, scale, sharpness, threads)
            history.append(examples.value(u * scale))
            if history[-1] >= max(history):
                best = u
        return Tuned(best * scale, history)

    def _climb(
        self, examples: Examples, u: Vector, held: Vector, scale: Vector, sharpness: float, threads: int
    ) -> Vector:
        def loss(u: Vector) -> tuple[float, Vector]:
            score, _, gradient = core.expected_score(
                examples.lists, examples.metric.kernel, u * scale, sharpness, threads
            )
            away = u - held
            return 0.5 * self.penalty * float(away @ away) - score, self.penalty * away - gradient * scale

        options = {"maxiter": self.steps}
        found: Vector = minimize(loss, u, jac=True, method="L-BFGS-B", options=options).x
        return found
