"""Krippendorff's alpha: how far judges agree, 1 for always, 0 for no more than by chance.

    alpha([[1, 1, None], [2, 3, 2]], level="nominal")        # a row per unit, a column per judge

Units with fewer than two values say nothing and are left out. From the matrix of coincidences o (each pair of
values of a unit with m values adds 1 / (m - 1)), with n_c its row sums and n their sum:

    alpha = 1 - (n - 1) * sum o_ck d(c, k) / sum n_c n_k d(c, k)

d is 0 or 1 for nominal values, the squared difference for intervals, and for ordinal ones the square of the
values between two, both counted by half (Krippendorff, Content Analysis, 2004, chapter 11).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from manyways.seeds import stream

__all__ = ["Agreement", "Level", "agreement", "alpha"]

Level = Literal["nominal", "ordinal", "interval"]
Matrix = npt.NDArray[np.float64]
Ratings = Sequence[Sequence[float | None]]


@dataclass(frozen=True)
class Agreement:
    """alpha, and where it lies in 95 % of samples of units; NaN if nothing can be said."""

    alpha: float
    low: float
    high: float
    units: int


def alpha(units: Ratings, level: Level = "nominal") -> float:
    """NaN if fewer than two values can be compared; 1 if they are all the same."""
    counts, values = _counts(units)
    return _alpha(_coincidences(counts).sum(axis=0), _distances(counts, values, level))


def agreement(units: Ratings, level: Level = "nominal", *, samples: int = 1000, seed: int = 1) -> Agreement:
    """Alpha with an interval, by drawing units with replacement."""
    counts, values = _counts(units)
    if not len(counts):
        return Agreement(float("nan"), float("nan"), float("nan"), 0)
    each = _coincidences(counts)
    rng = stream(seed, "alpha")
    found = []
    for _ in range(samples):
        rows = rng.integers(len(counts), size=len(counts))
        found.append(_alpha(each[rows].sum(axis=0), _distances(counts[rows], values, level)))
    low, high = np.nanpercentile(found, [2.5, 97.5])
    whole = _alpha(each.sum(axis=0), _distances(counts, values, level))
    return Agreement(whole, float(low), float(high), len(counts))


def _counts(units: Ratings) -> tuple[Matrix, Matrix]:
    """How often each value was given to each unit that has two; and the values, in their order."""
    values = sorted({value for unit in units for value in unit if value is not None})
    place = {value: i for i, value in enumerate(values)}
    counts = np.zeros((len(units), len(values)))
    for row, unit in enumerate(units):
        for value in unit:
            if value is not None:
                counts[row, place[value]] += 1
    return counts[counts.sum(axis=1) >= 2], np.array(values, dtype=np.float64)


def _coincidences(counts: Matrix) -> Matrix:
    """One matrix per unit."""
    pairs = counts[:, :, None] * counts[:, None, :]
    places = np.arange(counts.shape[1])
    pairs[:, places, places] -= counts
    found: Matrix = pairs / (counts.sum(axis=1) - 1)[:, None, None]
    return found


def _distances(counts: Matrix, values: Matrix, level: Level) -> Matrix:
    if level == "nominal":
        return 1.0 - np.eye(len(values))
    if level == "interval":
        return (values[:, None] - values[None, :]) ** 2
    middle = np.cumsum(counts.sum(axis=0)) - counts.sum(axis=0) / 2
    found: Matrix = (middle[:, None] - middle[None, :]) ** 2
    return found


def _alpha(coincidences: Matrix, distances: Matrix) -> float:
    margins = coincidences.sum(axis=0)
    total = float(margins.sum())
    if total < 2:
        return float("nan")
    expected = float(margins @ distances @ margins)
    if expected == 0:
        return 1.0
    return 1.0 - (total - 1) * float((coincidences * distances).sum()) / expected
