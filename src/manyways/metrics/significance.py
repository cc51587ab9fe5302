"""How far a score can be trusted, and whether two systems differ: all from statistics, no texts.

    resampled = bootstrap(metric, rows)                       # an array of scores
    low, high = interval(resampled)                           # 95 %
    paired_bootstrap(metric, baseline, system).p_value        # Koehn (2004)
    approximate_randomisation(metric, baseline, system)       # Riezler and Maxwell (2005)

The drawing of samples, the p-values and the intervals are sacreBLEU's, so that the same seed gives the same
numbers; sums are exact (whole numbers in double precision). Work is cut into pieces, so that memory
stays small for any number of sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from manyways.metrics.base import Metric, Rows

__all__ = ["Comparison", "approximate_randomisation", "bootstrap", "interval", "paired_bootstrap"]

SEED = 12345  # sacreBLEU's
SAMPLES = 1000
TRIALS = 10_000
_PIECE = 1 << 24  # numbers held at a time

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Comparison:
    """A system against a baseline: the difference of scores and the probability of one so large by chance.

    low, high: the middle 95 % of the differences of resampled corpora, where they were drawn.
    """

    difference: float
    p_value: float
    low: float | None = None
    high: float | None = None


def _resampled(rows: list[Rows], samples: int, seed: int) -> Iterator[list[Rows]]:
    """Sums of resampled sentences, the same sentences for all systems, some samples at a time."""
    count = len(rows[0])
    rng = np.random.default_rng(seed)
    exact = [each.astype(np.float64) for each in rows]
    step = max(1, _PIECE // max(1, count))
    for start in range(0, samples, step):
        size = min(step, samples - start)
        drawn = rng.choice(count, size=(size, count), replace=True)
        drawn += np.arange(size)[:, None] * count
        times = np.bincount(drawn.ravel(), minlength=size * count).reshape(size, count).astype(np.float64)
        yield [(times @ each).astype(np.int64) for each in exact]


def bootstrap(metric: Metric, rows: Rows, *, samples: int = SAMPLES, seed: int = SEED) -> Floats:
    """Scores of `samples` corpora drawn with replacement from the sentences."""
    if len(rows) == 0:
        return np.zeros(samples)
    return np.concatenate([metric.scores(sums) for (sums,) in _resampled([rows], samples, seed)])


def interval(scores: Floats) -> tuple[float, float]:
    """The middle 95 % of resampled scores."""
    ordered = np.sort(scores)
    outside = len(ordered) // 40
    return float(ordered[outside]), float(ordered[len(ordered) - outside - 1])


def _p_value(differences: Floats, observed: float) -> float:
    """As sacreBLEU's, but for systems of equal score: no difference is always reached by chance."""
    if observed == 0:
        return 1.0
    return float((np.sum(differences > observed) + 1) / (len(differences) + 1))


def _observed(metric: Metric, baseline: Rows, system: Rows) -> float:
    first, second = metric.scores(np.stack([baseline.sum(axis=0), system.sum(axis=0)]))
    return float(second - first)


def paired_bootstrap(
    metric: Metric, baseline: Rows, system: Rows, *, samples: int = SAMPLES, seed: int = SEED
) -> Comparison:
    """Both systems on the same resampled sentences."""
    pieces = []
    for first, second in _resampled([baseline, system], samples, seed):
        pieces.append(metric.scores(second) - metric.scores(first))
    differences = np.concatenate(pieces)
    observed = _observed(metric, baseline, system)
    sizes = np.abs(differences)
    return Comparison(observed, _p_value(sizes - sizes.mean(), abs(observed)), *interval(differences))


def approximate_randomisation(
    metric: Metric, baseline: Rows, system: Rows, *, trials: int = TRIALS, seed: int = SEED
) -> Comparison:
    """The systems' outputs exchanged at random, sentence by sentence."""
    count = len(baseline)
    rng = np.random.default_rng(seed)
    both = (baseline + system).sum(axis=0)
    exchange = (system - baseline).astype(np.float64)
    start = baseline.sum(axis=0)
    pieces = []
    step = max(1, 16 * _PIECE // max(1, count))
    for done in range(0, trials, step):
        kept = rng.integers(2, size=(min(step, trials - done), count), dtype=bool)
        for part in np.array_split(kept, max(1, kept.size // _PIECE)):
            first = start + ((~part).astype(np.float64) @ exchange).astype(np.int64)
            pieces.append(np.abs(metric.scores(first) - metric.scores(both - first)))
    observed = _observed(metric, baseline, system)
    return Comparison(observed, _p_value(np.concatenate(pieces), abs(observed)))
