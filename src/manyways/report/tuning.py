"""The report of a tuning run: the score and the weights, iteration by iteration."""

from __future__ import annotations

import numpy as np

from manyways.report import Report
from manyways.report.surface import add_surface
from manyways.report.svg import COLOURS, Plot, series
from manyways.tune import Folded, Result, Spread, Tuning

__all__ = ["spread_report", "tuning_report"]

_SHOWN = 20  # weights in the picture, those that matter most


def tuning_report(tuning: Tuning, *, surface: str | None = None, threads: int = 0) -> Report:
    """What was found with every seed, how the best of them got there, and the score around it (`surface`)."""
    report = spread_report(tuning.spread, tuning.folded)
    if surface is not None:
        add_surface(report, tuning.examples(), tuning.best.weights, surface, threads=threads)
    return report


def spread_report(spread: Spread, honest: Folded | None = None) -> Report:
    """The same without the score around it."""
    best = spread.best
    report = Report(f"Tuning with {best.tuner}")
    report.text(
        f"{best.score.name} {best.score.value:.2f} with the tuned weights, {best.start_score.value:.2f} at "
        "the start, on the sentences that were tuned on."
    )
    if honest is not None:
        report.text(
            f"{len(honest.results)} folds, each translated with the weights of the others: "
            f"{honest.score.name} {honest.score.value:.2f}."
        )
    for remark in best.remarks:
        report.text(f"Note: {remark}.")
    rows = [[each.seed, each.score.value, len(each.history), each.seconds] for each in spread.results]
    caption = f"Mean {spread.mean:.2f}, deviation {spread.deviation:.2f}; {best.score.signature}"
    report.table(["seed", best.score.name, "iterations", "CPU seconds"], rows, caption=caption)
    report.section("How it went")
    report.figure(_history(spread), f"{best.score.name} by iteration; the best seed is drawn bold.")
    if best.trail:
        report.figure(_trail(best), "Weights by iteration, each iteration with absolute sum 1.")
    report.section("The weights")
    weights = [[name, f"{value:.6g}"] for name, value in best.weights.components().items()]
    report.table(["feature", "weight"], weights)
    return report


def _history(spread: Spread) -> Plot:
    plot = Plot(x="iteration", y=spread.best.score.name, whole=True, height=220)
    several = len(spread.results) > 1
    for number, each in enumerate(spread.results):
        plot.line(
            range(len(each.history)),
            each.history,
            f"seed {each.seed}" if several else "",
            colour=series(number),
            dots=True,
            strength=1.0 if each is spread.best else 0.45,
        )
    return plot


def _trail(result: Result) -> Plot:
    """Lines of the largest weights."""
    names = list(result.trail[0].components())
    rows = np.array([list(each.components().values()) for each in result.trail])
    rows = rows / np.abs(rows).sum(axis=1, keepdims=True)
    shown = np.argsort(-np.abs(rows).max(axis=0))[:_SHOWN]
    plot = Plot(x="iteration", y="share of the weights", whole=True, height=380)
    plot.rule(y=0.0)
    for i, column in enumerate(shown.tolist()):
        plot.line(
            range(len(rows)), rows[:, column], names[column], colour=series(i), dots=True, dash=i // COLOURS
        )
    return plot
