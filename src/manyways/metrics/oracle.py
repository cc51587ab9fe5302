"""The best that choosing from the lists could reach.

    rows = metric.statistics(lists)
    choice = best_each(metric, rows, lists.sentence_offsets)             # row of the best candidate by itself
    choice = best_together(metric, rows, lists.sentence_offsets)         # then improved for the corpus score
    metric.score(rows[choice].sum(axis=0)).value

With BLEU the first is the usual oracle: the candidate with the highest BLEU+1, then corpus BLEU. The second
goes on from there, sentence by sentence, until no single change raises the corpus score.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from manyways._core import metrics as core
from manyways.candidates import CandidateLists
from manyways.metrics.base import CompiledMetric, Metric, Rows
from manyways.text.vocabulary import Offsets

__all__ = ["best_each", "best_together", "first_of_each", "first_of_systems"]


def _chosen(choice: Rows) -> Rows:
    """Sentences with an empty list have no choice."""
    return choice[choice >= 0]


def best_each(metric: Metric, rows: Rows, sentence_offsets: Offsets) -> Rows:
    """The row with the best sentence score of each list, the first of equals; empty lists are left out."""
    if not isinstance(metric, CompiledMetric):
        return _python_each(metric, rows, sentence_offsets)
    return _chosen(core.best_candidates(metric.kernel, rows, sentence_offsets))


def best_together(metric: Metric, rows: Rows, sentence_offsets: Offsets) -> Rows:
    """A choice whose corpus score cannot be bettered by changing one sentence; empty lists are left out."""
    if not isinstance(metric, CompiledMetric):
        return _python_together(metric, rows, sentence_offsets)
    choice = core.best_candidates(metric.kernel, rows, sentence_offsets)
    return _chosen(core.improve_choice(metric.kernel, rows, sentence_offsets, choice))


def _python_each(metric: Metric, rows: Rows, sentence_offsets: Offsets) -> Rows:
    """As the core's `best_candidates`, by the metric's own Python."""
    values = _sign(metric) * metric.sentence_scores(rows)
    lists = [(start, end) for start, end in pairwise(sentence_offsets.tolist()) if start < end]
    return np.array([start + int(np.argmax(values[start:end])) for start, end in lists], dtype=np.int64)


def _python_together(metric: Metric, rows: Rows, sentence_offsets: Offsets) -> Rows:
    """As the core's `improve_choice`, a list at a time."""
    choice = _python_each(metric, rows, sentence_offsets)
    lists = [(start, end) for start, end in pairwise(sentence_offsets.tolist()) if start < end]
    sums = rows[choice].sum(axis=0)
    changed = True
    while changed:
        changed = False
        for place, (start, end) in enumerate(lists):
            rest = sums - rows[choice[place]]
            values = _sign(metric) * metric.scores(rest + rows[start:end])
            row = int(np.argmax(values))
            if values[row] > values[choice[place] - start]:
                choice[place], changed = start + row, True
                sums = rest + rows[choice[place]]
    return choice


def _sign(metric: Metric) -> int:
    return 1 if metric.higher_is_better else -1


def first_of_each(sentence_offsets: Offsets) -> Rows:
    """The first row of each list: what its maker thought best."""
    first: Rows = sentence_offsets[:-1][np.diff(sentence_offsets) > 0]
    return first


def first_of_systems(lists: CandidateLists) -> dict[str, Rows]:
    """By system its first row of each list, where it has one; nothing if there is but one system."""
    if len(lists.system_names) < 2:
        return {}
    found = {}
    for index, name in enumerate(lists.system_names):
        rows = np.flatnonzero(lists.systems == index)
        new = np.diff(lists.sentence_of[rows], prepend=-1) > 0
        found[name] = rows[new]
    return found
