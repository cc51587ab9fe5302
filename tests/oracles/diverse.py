"""Selection and rounds of diverse decoding by their definitions: every candidate looked at, every time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from manyways.diverse import Dissimilarity


def first_best(values: dict[int, float], slack: float = 0.0) -> int:
    """The lowest key whose value is the highest."""
    highest = max(values.values())
    return min(key for key, value in values.items() if value >= highest - slack)


def pick(
    method: str,
    texts: Sequence[str],
    scores: Sequence[float],
    size: int,
    strength: float,
    near: Dissimilarity,
) -> list[int]:
    """The candidates picked, in order."""
    value = {"greedy": greedy_value, "coverage": coverage_value, "dpp": dpp_value}[method]
    picked: list[int] = []
    while len(picked) < min(size, len(texts)):
        values = {
            c: scores[c] + strength * value([texts[p] for p in picked], texts[c], near)
            for c in range(len(texts))
            if c not in picked
        }
        picked.append(first_best(values, 1e-9))
    return picked


def greedy_value(picked: list[str], text: str, near: Dissimilarity) -> float:
    return sum(near.between(p, text) for p in picked)


def coverage_value(picked: list[str], text: str, near: Dissimilarity) -> float:
    known = {gram for p in picked for gram in near.counts(p)}
    return sum(near.orders[len(gram)] for gram in near.counts(text) if gram not in known)


def dpp_value(picked: list[str], text: str, near: Dissimilarity) -> float:
    """log of the share of the text that the picked ones do not explain: the ratio of two determinants."""
    kernel = cosines([*picked, text], near)
    across = kernel[-1, :-1]
    explained = across @ np.linalg.pinv(kernel[:-1, :-1], rcond=1e-9) @ across if picked else 0.0
    return math.log(max(1.0 - explained, 1e-10))


def cosines(texts: list[str], near: Dissimilarity) -> np.ndarray:
    dots = np.array([[-near.between(a, b) for b in texts] for a in texts])
    lengths = np.sqrt(np.where(np.diag(dots) > 0, np.diag(dots), 1.0))
    kernel = dots / lengths[:, None] / lengths[None, :]
    np.fill_diagonal(kernel, 1.0)
    return kernel
