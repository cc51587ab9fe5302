"""Tables and pictures of the demo's report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from manyways.metrics import Score
from manyways.report.svg import Plot
from manyways.text import toy

__all__ = ["history_curve", "pairs_table", "score_rows"]


def score_rows(rows: Sequence[tuple[str, Mapping[str, Score]]]) -> tuple[list[str], list[list[object]]]:
    """Header and rows of the closing table; a metric that a row lacks is left empty."""
    names = list(dict.fromkeys(name for _, scores in rows for name in scores))
    table: list[list[object]] = [
        [title, *(scores[name].value if name in scores else "" for name in names)] for title, scores in rows
    ]
    return ["", *names], table


def pairs_table(test: toy.ToyCorpus, best: Sequence[str], size: int = 12) -> list[list[object]]:
    return [[test.raw_sources[i], best[i], test.raw_references[0][i]] for i in range(size)]


def history_curve(values: Sequence[float]) -> Plot:
    """A metric by iteration of tuning."""
    plot = Plot(x="iteration", y="BLEU", whole=True, height=200)
    plot.line(range(len(values)), values, dots=True)
    return plot
