"""Pairwise ranking (Hopkins and May, 2011): a classifier of sampled pairs of candidates.

The sampling is the published one. The gold score is the metric's sentence score; for BLEU it is BLEU+1 with
one more word of reference, so that short candidates gain nothing (Nakov et al., 2012).
`most` and `length_gap` keep out "monsters" (Nakov et al., 2013).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.special import expit

from manyways._core import tune as core
from manyways.errors import TuneError
from manyways.metrics import Bleu
from manyways.tune.base import Examples, Tuned, Vector

__all__ = ["Pro"]


@dataclass(frozen=True, kw_only=True)
class Pro:
    """draws, keep: pairs drawn and kept per list. least, most: gold difference of a pair, in points.

    length_gap: words by which a pair may differ. penalty: of squared weights, in deviations of the features,
    against the mean loss of a pair.
    """

    draws: int = 5000
    keep: int = 50
    least: float = 5.0
    most: float = float("inf")
    length_gap: float = 10.0
    penalty: float = 1e-4
    name: str = "pro"

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        gold, lengths = gold_scores(examples)
        limits = (self.least, self.most)
        pairs = core.sample_pairs(
            examples.lists, gold, lengths, self.draws, self.keep, limits, self.length_gap, seed, threads
        )
        if len(pairs) == 0:
            raise TuneError(f"no two candidates of a list differ by {self.least} points: PRO has no pairs")
        scale = np.divide(
            1.0, examples.deviations, out=np.zeros_like(examples.deviations), where=examples.deviations > 0
        )
        gaps = (examples.features[pairs[:, 0]] - examples.features[pairs[:, 1]]) * scale
        vector = classify(gaps, self.penalty) * scale
        return Tuned(vector, [examples.value(vector)])


def gold_scores(examples: Examples) -> tuple[Vector, Vector]:
    """How good each candidate is, and how many words it has (0 where the metric does not count them)."""
    if not isinstance(examples.metric, Bleu):
        return examples.sentence_scores, np.zeros(len(examples.features))
    longer = Bleu(tokenise=examples.metric.tokenise, sentence="all-orders", more_reference=1.0)
    return longer.sentence_scores(examples.statistics), examples.statistics[:, 0].astype(np.float64)


def classify(gaps: npt.NDArray[np.float64], penalty: float) -> Vector:
    """Logistic regression without a bias: weights under which each row's product is positive."""

    def loss(weights: Vector) -> tuple[float, Vector]:
        margins = gaps @ weights
        value = np.logaddexp(0.0, -margins).mean() + 0.5 * penalty * weights @ weights
        return float(value), penalty * weights - gaps.T @ expit(-margins) / len(gaps)

    found: Vector = minimize(loss, np.zeros(gaps.shape[1]), jac=True, method="L-BFGS-B").x
    return found
