"""The metric over the weights of one or two features: exact pictures, and the best point of a whole plane.

    found = surface(examples, weights, "LM0", "WordPenalty0")
    found.values                     # the score at every pixel
    found.best, found.best_value     # no weights of these two features in the window score higher

All other weights stay as they are. Within the window the optimum is global: every face of the arrangement, on
which the choice of candidates is constant, was looked at (projected MERT; Waite and Byrne, 2015).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from manyways._core import geometry as core
from manyways._core import tune as lines
from manyways.errors import ConfigError
from manyways.tune.base import Examples, Vector

__all__ = ["Curve", "Surface", "curve", "surface"]


@dataclass(frozen=True, eq=False)
class Curve:
    """The score along the weight of one feature: values[k] from starts[k] to the next."""

    name: str
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
    """The score along one weight, exactly, as far as `reach` typical weights around its value and 0."""
    (index,) = _columns(examples, (name,))
    rest = weights.copy()
    rest[index] = 0.0
    column = np.ascontiguousarray(examples.features[:, index])
    starts, values = lines.intervals(examples.lists, examples.metric.kernel, examples.features @ rest, column)
    half = _typical(examples, weights)[index] * reach
    at = float(weights[index])
    return Curve(name, at, (min(at, 0.0) - half, max(at, 0.0) + half), starts, examples.direction * values)


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
