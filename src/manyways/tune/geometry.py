"""The geometry of tuning: which choices can win, and where (Waite and Byrne, 2015; Galley and Quirk, 2011).

A choice is one candidate of each list. The weights under which it wins form its normal cone; on a cone every
metric is constant. A choice whose cone is empty is out of reach of any weights.

    cone = cone_of(examples, chosen)          # None: no weights make this choice win
    cone.weights                              # inside, with the widest margin
    feasible(examples).choices                # all that can win, for small sets
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from manyways._core import geometry as core
from manyways.errors import TuneError
from manyways.tune.base import Examples, Vector

__all__ = ["Choice", "Cone", "Feasible", "additive_losses", "cone_of", "conflict", "feasible", "rivals"]

Choice = npt.NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class Cone:
    """weights: inside, off the boundary. margin: the least angle, in units of the features' deviations."""

    choice: Choice
    weights: Vector
    margin: float


@dataclass(frozen=True, eq=False)
class Feasible:
    """choices: one row for each that can win. tests: how many were needed."""

    choices: npt.NDArray[np.uint32]
    tests: int


def _chosen(choice: npt.ArrayLike) -> Choice:
    return np.ascontiguousarray(choice, dtype=np.uint32)


def cone_of(examples: Examples, choice: npt.ArrayLike) -> Cone | None:
    """Weights under which these candidates, each of another list, all win; None if there are none."""
    chosen = _chosen(choice)
    found, weights = core.Points(examples.lists).can_win(chosen)
    if not found:
        return None
    return Cone(chosen, weights, 1 / float(np.linalg.norm(weights * examples.deviations)))


def conflict(examples: Examples, choice: npt.ArrayLike) -> list[tuple[int, int]]:
    """Why a choice cannot win: (chosen, rival) pairs that no weights put in order together."""
    return core.Points(examples.lists).conflict(_chosen(choice))


def rivals(examples: Examples, choice: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """All constraints of a choice: rows (chosen, rival), each saying that the first must score higher."""
    rows = []
    for chosen in _chosen(choice).tolist():
        s = int(np.searchsorted(examples.offsets, chosen, side="right")) - 1
        others = np.arange(examples.offsets[s], examples.offsets[s + 1])
        others = others[others != chosen]
        rows.append(np.column_stack([np.full(len(others), chosen), others]))
    return np.concatenate(rows)


def feasible(examples: Examples, *, most_tests: int = 1_000_000) -> Feasible:
    """All choices that can win. Their number grows with the power (features - 1) of the number of lists."""
    choices, tests, complete = core.feasible_choices(core.Points(examples.lists), most_tests)
    if not complete:
        raise TuneError(
            f"more choices can win than {most_tests:,} tests find", remedy="Take fewer lists or features."
        )
    return Feasible(choices, tests)


def additive_losses(examples: Examples, choice: npt.ArrayLike) -> Vector:
    """How much each candidate costs against the chosen one of its list, by the metric's slope at their sum.

    Exact for metrics that are a sum over sentences divided by a constant, such as TER.
    """
    losses: Vector = -core.linear_gains(examples.lists, examples.metric.kernel, _chosen(choice))
    return losses
