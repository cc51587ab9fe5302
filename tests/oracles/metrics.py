"""Metrics written to be read: Counters, no cleverness."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]


def ngrams(items: list[str] | str, n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(items[i : i + n]) for i in range(len(items) - n + 1))


def slow_bleu_row(candidate: str, references: list[str], *, shortest: bool = False) -> list[int]:
    """Length, reference length, matches of orders 1-4, totals of orders 1-4; words are split at spaces."""
    words = candidate.split()
    split = [reference.split() for reference in references]
    lengths = [len(each) for each in split]
    length = min(lengths) if shortest else min(lengths, key=lambda each: (abs(each - len(words)), each))
    matches, totals = [], []
    for n in range(1, 5):
        counts = ngrams(words, n)
        limit: Counter[tuple[str, ...]] = Counter()
        for each in split:
            limit |= ngrams(each, n)
        matches.append((counts & limit).total())
        totals.append(counts.total())
    return [len(words), length, *matches, *totals]


def slow_bleu_score(row: list[int], *, all_orders: bool = False, more_reference: float = 0.0) -> float:
    """BLEU+1: one added to matches and totals of orders 2-4, or of all."""
    length, reference, *counts = row
    if length == 0 or (counts[0] == 0 and not all_orders):
        return 0.0
    product = 1.0
    for n in range(4):
        more = 1 if all_orders or n > 0 else 0
        product *= (counts[n] + more) / (counts[4 + n] + more)
    reference_length = reference + more_reference
    penalty = 1.0 if length >= reference_length else math.exp(1 - reference_length / length)
    return 100 * penalty * product**0.25


def slow_chrf_row(candidate: str, reference: str) -> list[int]:
    """Per character order: candidate n-grams (0 where the reference has none), reference's, matches."""
    candidate, reference = "".join(candidate.split()), "".join(reference.split())
    row = []
    for n in range(1, 7):
        theirs, ours = ngrams(reference, n), ngrams(candidate, n)
        row += [ours.total() if theirs else 0, theirs.total(), (ours & theirs).total()]
    return row


def slow_coverage(candidates: list[str], references: list[str], combine: str) -> float:
    """Gimpel et al. (2013): recall of reference n-grams by a list, +1 above unigrams, geometric mean."""
    product = 1.0
    for n in range(1, 5):
        wanted: Counter[tuple[str, ...]] = Counter()
        for reference in references:
            wanted |= ngrams(reference.split(), n)
        have: Counter[tuple[str, ...]] = Counter()
        for candidate in candidates:
            own = ngrams(candidate.split(), n)
            have = have | own if combine == "max" else have + own
        more = 0 if n == 1 else 1
        product *= ((have & wanted).total() + more) / (wanted.total() + more)
    return 100 * product**0.25


def slow_novelty(candidate: str, first: str) -> float:
    """Percent of a candidate's n-grams of orders 1-4 that the first candidate has not."""
    known = {gram for n in range(1, 5) for gram in ngrams(first.split(), n)}
    own = [gram for n in range(1, 5) for gram in ngrams(candidate.split(), n).elements()]
    return 100 * sum(gram not in known for gram in own) / len(own) if own else 0.0


def slow_best_choice(score: Callable[[Rows], float], rows: Rows, offsets: Rows) -> float:
    """The best corpus score of any choice of one candidate per sentence: tries them all."""
    lists = [range(start, end) for start, end in itertools.pairwise(offsets.tolist())]
    return max(score(rows[list(choice)].sum(axis=0)) for choice in itertools.product(*lists))
