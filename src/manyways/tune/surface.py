"""The metric along a line of weights or over two of them: exact pictures, the best point of a whole plane.

    curve(examples, weights, "LM0")                   # over the weight of one feature
    along(examples, weights, {"LM0": 1.0, "WordPenalty0": -2.0})
    towards(examples, weights, others)                # from these weights (0) to others (1)
    found = surface(examples, weights, "LM0", "WordPenalty0")
    found.values                     # the score at every pixel
    found.best, found.best_value     # no weights of these two features in the window score higher

On a plane all other weights stay as they are. Within the window the optimum is global: every face of the
arrangement, on which the choice of candidates is constant, was looked at (projected MERT of Waite and Byrne,
2015).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from manyways._core import geometry as core
from manyways._core import tune as lines
from manyways.errors import ConfigError
from manyways.tune.base import Examples, Vector

__all__ = ["Curve", "Surface", "along", "curve", "surface", "towards"]


@dataclass(frozen=True, eq=False)
class Curve:
    """The score along a line: values[k] from starts[k] to the next. label: of x. at: the given weights."""

    label: str
    at: float
    limits: tuple[float, float]
    starts: Vector
    values: Vector


@dataclass(frozen=True, eq=False)
class Surface:
    """values: rows of pixels, the top row first. at: the given weights. face: the corners of the best face.

    edges, pieces: of edges of regions, and of their pieces that were looked at.
    """

    names: tuple[str, str]
    at: tuple[float, float]
    window: tuple[float, float, float, float]
    values: npt.NDArray[np.float64]
    best: tuple[float, float]
    best_value: float
    face: npt.NDArray[np.float64]
    weights: Vector
    edges: int
    pieces: int


def curve(examples: Examples, weights: Vector, name: str, *, reach: float = 3.0) -> Curve:
    """The score over one weight, exactly, as far as `reach` typical weights around its value and 0."""
    (index,) = _columns(examples, (name,))
    rest = weights.copy()
    rest[index] = 0.0
    half = _typical(examples, weights)[index] * reach
    at = float(weights[index])
    limits = (min(at, 0.0) - half, max(at, 0.0) + half)
    return _line(examples, rest, np.eye(len(weights))[index], f"weight of {name}", at, limits)


def along(
    examples: Examples, weights: Vector, direction: Mapping[str, float], *, reach: float = 3.0
) -> Curve:
    """The score of weights + x * direction, until some weight has moved by `reach` typical ones."""
    line = np.zeros(len(weights))
    line[_columns(examples, tuple(direction))] = list(direction.values())
    if not line.any() or not np.isfinite(line).all():
        raise ConfigError("--surface", dict(direction), "a direction with numbers that are not all 0")
    moved = line != 0
    half = float((_typical(examples, weights)[moved] / np.abs(line[moved])).min()) * reach
    label = "steps of " + ", ".join(f"{name} {value:+g}" for name, value in direction.items())
    return _line(examples, weights, line, label, 0.0, (-half, half))


def towards(examples: Examples, weights: Vector, others: Vector, *, label: str = "") -> Curve:
    """The score from these weights (0) to others (1) and half as far beyond; the scale of both is 1."""
    origin = weights / np.abs(weights).sum()
    direction = others / max(float(np.abs(others).sum()), 1e-300) - origin
    if not np.any(direction * examples.deviations):
        raise ConfigError("--surface", "the tuned weights", "other weights to go to")
    return _line(examples, origin, direction, label, 0.0, (-0.5, 1.5))


def _line(
    examples: Examples,
    origin: Vector,
    direction: Vector,
    label: str,
    at: float,
    limits: tuple[float, float],
) -> Curve:
    heights, slopes = examples.features @ origin, examples.features @ direction
    starts, values = lines.intervals(examples.lists, examples.metric.kernel, heights, slopes)
    return Curve(label, at, limits, starts, examples.direction * values)


def surface(
    examples: Examples,
    weights: Vector,
    first: str,
    second: str,
    *,
    reach: float = 3.0,
    size: tuple[int, int] = (400, 300),
    threads: int = 0,
) -> Surface:
    """The score over two weights, as far as `reach` typical weights around their values and 0."""
    indices = _columns(examples, (first, second))
    origin = weights.copy()
    origin[indices] = 0.0
    axes = np.zeros((2, len(weights)))
    axes[[0, 1], indices] = 1.0
    half = _typical(examples, weights)[indices] * reach
    at = weights[indices]
    low, high = np.minimum(at, 0) - half, np.maximum(at, 0) + half
    window = (float(low[0]), float(high[0]), float(low[1]), float(high[1]))
    found = core.search_plane(
        examples.lists, examples.metric.kernel, origin, axes[0], axes[1], window, size, threads
    )
    x, y, value, corners, edges, pieces, values = found
    return Surface(
        names=(first, second),
        at=(float(at[0]), float(at[1])),
        window=window,
        values=examples.direction * values.reshape(size[1], size[0]),
        best=(x, y),
        best_value=examples.direction * value,
        face=corners,
        weights=origin + x * axes[0] + y * axes[1],
        edges=edges,
        pieces=pieces,
    )


def _columns(examples: Examples, names: tuple[str, ...]) -> list[int]:
    for name in names:
        if name not in examples.names:
            raise ConfigError("--surface", name, f"one of {', '.join(examples.names)}")
        if examples.deviations[examples.names.index(name)] == 0:
            raise ConfigError("--surface", name, "a feature that differs within some list")
    if len(set(names)) < len(names):
        raise ConfigError("--surface", ",".join(names), "two different features")
    return [examples.names.index(name) for name in names]


def _typical(examples: Examples, weights: Vector) -> Vector:
    """What each weight would be if all moved scores alike."""
    moves = np.abs(weights) * examples.deviations
    size = float(moves[examples.deviations > 0].mean()) or 1.0
    found: Vector = np.divide(
        size, examples.deviations, out=np.zeros_like(moves), where=examples.deviations > 0
    )
    return found
