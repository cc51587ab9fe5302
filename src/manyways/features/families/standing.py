"""Where a candidate stands in its list as it came: its system, its place, its score."""

from __future__ import annotations

import numpy as np

from manyways.features.base import Columns, Computed, Values, feature

__all__ = ["FEATURES"]


@feature("system:*", needs=("systems",), pack="basic")
def system(columns: Columns) -> Computed:
    """A column per system: 1 for its candidates."""
    names = columns.lists.system_names
    return {
        f"system:{name or i}": (columns.lists.systems == i).astype(np.float64) for i, name in enumerate(names)
    }


@feature("rank", needs=("order",), pack="basic")
def rank(columns: Columns) -> Values:
    """The logarithm of its place in the list as it came, from 1, below 0."""
    return -np.log1p(columns.lists.ranks.astype(np.float64))


@feature("score", "score-behind", "posterior", needs=("scores",), pack="basic")
def score(columns: Columns) -> Values:
    """Its score; how far it is behind the best of the list; exp of that, divided by the list's sum.

    A candidate without a score has the lowest of its list.
    """
    scores = columns.lists.scores
    known = np.isfinite(scores)
    lowest = columns.lowest(np.where(known, scores, np.inf))
    filled = np.where(known, scores, np.where(np.isfinite(lowest), lowest, 0.0))
    behind = filled - columns.highest(filled)
    odds = np.exp(behind)
    return np.column_stack(
        [filled, behind, odds / (columns.mean(odds) * columns.spread(columns.lists.sizes))]
    )


@feature("word-score", "word-score-mean", "word-score-least", needs=("word scores",), pack="basic")
def word_scores(columns: Columns) -> Values:
    """The sum, the mean and the lowest of its words' scores; 0 where it has none."""
    ragged = columns.lists.word_scores
    assert ragged is not None
    counts = np.diff(ragged.offsets)
    row = np.repeat(np.arange(len(counts)), counts)
    sums = np.bincount(row, ragged.values, len(counts))
    least = np.full(len(counts), np.inf)
    np.minimum.at(least, row, ragged.values)
    return np.column_stack([sums, sums / np.maximum(counts, 1), np.where(counts > 0, least, 0.0)])


FEATURES = (system, rank, score, word_scores)
