"""Examples for tuners: small, random, with ties or without."""

from __future__ import annotations

import numpy as np

from manyways.metrics import Bleu, Metric, Ter
from manyways.tune import Examples


def random_examples(
    seed: int, *, metric: Metric | None = None, sentences: int = 6, size: int = 8, features: int = 3
) -> Examples:
    """Lists of 1 to `size` candidates with whole features and statistics."""
    rng = np.random.default_rng(seed)
    metric = metric or Bleu()
    offsets = np.cumsum([0, *rng.integers(1, size + 1, sentences)])
    count = int(offsets[-1])
    if isinstance(metric, Ter):
        statistics = np.column_stack([rng.integers(0, 9, count), np.repeat(10, count)])
    else:
        totals = np.array([9, 8, 7, 6])
        matches = rng.integers(1, totals, (count, 4))
        statistics = np.column_stack(
            [np.repeat(9, count), rng.integers(8, 12, count), matches, np.tile(totals, (count, 1))]
        )
    values = rng.integers(-3, 4, (count, features)).astype(np.float64)
    names = tuple(f"f{d}" for d in range(features))
    return Examples(names, values, statistics.astype(np.int64), offsets.astype(np.int64), metric)


def general(seed: int, *, sentences: int, size: int, features: int) -> Examples:
    """Lists in general position with the edits and words of TER, which add up."""
    rng = np.random.default_rng(seed)
    count = sentences * size
    statistics = np.column_stack([rng.integers(0, 9, count), np.repeat(10, count)])
    offsets = np.arange(0, count + 1, size)
    names = tuple(f"f{d}" for d in range(features))
    return Examples(names, rng.normal(size=(count, features)), statistics, offsets, Ter())
