"""The synthetic problem of Hopkins and May (2011): a metric that is linear in planted weights."""

from __future__ import annotations

import numpy as np

from manyways.metrics import Ter
from manyways.tune import Examples

SENTENCES, SIZE = 500, 100
LENGTH = 1000  # of a made-up reference


def planted(
    dimensions: int, *, sentences: int = SENTENCES, size: int = SIZE, noise: float = 0.0, seed: int = 1
) -> tuple[Examples, np.ndarray]:
    """Examples whose metric is linear in the features, and the weights it is linear with."""
    rng = np.random.default_rng(seed)
    weights = rng.normal(size=dimensions)
    features = rng.uniform(0, 500, size=(sentences * size, dimensions))
    gold = features @ weights
    edits = np.rint(LENGTH * (gold.max() - gold) / (gold.max() - gold.min())).astype(np.int64)
    length = round(LENGTH * Ter().kernel.size_unit)
    statistics = np.column_stack([edits, np.full(len(edits), length)])
    offsets = np.arange(0, len(edits) + 1, size, dtype=np.int64)
    if noise > 0:
        features += rng.normal(scale=noise * features.std(), size=features.shape)
    names = tuple(f"f{i}" for i in range(dimensions))
    return Examples(names, features, statistics, offsets, Ter()), weights


def cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))
