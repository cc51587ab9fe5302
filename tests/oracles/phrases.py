"""Phrase extraction and scoring the slow, obvious way."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass

Links = frozenset[tuple[int, int]]
NULL = "NULL"


@dataclass(frozen=True)
class Pair:
    """Source words begin..end and target words begin..end, ends included."""

    source_begin: int
    source_end: int
    target_begin: int
    target_end: int


@dataclass(frozen=True)
class Sentence:
    source: tuple[str, ...]
    target: tuple[str, ...]
    links: Links


def is_consistent(pair: Pair, links: Links) -> bool:
    inside = [
        (pair.source_begin <= i <= pair.source_end, pair.target_begin <= j <= pair.target_end)
        for i, j in links
    ]
    return all(a == b for a, b in inside) and any(a for a, _ in inside)


def consistent_pairs(sentence: Sentence, longest: int) -> set[Pair]:
    n, m = len(sentence.source), len(sentence.target)
    return {
        pair
        for a in range(n)
        for b in range(a, min(n, a + longest))
        for c in range(m)
        for d in range(c, min(m, c + longest))
        if is_consistent(pair := Pair(a, b, c, d), sentence.links)
    }


def is_link(i: int, j: int, sentence: Sentence) -> bool:
    edges = {(-1, -1), (len(sentence.source), len(sentence.target))}
    return (i, j) in sentence.links or (i, j) in edges


def turn(pair: Pair, sentence: Sentence, longest: int, kind: str, sides: bool, *, after: bool) -> int:
    """0 mono, 1 swap, 2 other or right, 3 left: where the neighbour in the target lies in the source."""
    row = pair.target_end + 1 if after else pair.target_begin - 1
    left, right = pair.source_begin - 1, pair.source_end + 1
    mono_at, swap_at = (right, left) if after else (left, right)
    blocks: set[Pair] = set()
    if kind == "phrase":
        blocks = consistent_pairs(sentence, longest)
    elif kind == "hierarchical":
        blocks = consistent_pairs(sentence, 10**6)
    near = {b for b in blocks if (b.target_begin if after else b.target_end) == row}
    towards_mono = {b.source_begin if after else b.source_end for b in near}
    towards_swap = {b.source_end if after else b.source_begin for b in near}
    mono, swap = is_link(mono_at, row, sentence), is_link(swap_at, row, sentence)
    if (mono and not swap) or mono_at in towards_mono:
        return 0
    if (swap and not mono) or swap_at in towards_swap:
        return 1
    if not sides:
        return 2
    if kind == "word":
        linked = {i for i, j in sentence.links if j == row}
        towards_mono = towards_swap = linked
    below = after  # past mono_at lie higher positions when looking after
    past_mono = any((i > mono_at) if below else (i < mono_at) for i in towards_mono)
    past_swap = any((i < swap_at) if below else (i > swap_at) for i in towards_swap)
    if kind == "word":
        mono, swap = mono or past_mono, swap or past_swap
        return 3 if swap and not mono else 2
    return 3 if past_swap and not past_mono else 2


def word_probabilities(
    sentences: list[Sentence],
) -> tuple[dict[tuple[str, str], float], dict[tuple[str, str], float]]:
    """w(e|f) and w(f|e), keyed (f, e); words without links are linked with NULL."""
    counts: Counter[tuple[str, str]] = Counter()
    for sentence in sentences:
        counts.update((sentence.source[i], sentence.target[j]) for i, j in sentence.links)
        linked_source = {i for i, _ in sentence.links}
        linked_target = {j for _, j in sentence.links}
        counts.update((w, NULL) for i, w in enumerate(sentence.source) if i not in linked_source)
        counts.update((NULL, w) for j, w in enumerate(sentence.target) if j not in linked_target)
    of_source: Counter[str] = Counter()
    of_target: Counter[str] = Counter()
    for (f, e), count in counts.items():
        of_source[f] += count
        of_target[e] += count
    forward = {(f, e): count / of_source[f] for (f, e), count in counts.items()}
    backward = {(f, e): count / of_target[e] for (f, e), count in counts.items()}
    return forward, backward


def lexical_weight(
    source: tuple[str, ...], target: tuple[str, ...], links: Links, table: dict[tuple[str, str], float]
) -> float:
    """Product over target words of the mean of table[(source word, target word)] over their links."""
    result = 1.0
    for j, word in enumerate(target):
        linked = [source[i] for i, jj in links if jj == j] or [NULL]
        result *= math.fsum(table[f, word] for f in linked) / len(linked)
    return result


def chosen_links(counts: Counter[Links], target_size: int) -> Links:
    """The most frequent links; of equally frequent, the last by the target words' lists of positions."""

    def key(links: Links) -> tuple[int, list[list[int]]]:
        lists = [sorted(i for i, jj in links if jj == j) for j in range(target_size)]
        return counts[links], lists

    return max(counts, key=key)


@dataclass
class Scored:
    scores: tuple[float, float, float, float]
    links: Links
    counts: tuple[int, int, int]
    reordering: tuple[float, ...]


def table(
    sentences: list[Sentence], longest: int, kind: str = "word", sides: bool = False
) -> dict[tuple[str, str], Scored]:
    """The phrase table: (source, target) to probabilities p(f|e) lex(f|e) p(e|f) lex(e|f), and the rest."""
    seen: defaultdict[tuple[tuple[str, ...], tuple[str, ...]], Counter[Links]] = defaultdict(Counter)
    turns: defaultdict[tuple[tuple[str, ...], tuple[str, ...]], list[tuple[int, int]]] = defaultdict(list)
    for sentence in sentences:
        for pair in consistent_pairs(sentence, longest):
            a, c = pair.source_begin, pair.target_begin
            key = sentence.source[a : pair.source_end + 1], sentence.target[c : pair.target_end + 1]
            links = frozenset(
                (i - a, j - c)
                for i, j in sentence.links
                if a <= i <= pair.source_end and c <= j <= pair.target_end
            )
            seen[key][links] += 1
            turns[key].append(
                (
                    turn(pair, sentence, longest, kind, sides, after=False),
                    turn(pair, sentence, longest, kind, sides, after=True),
                )
            )
    forward, backward = word_probabilities(sentences)
    backward = {(e, f): p for (f, e), p in backward.items()}
    result = {}
    for (source, target), variants in seen.items():
        joint = variants.total()
        of_source = sum(v.total() for (f, _), v in seen.items() if f == source)
        of_target = sum(v.total() for (_, e), v in seen.items() if e == target)
        links = chosen_links(variants, len(target))
        turned = Counter({frozenset((j, i) for i, j in v): count for v, count in variants.items()})
        other = chosen_links(turned, len(source))
        classes = 4 if sides else 3
        reordering = tuple(
            (sum(t[side] == each for t in turns[source, target]) + 0.5) / (joint + 0.5 * classes)
            for side in (0, 1)
            for each in range(classes)
        )
        result[" ".join(source), " ".join(target)] = Scored(
            (
                joint / of_target,
                lexical_weight(target, source, other, backward),
                joint / of_source,
                lexical_weight(source, target, links, forward),
            ),
            links,
            (of_target, of_source, joint),
            reordering,
        )
    return result
