"""What lists are like: how good their worst, middle and best candidates are, and how they differ.

    table = list_statistics(metric, lists)       # one number per sentence and column
    table.means()                                # averages over sentences
    quartiles(metric, lists)                     # the same by how hard the sentences are

Quartiles go by the sentence score of each list's first candidate, as in Gimpel et al. (EMNLP 2013, figure 1).
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from manyways._core import metrics as core
from manyways.metrics.base import Lists, Metric, References, Rows, columns_of
from manyways.metrics.bleu import DEFAULT_TOKENISER, Bleu
from manyways.metrics.oracle import first_of_each

__all__ = ["ListStatistics", "Quartile", "likeness", "list_statistics", "quartiles"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ListStatistics:
    """One value per sentence with candidates.

    size, distinct: candidates, and different texts. first, minimum, median, maximum: sentence scores.
    self_bleu: mean BLEU+1 of the candidates against each other (lower: more varied; 100 for a list of one).
    novelty: share of n-grams that the first candidate does not have, mean over the others, in percent.
    """

    size: Floats
    distinct: Floats
    first: Floats
    minimum: Floats
    median: Floats
    maximum: Floats
    self_bleu: Floats
    novelty: Floats

    def means(self) -> dict[str, float]:
        """The average of each column over sentences."""
        columns = ((each.name, getattr(self, each.name)) for each in fields(self))
        return {name: float(values.mean()) if len(values) else 0.0 for name, values in columns}


@dataclass(frozen=True)
class Quartile:
    """A quarter of the sentences: the range of their first candidates' scores, and means over their lists."""

    sentences: int
    low: float
    high: float
    first: float
    minimum: float
    median: float
    maximum: float


def _means(values: Floats, offsets: Rows, *, skip_first: bool = False, alone: float = 0.0) -> Floats:
    """The mean of each list, all of them non-empty; `alone` for a list that nothing is left of."""
    sums = np.add.reduceat(values, offsets[:-1]) if len(values) else np.zeros(0)
    counts = np.diff(offsets).astype(np.float64)
    if skip_first:
        sums, counts = sums - values[offsets[:-1]], counts - 1
    return np.divide(sums, counts, out=np.full_like(counts, alone), where=counts > 0)


def _spread(values: Floats, offsets: Rows) -> tuple[Floats, Floats, Floats]:
    """Minimum, median and maximum of each list, all of them non-empty."""
    sentence = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    ordered = values[np.lexsort((values, sentence))]
    last = offsets[1:] - 1
    low, high = (offsets[:-1] + last) // 2, (offsets[:-1] + last + 1) // 2
    return ordered[offsets[:-1]], (ordered[low] + ordered[high]) / 2, ordered[last]


def list_statistics(
    metric: Metric,
    lists: Lists,
    references: References | None = None,
    *,
    rows: Rows | None = None,
    tokenise: str = DEFAULT_TOKENISER,
    threads: int = 0,
) -> ListStatistics:
    """All columns; `rows` are the metric's statistics if they are known already."""
    if rows is None:
        rows = metric.statistics(lists, references, threads=threads)
    offsets = np.unique(np.asarray(lists.sentence_offsets, dtype=np.int64))  # empty lists fall out
    values = metric.sentence_scores(rows)
    minimum, median, maximum = _spread(values, offsets)
    column = columns_of(lists.texts, lowercase=metric.lowercase)
    alike, new = likeness(lists, tokenise=tokenise, lowercase=metric.lowercase, threads=threads)
    return ListStatistics(
        size=np.diff(offsets).astype(np.float64),
        distinct=core.distinct(column, offsets, threads).astype(np.float64),
        first=values[first_of_each(offsets)],
        minimum=minimum,
        median=median,
        maximum=maximum,
        self_bleu=alike,
        novelty=new,
    )


def likeness(
    lists: Lists, *, tokenise: str = DEFAULT_TOKENISER, lowercase: bool = False, threads: int = 0
) -> tuple[Floats, Floats]:
    """Self-BLEU and novelty of each list with candidates, as `ListStatistics` has them."""
    offsets = np.unique(np.asarray(lists.sentence_offsets, dtype=np.int64))
    column = columns_of(lists.texts, lowercase=lowercase)
    alike = Bleu(tokenise="none").sentence_scores(core.self_bleu(column, offsets, tokenise, threads))
    alike[_alone(offsets)] = 100.0
    new = core.novelty(column, offsets, tokenise, threads).astype(np.float64)
    share = np.divide(100 * new[:, 0], new[:, 1], out=np.zeros(len(new)), where=new[:, 1] > 0)
    return _means(alike, offsets), _means(share, offsets, skip_first=True)


def _alone(offsets: Rows) -> Rows:
    """Rows that are their list's only candidate."""
    rows: Rows = offsets[:-1][np.diff(offsets) == 1]
    return rows


def quartiles(metric: Metric, rows: Rows, sentence_offsets: Rows) -> list[Quartile]:
    """Four groups of sentences of (nearly) equal size, the worst first candidates first."""
    offsets = np.unique(np.asarray(sentence_offsets, dtype=np.int64))
    values = metric.sentence_scores(rows)
    first = values[offsets[:-1]]
    minimum, median, maximum = _spread(values, offsets)
    order = np.argsort(first if metric.higher_is_better else -first, kind="stable")
    groups = []
    for part in np.array_split(order, 4):
        if len(part) == 0:
            continue
        means = (float(each[part].mean()) for each in (first, minimum, median, maximum))
        groups.append(Quartile(len(part), float(first[part].min()), float(first[part].max()), *means))
    return groups
