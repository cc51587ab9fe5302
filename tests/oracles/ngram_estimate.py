"""Kneser-Ney and Witten-Bell straight from their formulas, over dictionaries of n-grams."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable

from tests.oracles.ngram_model import BackoffModel, Ngram

Counts = dict[Ngram, float]


class NoDiscountsError(Exception):
    pass


def raw_counts(sentences: list[list[str]], weights: list[float], order: int) -> list[Counts]:
    """[n - 1]: counts of n-grams of n words; <s> only at the front, and never alone."""
    counts: list[Counts] = [defaultdict(float) for _ in range(order)]
    for words, weight in zip(sentences, weights, strict=True):
        padded = ["<s>", *words, "</s>"]
        for end in range(2, len(padded) + 1):
            for n in range(1, min(order, end) + 1):
                if weight > 0:
                    counts[n - 1][tuple(padded[end - n : end])] += weight
    return counts


def adjusted_counts(raw: list[Counts]) -> list[Counts]:
    """Lower orders count distinct left neighbours, unless they begin with <s>."""
    adjusted: list[Counts] = []
    for n, counts in enumerate(raw, 1):
        if n == len(raw):
            adjusted.append(dict(counts))
            continue
        left = Counter(longer[1:] for longer in raw[n])
        adjusted.append({g: c if g[0] == "<s>" else float(left[g]) for g, c in counts.items()})
    return adjusted


def discounts_of(counts: Counts, fallback: tuple[float, float, float] | None) -> list[float]:
    n = [sum(1 for c in counts.values() if c == k) for k in range(5)]
    found = []
    if all(n[1:4]):
        y = n[1] / (n[1] + 2 * n[2])
        found = [k - (k + 1) * y * n[k + 1] / n[k] for k in (1, 2, 3)]
    if found and all(0 <= d <= k for k, d in enumerate(found, 1)):
        return [0.0, *found]
    if fallback is None:
        raise NoDiscountsError
    return [0.0, *fallback]


def _interpolated(
    counts: list[Counts],
    raw: list[Counts],
    prune: list[int],
    split: Callable[[int, Counts, set[Ngram]], tuple[dict[Ngram, float], float]],
    words: set[str],
) -> BackoffModel:
    """`split(n, counts of one context, pruned)` gives the shares of its n-grams and what is left."""
    vocabulary = words | {"<unk>", "</s>"}
    model = BackoffModel(order=len(counts))
    p: dict[Ngram, float] = {(): 1 / len(vocabulary)}
    for n, order in enumerate(counts, 1):
        pruned = {g for g in order if raw[n - 1][g] <= prune[n - 1]}
        contexts: dict[Ngram, Counts] = defaultdict(dict)
        for gram, count in order.items():
            contexts[gram[:-1]][gram] = count
        for context, grams in contexts.items():
            shares, left = split(n, grams, pruned)
            if context in model.scores:
                model.backoffs[context] = math.log(left)
            for gram in grams.keys() - pruned:
                p[gram] = shares[gram] + left * p[gram[1:]]
                model.scores[gram] = math.log(p[gram])
        if n == 1:
            for word in vocabulary - {g[0] for g in order}:
                p[(word,)] = left * p[()]
                model.scores[(word,)] = math.log(p[(word,)])
            model.scores[("<s>",)] = 0.0
    return model


def kneser_ney(
    sentences: list[list[str]],
    order: int,
    prune: list[int],
    fallback: tuple[float, float, float] | None,
) -> BackoffModel:
    raw = raw_counts(sentences, [1.0] * len(sentences), order)
    adjusted = adjusted_counts(raw)
    discounts = [discounts_of(counts, fallback) for counts in adjusted]

    def split(n: int, grams: Counts, pruned: set[Ngram]) -> tuple[dict[Ngram, float], float]:
        d = {g: discounts[n - 1][min(int(c), 3)] for g, c in grams.items()}
        total = sum(grams.values())
        left = sum(grams[g] if g in pruned else d[g] for g in grams) / total
        return {g: (c - d[g]) / total for g, c in grams.items()}, left

    return _interpolated(adjusted, raw, prune, split, {w for s in sentences for w in s})


def witten_bell(
    sentences: list[list[str]], weights: list[float], order: int, prune: list[int]
) -> BackoffModel:
    raw = raw_counts(sentences, weights, order)

    def split(n: int, grams: Counts, pruned: set[Ngram]) -> tuple[dict[Ngram, float], float]:
        distinct = len(grams)
        total = sum(grams.values()) + distinct
        left = (distinct + sum(grams[g] for g in grams if g in pruned)) / total
        return {g: c / total for g, c in grams.items()}, left

    return _interpolated(raw, raw, prune, split, {w for s in sentences for w in s})
