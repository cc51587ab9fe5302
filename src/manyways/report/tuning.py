"""The report of a tuning run: the score and the weights, iteration by iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from manyways.report import Report, new_figure
from manyways.tune import Folded, Result, Spread

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["tuning_report"]

_SHOWN = 20  # weights in the picture, those that matter most


def tuning_report(spread: Spread, honest: Folded | None = None) -> Report:
    """What was found with every seed, how the best of them got there."""
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
    report.figure(_history(spread), f"{best.score.name} by iteration; the best seed is drawn strong.")
    if best.trail:
        report.figure(_trail(best), "Weights by iteration, each iteration with absolute sum 1.")
    report.section("The weights")
    weights = [[name, f"{value:.6g}"] for name, value in best.weights.components().items()]
    report.table(["feature", "weight"], weights)
    return report


def _history(spread: Spread) -> Figure:
    from matplotlib.ticker import MaxNLocator

    figure = new_figure(height=3.2)
    axes = figure.subplots()
    for each in spread.results:
        strong = each is spread.best
        axes.plot(
            range(len(each.history)),
            each.history,
            marker="o",
            color="C0",
            alpha=1.0 if strong else 0.3,
            label=f"seed {each.seed}",
        )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("iteration")
    axes.set_ylabel(spread.best.score.name)
    axes.grid(alpha=0.3)
    if len(spread.results) > 1:
        axes.legend()
    return figure


def _trail(result: Result) -> Figure:
    """Lines of the largest weights."""
    from matplotlib.ticker import MaxNLocator

    names = list(result.trail[0].components())
    rows = np.array([list(each.components().values()) for each in result.trail])
    rows = rows / np.abs(rows).sum(axis=1, keepdims=True)
    shown = np.argsort(-np.abs(rows).max(axis=0))[:_SHOWN]
    figure = new_figure(height=6)
    axes = figure.subplots()
    for i, column in enumerate(shown.tolist()):
        style = ("-", "--", ":")[i // 10 % 3]
        axes.plot(
            range(len(rows)), rows[:, column], style, marker=".", color=f"C{i % 10}", label=names[column]
        )
    axes.axhline(0.0, color="black", linewidth=0.6)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("iteration")
    axes.set_ylabel("share of the weights")
    axes.grid(alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize="small")
    return figure
