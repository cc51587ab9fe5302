"""The length of translations, set by the metric of the corpus.

Metrics of single sentences cannot see that a corpus is too short: tuners of pairs by BLEU+1 end some per cent
below the length that corpus BLEU wants (Nakov et al., 2012), the more so the more references there are. Here
one exact line search on the corpus metric corrects them, along the direction in which translations grow.
"""

from __future__ import annotations

import numpy as np

from manyways._core import tune as core
from manyways.metrics import Bleu
from manyways.tune.base import Examples, Vector

__all__ = ["lengths_of", "with_best_length"]

_PART = 100_000  # candidates suffice to find the direction
_RIDGE = 1e-6  # of a feature's variance: some may be combinations of others
_REACH = 1.0  # how far to go at most, in lengths of the weights (both in deviations of the features)


def lengths_of(examples: Examples) -> Vector | None:
    """Words of each candidate; None where the metric does not count them."""
    if not isinstance(examples.metric, Bleu):
        return None
    return examples.statistics[:, 0].astype(np.float64)


def with_best_length(examples: Examples, vector: Vector) -> Vector:
    """The weights, moved along the direction of length to where the metric is highest."""
    lengths = lengths_of(examples)
    direction = None if lengths is None else _longer(examples, lengths)
    if direction is None:
        return vector
    used = examples.deviations
    reach = _REACH * float(np.linalg.norm(vector * used) / np.linalg.norm(direction * used))
    step, _ = core.line_search(
        examples.lists,
        examples.metric.kernel,
        examples.features @ vector,
        examples.features @ direction,
        -reach,
        reach,
        0,
    )
    moved: Vector = vector + step * direction
    return moved


def _longer(examples: Examples, lengths: Vector) -> Vector | None:
    """Weights whose score is closest to a candidate's length, within lists; None if all are alike."""
    sizes = np.diff(examples.offsets)
    centred = lengths - np.repeat(np.add.reduceat(lengths, examples.offsets[:-1]) / sizes, sizes)
    rows = slice(None, None, -(-len(lengths) // _PART))
    used = examples.deviations > 0
    scaled = examples.centred[rows, used] / examples.deviations[used]
    squares = scaled.T @ scaled + _RIDGE * len(scaled) * np.eye(scaled.shape[1])
    found = np.linalg.solve(squares, scaled.T @ centred[rows])
    if not found.any():
        return None
    direction = np.zeros(len(used))
    direction[used] = found / examples.deviations[used]
    return direction
