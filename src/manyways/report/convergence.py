"""Pictures of an exact search, by iteration: its two bounds, and how often each source word is translated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from manyways.report.svg import Plot, series

__all__ = ["bounds_figure", "coverage_figure"]

# Translated never, once, twice, more often: the second is what must be.
KINDS = [
    (series(0), "not translated"),
    ("var(--quiet)", "once"),
    (series(1), "twice"),
    (series(3), "more often"),
]


def bounds_figure(
    duals: Sequence[float], primals: Sequence[float], beam: float, added: Sequence[int]
) -> Plot:
    """Upper bound (dual) and lower bound (primal) by iteration, the beam's score, and where constraints were
    added (`added`: iterations, counted from 0).

    The first iterations bound nothing much: what lies far above the end is cut off.
    """
    steps = np.arange(1, len(duals) + 1)
    values = np.asarray(duals, dtype=np.float64)
    plot = Plot(
        x="iteration",
        y="model score",
        whole=True,
        x_range=(0.5, len(duals) + 0.5),
        y_range=_zoom(values, np.asarray([*primals, beam], dtype=np.float64)),
    )
    for iteration in added:
        plot.rule(x=iteration + 1, name="constraints added", colour=series(1))
    plot.rule(y=beam, name="beam search")
    plot.line(steps, duals, "dual value", colour=series(0), width=1.0, strength=0.6)
    plot.line(steps, np.minimum.accumulate(values), "upper bound", colour=series(0), width=2.2)
    plot.line(steps, primals, "best translation so far", colour=series(3), width=2.2, stairs=True)
    return plot


def _zoom(duals: npt.NDArray[np.float64], floor: npt.NDArray[np.float64]) -> tuple[float, float]:
    finite = floor[np.isfinite(floor)]
    low = float(min(duals.min(), finite.min())) if len(finite) else float(duals.min())
    high = float(np.quantile(duals, 0.9)) if len(duals) > 10 else float(duals.max())
    room = 0.08 * max(high - low, 1e-3)
    return low - room, high + 2 * room


def coverage_figure(counts: npt.NDArray[np.int32], words: Sequence[str]) -> Plot:
    """How often each source word (row) is translated in each iteration's derivation (column)."""
    plot = Plot(x="iteration", whole=True, rows=words, height=18.0 * max(3, len(words)))
    plot.cells(np.minimum(counts.T, len(KINDS) - 1), KINDS)
    return plot
