"""Two minimisers of smooth functions: L-BFGS, and Newton's method in a trust region.

    weights = lbfgs(loss, np.zeros(d))                    # loss(u) is the value and the gradient
    weights = trust_region(loss, product, np.zeros(d))    # product(u, v) is the Hessian at u times v

L-BFGS (Liu and Nocedal, 1989) with a line search for the strong Wolfe conditions; Steihaug's conjugate
gradients (1983) in a trust region. The constants and the ways to end are SciPy's, whose results these are
(`tests/tune/test_minimise.py`), so that nobody has to install 138 MB for them.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt

__all__ = ["lbfgs", "trust_region"]

Vector = npt.NDArray[np.float64]
Objective = Callable[[Vector], tuple[float, Vector]]
Point = tuple[float, Vector, float, Vector]  # share of the step, place, value, gradient

_MEMORY = 10  # steps that the curvature is known from
_LOWER, _FLATTER = 1e-3, 0.9  # Wolfe's conditions
_TRIALS = 20  # of a line search


def lbfgs(
    objective: Objective, start: Vector, *, steps: int = 15_000, flat: float = 1e-5, gain: float = 2.2e-9
) -> Vector:
    """The place where no slope is above `flat`, a step gains a share below `gain`, or `steps` are done."""
    u: Vector = np.array(start, dtype=np.float64)
    value, gradient = objective(u)
    known: deque[tuple[Vector, Vector, float]] = deque(maxlen=_MEMORY)
    for _ in range(steps):
        if np.abs(gradient).max(initial=0.0) <= flat:
            break
        direction = -_bent(gradient, known)
        first = 1.0 if known else 1.0 / float(np.linalg.norm(gradient))
        found = _search(objective, (0.0, u, value, gradient), direction, first)
        if found is None:
            if not known:
                break
            known.clear()  # what is known of the curvature misleads: the steepest way again
            continue
        _, there, next_value, next_gradient = found
        move, change = there - u, next_gradient - gradient
        bend = float(move @ change)
        if bend > np.finfo(float).eps * float(change @ change):
            known.append((move, change, bend))
        gained = (value - next_value) / max(abs(value), abs(next_value), 1.0)
        u, value, gradient = there, next_value, next_gradient
        if gained <= gain:
            break
    return u


def _bent(gradient: Vector, known: deque[tuple[Vector, Vector, float]]) -> Vector:
    """The gradient times the inverse of the curvature, as far as the last steps tell it."""
    found = gradient.copy()
    shares = []
    for move, change, bend in reversed(known):
        shares.append(float(move @ found) / bend)
        found -= shares[-1] * change
    if known:
        _, change, bend = known[-1]
        found *= bend / float(change @ change)
    for (move, change, bend), share in zip(known, reversed(shares), strict=True):
        found += (share - float(change @ found) / bend) * move
    return found


def _search(objective: Objective, start: Point, direction: Vector, first: float) -> Point | None:
    """A point along the direction that is lower, and flatter, by enough; None if there is none.

    `low` is the lowest point so far, `high` the other end of what holds a minimum, once there is one.
    """
    _, u, value, gradient = start
    slope = float(gradient @ direction)
    if not slope < 0:
        return None
    low, share = start, first
    high: Point | None = None
    for _ in range(_TRIALS):
        there = u + share * direction
        trial = (share, there, *objective(there))
        steep = float(trial[3] @ direction)
        # The value may be infinite, or no number: then the step was too long.
        if not trial[2] <= value + _LOWER * share * slope or (high is not None and trial[2] >= low[2]):
            high = trial
        elif abs(steep) <= -_FLATTER * slope:
            return trial
        else:
            if high is None and steep < 0:
                low, share = trial, 4.0 * share
                continue
            if high is None or steep * (share - low[0]) >= 0:
                high = low
            low = trial
        if low[0] == high[0]:  # the ends have met
            break
        share = _between(low, high, direction)
    return low if low is not start else None


def _between(low: Point, high: Point, direction: Vector) -> float:
    """The minimum of the cubic through both ends, kept away from them."""
    a, b = low[0], high[0]
    wide = b - a
    down, up = float(low[3] @ direction), float(high[3] @ direction)
    bend = down + up - 3 * (high[2] - low[2]) / wide
    root = bend * bend - down * up
    share = math.nan
    if math.isfinite(root) and root >= 0:
        below = up - down + 2 * math.copysign(math.sqrt(root), wide)
        if below != 0:
            share = b - wide * (up + math.copysign(math.sqrt(root), wide) - bend) / below
    least, most = sorted((a + 0.1 * wide, b - 0.1 * wide))
    return min(max(share, least), most) if math.isfinite(share) else a + 0.5 * wide


def trust_region(
    objective: Objective,
    product: Callable[[Vector, Vector], Vector],
    start: Vector,
    *,
    flat: float = 1e-4,
    seen: Callable[[Vector], object] = lambda u: None,
) -> Vector:
    """The place where the gradient is shorter than `flat`; `seen` is told of every step that is taken."""
    u, radius = start, 1.0
    value, gradient = objective(u)
    for _ in range(200 * len(u)):
        if np.linalg.norm(gradient) < flat:
            break
        step, bent, at_edge = _conjugate(gradient, partial(product, u), radius)
        promised = -float(gradient @ step + 0.5 * step @ bent)
        if promised <= np.finfo(float).eps * abs(value):
            break  # less than the value can show
        next_value, next_gradient = objective(u + step)
        kept = (value - next_value) / promised
        if not kept >= 0.25:  # or no number
            radius *= 0.25
        elif kept > 0.75 and at_edge:
            radius = min(2.0 * radius, 1000.0)
        if kept > 0.15:
            u, value, gradient = u + step, next_value, next_gradient
            seen(u)
    return u


def _conjugate(
    gradient: Vector, product: Callable[[Vector], Vector], radius: float
) -> tuple[Vector, Vector, bool]:
    """A step towards the minimum of the quadratic, the Hessian times it, and whether it ends at the edge."""
    size = float(np.linalg.norm(gradient))
    enough = min(0.5, math.sqrt(size)) * size
    step, rest = np.zeros_like(gradient), gradient
    direction, left = -gradient, size * size
    while True:
        bent = product(direction)
        curvature = float(direction @ bent)
        share = left / curvature if curvature > 0 else math.inf
        if not math.isfinite(share) or np.linalg.norm(step + share * direction) >= radius:
            share = _to_edge(step, direction, radius)
            return step + share * direction, rest + share * bent - gradient, True
        step, rest = step + share * direction, rest + share * bent
        before, left = left, float(rest @ rest)
        if math.sqrt(left) < enough:
            return step, rest - gradient, False
        direction = left / before * direction - rest


def _to_edge(step: Vector, direction: Vector, radius: float) -> float:
    """The positive share t with |step + t direction| = radius."""
    a, b = float(direction @ direction), float(step @ direction)
    c = float(step @ step) - radius * radius
    return (math.sqrt(max(b * b - a * c, 0.0)) - b) / a
