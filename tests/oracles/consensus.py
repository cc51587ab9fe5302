"""Consensus the slow way: every pair, and averaged counts, from their definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import exp

Grams = Counter[tuple[str, ...]]


def slow_consensus(
    candidates: Sequence[str],
    pool: Sequence[str],
    weights: Sequence[float],
    utility: Callable[[str, str], float],
) -> list[float]:
    """The expected utility of each candidate against the pool."""
    total = sum(weights)
    return [
        sum(w * utility(candidate, other) for w, other in zip(weights, pool, strict=True)) / total
        for candidate in candidates
    ]


def _grams(symbols: Sequence[str], n: int) -> Grams:
    return Counter(tuple(symbols[i : i + n]) for i in range(len(symbols) - n + 1))


def _averages(
    pool: Sequence[Sequence[str]], weights: Sequence[float], n: int
) -> tuple[dict[tuple[str, ...], float], float]:
    """Expected counts of n-grams, and how many there are of them."""
    counts: dict[tuple[str, ...], float] = {}
    for w, symbols in zip(weights, pool, strict=True):
        for gram, count in _grams(symbols, n).items():
            counts[gram] = counts.get(gram, 0.0) + w / sum(weights) * count
    return counts, sum(counts.values())


def slow_aggregate_chrf(candidate: str, pool: Sequence[str], weights: Sequence[float]) -> float:
    """chrF against averaged counts of character n-grams (Vamvas and Sennrich, 2024)."""
    own = list("".join(candidate.split()))
    others = [list("".join(text.split())) for text in pool]
    precision = recall = effective = 0.0
    for n in range(1, 7):
        counts, total = _averages(others, weights, n)
        mine = _grams(own, n)
        if mine.total() == 0 or total == 0:
            continue
        match = sum(min(count, counts.get(gram, 0.0)) for gram, count in mine.items())
        precision += match / mine.total()
        recall += match / total
        effective += 1
    if effective == 0 or precision + recall == 0:
        return 0.0
    p, r = precision / effective, recall / effective
    return 100 * 5 * p * r / (4 * p + r)


def slow_aggregate_bleu(candidate: str, pool: Sequence[str], weights: Sequence[float]) -> float:
    """Sentence BLEU (exp smoothing, effective order) against averaged counts (DeNero et al., 2009)."""
    own, others = candidate.split(), [text.split() for text in pool]
    length = sum(w * len(words) for w, words in zip(weights, others, strict=True)) / sum(weights)
    product, order, halved, matched = 1.0, 0, 1.0, 0.0
    for n in range(1, 5):
        mine = _grams(own, n)
        if mine.total() == 0:
            break
        counts, _ = _averages(others, weights, n)
        match = sum(min(count, counts.get(gram, 0.0)) for gram, count in mine.items())
        matched += match
        order = n
        if match == 0:
            halved *= 2
            product *= 100 / (halved * mine.total())
        else:
            product *= 100 * match / mine.total()
    if not own or matched == 0:
        return 0.0
    penalty = 1.0 if len(own) >= length else exp(1 - length / len(own))
    return float(penalty * product ** (1 / order))
