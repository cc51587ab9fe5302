"""The geometry of tuning, slowly: hulls by qhull, feasibility by a general solver, every choice of lists."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog
from scipy.spatial import ConvexHull

from manyways.tune.base import Examples, Vector

Choice = tuple[int, ...]


def lists_of(examples: Examples) -> list[range]:
    return [range(a, b) for a, b in itertools.pairwise(examples.offsets.tolist())]


def all_choices(examples: Examples) -> list[Choice]:
    return list(itertools.product(*lists_of(examples)))


def hull_corners(examples: Examples) -> set[Choice]:
    """Choices whose sum is a corner of the Minkowski sum of the lists, for points in general position."""
    choices = all_choices(examples)
    sums = np.array([examples.features[list(choice)].sum(axis=0) for choice in choices])
    return {choices[i] for i in ConvexHull(sums).vertices}


def widest_margin(rows: npt.NDArray[np.float64]) -> float:
    """The largest t such that some weights between -1 and 1 give every row at least t."""
    count = rows.shape[1]
    found = linprog(
        np.r_[np.zeros(count), -1.0],
        A_ub=np.column_stack([-rows, np.ones(len(rows))]),
        b_ub=np.zeros(len(rows)),
        bounds=[*[(-1, 1)] * count, (None, 1)],
    )
    return float(found.x[-1])


def can_win(examples: Examples, choice: Choice) -> bool:
    """Whether some weights prefer each of the chosen strictly; of equal features the first may win."""
    rows = []
    for chosen in choice:
        own = next(each for each in lists_of(examples) if chosen in each)
        for other in own:
            gap = examples.features[chosen] - examples.features[other]
            if gap.any():
                rows.append(gap)
            elif other < chosen:
                return False
    return not rows or widest_margin(np.array(rows)) > 1e-7


def best_choice_at(examples: Examples, weights: Vector) -> Choice:
    scores = examples.features @ weights
    return tuple(max(each, key=lambda c: (scores[c], -c)) for each in lists_of(examples))


def best_on_plane(
    examples: Examples, planes: npt.NDArray[np.float64], window: tuple[float, float, float, float]
) -> float:
    """The highest score of a face, by a point in each of the four corners where two lines cross.

    planes: rows of heights (1, x, y) for each candidate, in general position.
    """
    left, right, bottom, top = window
    lines = [np.array(each, float) for each in ((-left, 1, 0), (-right, 1, 0), (-bottom, 0, 1), (-top, 0, 1))]
    for each in lists_of(examples):
        lines += [planes[i] - planes[j] for i, j in itertools.combinations(each, 2)]
    best = -np.inf
    for one, other in itertools.combinations(lines, 2):
        if abs(np.linalg.det([one[1:], other[1:]])) < 1e-12:
            continue
        point = np.linalg.solve([one[1:], other[1:]], [-one[0], -other[0]])
        for signs in itertools.product((-1, 1), repeat=2):
            x, y = point + np.linalg.solve([one[1:], other[1:]], 1e-7 * np.array(signs))
            if left < x < right and bottom < y < top:
                scores = planes @ [1, x, y]
                chosen = [max(rows, key=lambda c: (scores[c], -c)) for rows in lists_of(examples)]
                value = examples.metric.score(examples.statistics[chosen].sum(axis=0)).value
                best = max(best, examples.direction * value)
    return float(best)
