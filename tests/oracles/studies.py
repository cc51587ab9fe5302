"""Statistics of studies, slowly: agreement by every pair, likelihoods with whole covariance matrices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["active_seconds", "slow_alpha", "slow_reml"]


def slow_alpha(units: Sequence[Sequence[float | None]], level: str) -> float:
    """1 - observed / expected disagreement, both as means over pairs of values."""
    rows = [[v for v in unit if v is not None] for unit in units]
    rows = [row for row in rows if len(row) > 1]
    values = [v for row in rows for v in row]
    n = len(values)
    if n < 2:
        return float("nan")

    def distance(a: float, b: float) -> float:
        if level == "nominal":
            return float(a != b)
        if level == "interval":
            return (a - b) ** 2
        low, high = min(a, b), max(a, b)
        between = sum(low <= v <= high for v in values)
        return (between - (values.count(low) + values.count(high)) / 2) ** 2 if a != b else 0.0

    observed = sum(
        distance(row[i], row[j]) / (len(row) - 1)
        for row in rows
        for i in range(len(row))
        for j in range(len(row))
        if i != j
    )
    expected = sum(distance(values[i], values[j]) for i in range(n) for j in range(n) if i != j)
    return 1.0 if expected == 0 else 1 - (observed / n) / (expected / (n * (n - 1)))


def slow_reml(
    y: np.ndarray, X: np.ndarray, groups: Sequence[np.ndarray], deviations: Sequence[float], residual: float
) -> tuple[float, np.ndarray, np.ndarray]:
    """-2 log of the restricted likelihood, the effects and their covariance, from the whole matrix."""
    V = residual**2 * np.eye(len(y))
    for group, deviation in zip(groups, deviations, strict=True):
        V += deviation**2 * (group[:, None] == group[None, :])
    inverse = np.linalg.inv(V)
    covariance = np.linalg.inv(X.T @ inverse @ X)
    b = covariance @ X.T @ inverse @ y
    r = y - X @ b
    value = np.linalg.slogdet(V)[1] - np.linalg.slogdet(covariance)[1] + float(r @ inverse @ r)
    return value + (len(y) - X.shape[1]) * np.log(2 * np.pi), b, covariance


def active_seconds(sittings: Sequence[Sequence[tuple[int, str]]], idle: int = 30_000) -> float:
    """Millisecond by millisecond: one counts if the page is shown and something happened just before."""
    total = 0
    for events in sittings:
        for at in range(events[0][0], events[-1][0]):
            before = [event for event in events if event[0] <= at]
            turned = [kind for _, kind in before if kind in ("hide", "show")]
            total += (not turned or turned[-1] == "show") and at - before[-1][0] < idle
    return total / 1000
