"""Pictures of an exact search, by iteration: its two bounds, and how often each source word is translated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from manyways.report import new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["bounds_figure", "coverage_figure"]

# Translated never, once, twice, more often: the second is what must be.
COLOURS = ("#3b6fb6", "#f2f2ee", "#e8a33d", "#b3362b")
NAMES = ("not translated", "once", "twice", "more often")


def bounds_figure(
    duals: Sequence[float], primals: Sequence[float], beam: float, added: Sequence[int]
) -> Figure:
    """Upper bound (dual) and lower bound (primal) by iteration, the beam's score, and where constraints were
    added (`added`: iterations, counted from 0).

    The first iterations bound nothing much: what lies far above the end is cut off.
    """
    from matplotlib.ticker import MaxNLocator

    figure = new_figure(height=3.4)
    axes = figure.subplots()
    steps = np.arange(1, len(duals) + 1)
    best = np.minimum.accumulate(np.asarray(duals, dtype=np.float64))
    axes.plot(steps, duals, color="#3b6fb6", linewidth=0.8, alpha=0.6, label="dual value")
    axes.plot(steps, best, color="#1d3f72", linewidth=1.6, label="upper bound")
    axes.step(steps, primals, where="post", color="#b3362b", linewidth=1.6, label="best translation so far")
    axes.axhline(beam, color="#555555", linestyle=":", linewidth=1.2, label="beam search")
    for number, iteration in enumerate(added):
        label = "constraints added" if number == 0 else None
        axes.axvline(iteration + 1, color="#e8a33d", linestyle="--", linewidth=1.0, label=label)
    _zoom(axes, np.asarray(duals, dtype=np.float64), np.asarray([*primals, beam], dtype=np.float64))
    axes.set_xlim(0.5, len(duals) + 0.5)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("iteration")
    axes.set_ylabel("model score")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    return figure


def _zoom(axes: Axes, duals: npt.NDArray[np.float64], floor: npt.NDArray[np.float64]) -> None:
    finite = floor[np.isfinite(floor)]
    low = float(min(duals.min(), finite.min())) if len(finite) else float(duals.min())
    high = float(np.quantile(duals, 0.9)) if len(duals) > 10 else float(duals.max())
    room = 0.08 * max(high - low, 1e-3)
    axes.set_ylim(low - room, high + 2 * room)


def coverage_figure(counts: npt.NDArray[np.int32], words: Sequence[str]) -> Figure:
    """How often each source word (row) is translated in each iteration's derivation (column)."""
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch
    from matplotlib.ticker import MaxNLocator

    figure = new_figure(height=1.0 + 0.21 * max(4, len(words)))
    axes = figure.subplots()
    clipped = np.minimum(counts.T, len(COLOURS) - 1)
    extent = (0.5, counts.shape[0] + 0.5, len(words) - 0.5, -0.5)
    axes.imshow(
        clipped, cmap=ListedColormap(COLOURS), vmin=-0.5, vmax=len(COLOURS) - 0.5, aspect="auto",
        interpolation="nearest", extent=extent,
    )  # fmt: skip
    axes.set_yticks(range(len(words)), list(words), fontsize=8, parse_math=False)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("iteration")
    patches = [
        Patch(facecolor=colour, edgecolor="#999999", label=name)
        for colour, name in zip(COLOURS, NAMES, strict=True)
    ]
    figure.legend(handles=patches, loc="outside upper center", ncols=4, fontsize="small", frameon=False)
    return figure
