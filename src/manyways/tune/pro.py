"""Pairwise ranking (Hopkins and May, 2011): a classifier of sampled pairs of candidates.

The sampling is the published one; the gold score is the metric's sentence score (BLEU+1).
`most` and `length_gap` keep out "monsters" (Nakov et al., 2013), `more_reference` makes short candidates pay
(Nakov et al., 2012), and `fit_length` sets the length of all translations afterwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
import numpy.typing as npt

from manyways._core import tune as core
from manyways.errors import TuneError
from manyways.metrics import Bleu
from manyways.settings import Settings, Within, to_core
from manyways.tune.base import Examples, Tuned, Vector
from manyways.tune.length import lengths_of, with_best_length
from manyways.tune.minimise import lbfgs

__all__ = ["Pro"]


@dataclass(frozen=True, kw_only=True)
class Pro(Settings, table="pro"):
    """draws, keep: pairs drawn and kept per list. least, most: gold difference of a pair, in points.

    length_gap: words by which a pair may differ. more_reference: words added to the reference in BLEU+1.
    penalty: of squared weights, in deviations of the features, against the mean loss of a pair.
    fit_length: then set the length of translations by the metric of the corpus (`length.py`).
    """

    draws: Annotated[int, Within(1, 10_000_000)] = 5000
    keep: Annotated[int, Within(1)] = 50
    least: Annotated[float, Within(0, 1e6)] = 5.0
    most: Annotated[float, Within(0, math.inf)] = math.inf
    length_gap: Annotated[float, Within(0, math.inf)] = 10.0
    more_reference: Annotated[float, Within(0, 1e6)] = 0.0
    penalty: Annotated[float, Within(0, 1e6)] = 1e-4
    fit_length: bool = True
    name: str = field(default="pro", init=False)

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        gold, lengths = _gold(examples, self.more_reference), lengths_of(examples)
        if lengths is None:
            lengths = np.zeros(len(gold))
        chosen = to_core(
            core.PairSettings(), self, seed=seed, more_reference=None, penalty=None, fit_length=None
        )
        pairs = core.sample_pairs(examples.lists, gold, lengths, chosen, threads)
        if len(pairs) == 0:
            raise TuneError(f"no two candidates of a list differ by {self.least} points: PRO has no pairs")
        scale = np.divide(
            1.0, examples.deviations, out=np.zeros_like(examples.deviations), where=examples.deviations > 0
        )
        gaps = (examples.features[pairs[:, 0]] - examples.features[pairs[:, 1]]) * scale
        vector = classify(gaps, self.penalty) * scale
        history = [examples.value(vector)]
        if self.fit_length:
            vector = with_best_length(examples, vector)
            history.append(examples.value(vector))
        return Tuned(vector, history)


def _gold(examples: Examples, more_reference: float) -> Vector:
    if more_reference == 0 or not isinstance(examples.metric, Bleu):
        return examples.sentence_scores
    longer = Bleu(tokenise=examples.metric.tokenise, more_reference=more_reference)
    return longer.sentence_scores(examples.statistics)


def classify(gaps: npt.NDArray[np.float64], penalty: float) -> Vector:
    """Logistic regression without a bias: weights under which each row's product is positive."""

    def loss(weights: Vector) -> tuple[float, Vector]:
        losses = np.logaddexp(0.0, -(gaps @ weights))
        wrong = -np.expm1(-losses)  # 1 / (1 + exp(margin))
        value = losses.mean() + 0.5 * penalty * weights @ weights
        return float(value), penalty * weights - gaps.T @ wrong / len(gaps)

    return lbfgs(loss, np.zeros(gaps.shape[1]))
