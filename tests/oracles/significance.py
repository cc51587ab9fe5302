"""Counts of rules in a corpus, and Fisher's exact test, the slow, obvious way."""

from __future__ import annotations

import math
from fractions import Fraction

from manyways.grammar import RuleSettings
from tests.oracles.phrases import Sentence
from tests.oracles.rules import Rule, Side


def occurs(side: Side, words: Side, least: int) -> bool:
    """Whether the side stands somewhere in the words, each of its gaps for `least` words or more."""
    return any(_begins(side, words[start:], least) for start in range(len(words)))


def _begins(side: Side, words: Side, least: int) -> bool:
    if not side:
        return True
    if side[0].startswith("[X"):
        return any(_begins(side[1:], words[size:], least) for size in range(least, len(words) + 1))
    return bool(words) and words[0] == side[0] and _begins(side[1:], words[1:], least)


def counts(rule: Rule, corpus: list[Sentence], limits: RuleSettings) -> tuple[int, int, int]:
    """Sentences with the source side, with the target side, with both."""
    source = [occurs(rule.source, sentence.source, limits.hole_source) for sentence in corpus]
    target = [occurs(rule.target, sentence.target, limits.hole_target) for sentence in corpus]
    return sum(source), sum(target), sum(a and b for a, b in zip(source, target, strict=True))


def value(source: int, target: int, both: int, pairs: int) -> float:
    """-ln P(X >= both) of the hypergeometric distribution, in whole numbers until the logarithm."""
    chance = sum(
        Fraction(math.comb(source, k) * math.comb(pairs - source, target - k), math.comb(pairs, target))
        for k in range(both, min(source, target) + 1)
    )
    return math.log(chance.denominator) - math.log(chance.numerator)
