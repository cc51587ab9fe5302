"""Hierarchical rules the slow, obvious way: try every set of gaps, keep what the definition allows."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from dataclasses import dataclass

from manyways.grammar import RuleSettings
from tests.oracles.phrases import (
    Pair,
    Sentence,
    chosen_links,
    consistent_pairs,
    lexical_weight,
    word_probabilities,
)

Side = tuple[str, ...]
GAP = "[X]"


@dataclass(frozen=True)
class Rule:
    source: Side  # gaps are [X]
    target: Side  # gaps are [X,1] and [X,2], by their order in the source
    links: frozenset[tuple[int, int]]


def inside(inner: Pair, outer: Pair) -> bool:
    return (
        outer.source_begin <= inner.source_begin
        and inner.source_end <= outer.source_end
        and outer.target_begin <= inner.target_begin
        and inner.target_end <= outer.target_end
    )


def words_left(begin: int, end: int, holes: list[tuple[int, int]]) -> list[int]:
    return [k for k in range(begin, end + 1) if not any(a <= k <= b for a, b in holes)]


def is_loose(pair: Pair, sentence: Sentence) -> bool:
    """Whether a word without links stands at an edge."""
    sources, targets = ({link[side] for link in sentence.links} for side in (0, 1))
    return not (
        {pair.source_begin, pair.source_end} <= sources and {pair.target_begin, pair.target_end} <= targets
    )


def allowed(whole: Pair, holes: tuple[Pair, ...], sentence: Sentence, limits: RuleSettings) -> bool:
    source_holes = sorted((h.source_begin, h.source_end) for h in holes)
    target_holes = sorted((h.target_begin, h.target_end) for h in holes)
    source_words = words_left(whole.source_begin, whole.source_end, source_holes)
    target_words = words_left(whole.target_begin, whole.target_end, target_holes)
    if len(source_words) + len(holes) > limits.symbols:
        return False
    if not holes:
        return True
    return (
        all(b - a + 1 >= limits.hole_source for a, b in source_holes)
        and all(b - a + 1 >= limits.hole_target for a, b in target_holes)
        and all(x[1] + 1 < y[0] for x, y in itertools.pairwise(source_holes))
        and all(x[1] < y[0] for x, y in itertools.pairwise(target_holes))
        and not (limits.tight and any(is_loose(hole, sentence) for hole in holes))
        and any(j in target_words for _, j in sentence.links)
        and bool(source_words)
    )


def spell(whole: Pair, holes: tuple[Pair, ...], sentence: Sentence) -> Rule:
    by_source = sorted(holes, key=lambda h: h.source_begin)
    number = {hole: f"[X,{k + 1}]" for k, hole in enumerate(by_source)}
    source, target = [], []
    source_at, target_at = {}, {}
    i = whole.source_begin
    while i <= whole.source_end:
        hole = next((h for h in holes if h.source_begin == i), None)
        source_at[i] = len(source)
        source.append(GAP if hole else sentence.source[i])
        i = hole.source_end + 1 if hole else i + 1
    j = whole.target_begin
    while j <= whole.target_end:
        hole = next((h for h in holes if h.target_begin == j), None)
        target_at[j] = len(target)
        target.append(number[hole] if hole else sentence.target[j])
        j = hole.target_end + 1 if hole else j + 1
    covered = {i for h in holes for i in range(h.source_begin, h.source_end + 1)}
    links = {(source_at[h.source_begin], target_at[h.target_begin]) for h in holes}
    links |= {
        (source_at[i], target_at[j])
        for i, j in sentence.links
        if whole.source_begin <= i <= whole.source_end and i not in covered
    }
    return Rule(tuple(source), tuple(target), frozenset(links))


def extract(sentence: Sentence, limits: RuleSettings) -> Counter[Rule]:
    """Rules with fractional counts: the rules of one phrase pair share a count of 1."""
    pairs = consistent_pairs(sentence, limits.span)
    found: Counter[Rule] = Counter()
    for whole in pairs:
        parts = [p for p in pairs if p != whole and inside(p, whole)]
        rules = [
            spell(whole, holes, sentence)
            for count in range(limits.gaps + 1)
            for holes in itertools.combinations(parts, count)
            if allowed(whole, holes, sentence, limits)
        ]
        for rule in rules:
            found[rule] += 1 / len(rules)  # type: ignore[assignment]
    return found


def plain(target: Side) -> Side:
    """A target side whose gaps are not told apart."""
    return tuple(GAP if symbol.startswith("[X,") else symbol for symbol in target)


def table(
    sentences: list[Sentence], limits: RuleSettings
) -> dict[tuple[str, str], tuple[list[float], list[float]]]:
    """(source, target) to four probabilities and three counts."""
    counts: defaultdict[tuple[Side, Side], Counter[frozenset[tuple[int, int]]]] = defaultdict(Counter)
    for sentence in sentences:
        for rule, count in extract(sentence, limits).items():
            counts[rule.source, rule.target][rule.links] += count
    forward, backward = word_probabilities(sentences)
    turned = {(e, f): p for (f, e), p in backward.items()}
    forward.update({(GAP, f"[X,{k}]"): 1.0 for k in (1, 2)})
    turned.update({(f"[X,{k}]", GAP): 1.0 for k in (1, 2)})
    result = {}
    for (source, target), variants in counts.items():
        joint = sum(variants.values())
        of_source = sum(sum(v.values()) for (f, _), v in counts.items() if f == source)
        of_target = sum(sum(v.values()) for (_, e), v in counts.items() if plain(e) == plain(target))
        rounded = Counter({links: round(count, 6) for links, count in variants.items()})
        flipped = Counter({frozenset((j, i) for i, j in v): count for v, count in rounded.items()})
        result[" ".join(source), " ".join(target)] = (
            [
                joint / of_target,
                lexical_weight(target, source, chosen_links(flipped, len(source)), turned),
                joint / of_source,
                lexical_weight(source, target, chosen_links(rounded, len(target)), forward),
            ],
            [of_target, of_source, joint],
        )
    return result
