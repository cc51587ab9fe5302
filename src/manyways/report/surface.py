"""Pictures of the metric along a line of weights, or over two of them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import numpy as np

from manyways.errors import ConfigError
from manyways.model.weights import Weights
from manyways.progress import Progress
from manyways.report import Report
from manyways.report.svg import Plot, series
from manyways.tune import Examples
from manyways.tune.base import Vector
from manyways.tune.surface import Curve, Surface, along, curve, surface, towards

__all__ = ["add_surface", "check_surface", "curve_figure", "surface_figure"]


def add_surface(report: Report, examples: Examples, weights: Weights, what: str, *, threads: int = 0) -> None:
    """A section with the score around the weights; the weights that are not named stay.

    what: a feature, or two with a comma; a direction, A=1,B=-2; or a file of weights, to go towards.
    """
    check_surface(what, examples.names)
    metric, point = examples.metric.name, weights.vector(examples.names)
    report.section("The error surface")
    with Progress("surface"):
        _add_surface(report, examples, point, what, metric, threads)


def _add_surface(
    report: Report, examples: Examples, point: Vector, what: str, metric: str, threads: int
) -> None:
    names = what.split(",")
    if len(names) == 2 and "=" not in what and not Path(what).is_file():
        found = surface(examples, point, names[0], names[1], threads=threads)
        report.figure(
            surface_figure(found, metric),
            f"{metric} over two weights, exact at every pixel. The best of the plane is global: "
            f"{found.pieces:,} pieces of {found.edges:,} edges were looked at, which is every face.",
        )
        return
    line = _curve(examples, point, what)
    caption = f"{metric} along a line through the tuned weights (dashed), exact: {len(line.starts):,} steps."
    report.figure(curve_figure(line, metric), caption)


def check_surface(what: str, names: Collection[str]) -> None:
    """Raise ConfigError where `what` names no feature of these, and no weights: before a long run."""
    wanted = list(_direction(what)) if "=" in what else what.split(",")
    known = len(set(wanted)) == len(wanted) and set(wanted) <= set(names)
    if known and ("=" in what or len(wanted) <= 2):
        return
    if Path(what).is_file():
        Weights.read(Path(what))
        return
    expected = f"one or two of {', '.join(names)}; a direction such as A=1,B=-2; or a file of weights"
    raise ConfigError("--surface", what, expected)


def _curve(examples: Examples, point: Vector, what: str) -> Curve:
    if "=" in what:
        return along(examples, point, _direction(what))
    if what in examples.names:
        return curve(examples, point, what)
    others = Weights.read(Path(what)).vector(examples.names)
    return towards(examples, point, others, label=f"from the tuned weights (0) to {Path(what).name} (1)")


def _direction(what: str) -> dict[str, float]:
    """A=1,B=-2 in numbers."""
    pairs = [each.rpartition("=") for each in what.split(",")]
    try:
        found = {name: float(value) for name, _, value in pairs}
    except ValueError:
        raise ConfigError("--surface", what, "a direction such as LM0=1,WordPenalty0=-2") from None
    if len(found) < len(pairs):
        raise ConfigError("--surface", what, "a direction with every feature once, LM0=1,WordPenalty0=-2")
    return found


def surface_figure(surface: Surface, metric: str) -> Plot:
    """A map: colour is the score; the weights that were given, and the best point of the plane."""
    # The colours are for the upper half: far from the top everything is bad alike.
    low, high = float(np.quantile(surface.values, 0.25)), float(surface.values.max())
    plot = Plot(
        x=f"weight of {surface.names[0]}",
        y=f"weight of {surface.names[1]}",
        height=430,
        bar=(low, max(high, low + 1e-6), metric),
    )
    plot.image(surface.values, surface.window)
    plot.point(*surface.at, "tuned weights", "#ffffff")
    plot.point(*surface.best, f"best of the plane: {surface.best_value:.2f}", series(3))
    return plot


def curve_figure(curve: Curve, metric: str) -> Plot:
    """The score along a line, step by step."""
    inside = (curve.starts > curve.limits[0]) & (curve.starts < curve.limits[1])
    begin = max(0, int(np.searchsorted(curve.starts, curve.limits[0], side="right")) - 1)
    x = np.r_[curve.limits[0], curve.starts[inside], curve.limits[1]]
    y = np.r_[curve.values[begin], curve.values[inside]]
    plot = Plot(x=curve.label, y=metric, x_range=curve.limits)
    plot.rule(x=curve.at)
    plot.line(x, np.append(y, y[-1]), stairs=True, width=1.6)
    return plot
