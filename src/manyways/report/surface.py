"""Pictures of the metric over one or two weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from manyways.errors import ConfigError
from manyways.report import Report, new_figure
from manyways.tune import Examples
from manyways.tune.base import Vector
from manyways.tune.surface import Curve, Surface, curve, surface

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["add_surface", "curve_figure", "surface_figure"]


def add_surface(
    report: Report, examples: Examples, weights: Vector, names: list[str], *, threads: int = 0
) -> None:
    """A section with the score over the weights of one or two features; the other weights stay."""
    metric = examples.metric.name
    if len(names) not in (1, 2):
        raise ConfigError("--surface", ",".join(names), "one feature, or two with a comma between")
    report.section("The error surface")
    if len(names) == 1:
        report.figure(curve_figure(curve(examples, weights, names[0]), metric), f"Along {names[0]}, exact.")
        return
    found = surface(examples, weights, *names, threads=threads)
    report.figure(
        surface_figure(found, metric),
        f"{metric} over two weights, exact at every pixel. The best of the plane is global: {found.pieces:,} "
        f"pieces of {found.edges:,} edges were looked at, which is every face.",
    )


def surface_figure(surface: Surface, metric: str) -> Figure:
    """A map: colour is the score; the weights that were given, and the best point of the plane."""
    figure = new_figure(7, 5.2)
    axes = figure.subplots()
    # The colours are for the upper half: far from the top everything is bad alike.
    low, high = np.quantile(surface.values, 0.25), surface.values.max()
    image = axes.imshow(
        surface.values, extent=surface.window, aspect="auto", interpolation="nearest", vmin=low, vmax=high
    )
    figure.colorbar(image, label=metric, extend="min")
    axes.plot(*surface.at, "o", color="white", markeredgecolor="black", label="tuned weights")
    label = f"best of the plane: {surface.best_value:.2f}"
    axes.plot(*surface.best, "*", color="red", markeredgecolor="white", markersize=13, label=label)
    axes.set_xlabel(f"weight of {surface.names[0]}")
    axes.set_ylabel(f"weight of {surface.names[1]}")
    axes.legend(loc="best", fontsize="small")
    return figure


def curve_figure(curve: Curve, metric: str) -> Figure:
    """The score along one weight, step by step."""
    figure = new_figure(7, 3.2)
    axes = figure.subplots()
    inside = (curve.starts > curve.limits[0]) & (curve.starts < curve.limits[1])
    begin = max(0, int(np.searchsorted(curve.starts, curve.limits[0], side="right")) - 1)
    x = np.r_[curve.limits[0], curve.starts[inside], curve.limits[1]]
    y = np.r_[curve.values[begin], curve.values[inside]]
    axes.stairs(y, x, baseline=None)
    axes.axvline(curve.at, color="black", linewidth=0.8, linestyle="--")
    axes.set_xlabel(f"weight of {curve.name}")
    axes.set_ylabel(metric)
    axes.grid(alpha=0.3)
    return figure
