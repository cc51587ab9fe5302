"""The structured support vector machine as one quadratic program with a slack per list, solved by SciPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import minimize

from manyways.tune import Examples

Vector = np.ndarray[Any, np.dtype[np.float64]]


def constraints(examples: Examples) -> tuple[Vector, Vector, Vector]:
    """Losses, differences of features in units, and the list, of every candidate that is not the best."""
    quality = examples.sentence_scores / 100
    units = examples.features / np.where(examples.deviations > 0, examples.deviations, np.inf)
    losses, differences, lists = [], [], []
    for s in range(len(examples.offsets) - 1):
        rows = range(int(examples.offsets[s]), int(examples.offsets[s + 1]))
        best = max(rows, key=lambda row: (quality[row], -row))
        for row in rows:
            if quality[best] > quality[row]:
                losses.append(quality[best] - quality[row])
                differences.append(units[best] - units[row])
                lists.append(s)
    shape = (len(losses), examples.features.shape[1])
    return np.array(losses), np.array(differences).reshape(shape), np.array(lists, dtype=int)


def value(examples: Examples, c: float, weights: Vector) -> float:
    """Half of |w|^2 + c * the sum of the lists' worst losses, for weights of features in their units."""
    losses, differences, lists = constraints(examples)
    worst = np.zeros(len(examples.offsets) - 1)
    np.maximum.at(worst, lists, losses * (1 - differences @ weights))
    return float(weights @ weights + c * worst.sum()) / 2


def solve(examples: Examples, c: float) -> Vector:
    """The weights of features in their units, by sequential quadratic programming."""
    losses, differences, lists = constraints(examples)
    count, size = len(examples.offsets) - 1, examples.features.shape[1]
    of_list = np.eye(count)[lists]

    def room(z: Vector) -> Vector:
        return np.concatenate([z[size:][lists] - losses * (1 - differences @ z[:size]), z[size:]])

    slope = np.block([[losses[:, None] * differences, of_list], [np.zeros((count, size)), np.eye(count)]])
    found = minimize(
        lambda z: float(z[:size] @ z[:size] + c * z[size:].sum()) / 2,
        np.concatenate([np.zeros(size), np.ones(count)]),
        jac=lambda z: np.concatenate([z[:size], np.full(count, c / 2)]),
        constraints={"type": "ineq", "fun": room, "jac": lambda z: slope},
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 2000},
    )
    return np.asarray(found.x[:size])
