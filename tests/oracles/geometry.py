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
