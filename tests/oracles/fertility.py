"""Further links by fertility, slowly: dictionaries of rates, every formula of core/align/fertility.h."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

Link = tuple[int, int]
Pair = tuple[Sequence[int], Sequence[int]]
REACH, UNLINKED = 4, 99


class Numbers(NamedTuple):
    """As in FertilitySettings."""

    passes: int
    prior: float
    threshold: float
    least_rate: float


def further_links(pairs: Sequence[Pair], links: Sequence[set[Link]], numbers: Numbers) -> list[set[Link]]:
    """The links given and the further ones of both directions."""
    turned = [(f, e) for e, f in pairs]
    across = [{(j, i) for i, j in row} for row in links]
    forward = _direction(pairs, links, numbers)
    backward = _direction(turned, across, numbers)
    rows = zip(links, forward, backward, strict=True)
    return [old | one | {(i, j) for j, i in two} for old, one, two in rows]


def _distance(i: int, j: int, links: set[Link]) -> int:
    """Class of the distance of word j to the nearest partner of i, the first of two as near."""
    partners = sorted(b for a, b in links if a == i)
    if not partners:
        return UNLINKED
    nearest = min(partners, key=lambda b: min(abs(j - b), REACH))
    return max(-REACH, min(REACH, j - nearest))


def _direction(pairs: Sequence[Pair], links: Sequence[set[Link]], numbers: Numbers) -> list[set[Link]]:
    occurrences: dict[int, int] = defaultdict(int)
    linked: dict[Link, int] = defaultdict(int)
    free: list[tuple[int, int, list[int]]] = []  # sentence, position, classes of all owners
    for s, (e, f) in enumerate(pairs):
        for word in e:
            occurrences[word] += 1
        for i, j in links[s]:
            linked[e[i], f[j]] += 1
        for j in range(len(f)):
            if all(b != j for _, b in links[s]):
                free.append((s, j, [_distance(i, j, links[s]) for i in range(len(e))]))

    classes = [*range(-REACH, REACH + 1), UNLINKED]
    places = {c: sum(row.count(c) for _, _, row in free) for c in classes}
    alone: dict[int, float] = defaultdict(float)  # how often a word is free, in a sentence
    for s, j, _ in free:
        alone[pairs[s][1][j]] += 1 / len(pairs)
    counts: dict[Link, float] = defaultdict(float)
    nulls: dict[int, float] = defaultdict(float)
    for s, j, row in free:
        nulls[pairs[s][1][j]] += 0.5
        for i in range(len(row)):
            counts[pairs[s][0][i], pairs[s][1][j]] += 1
    weights = _weights({c: float(n) for c, n in places.items()}, places)

    def rate(s: int, i: int, j: int, c: int) -> float:
        e, f = pairs[s][0][i], pairs[s][1][j]
        return (counts[e, f] + (linked[e, f] if c == UNLINKED else 0)) / (occurrences[e] + numbers.prior)

    def posteriors(s: int, j: int, row: list[int]) -> tuple[list[float], float]:
        scores = [rate(s, i, j, c) * weights[c] for i, c in enumerate(row)]
        null = nulls[pairs[s][1][j]] / len(pairs) + 1e-9
        total = sum(scores) + null
        return [score / total for score in scores], null / total

    for _ in range(numbers.passes):
        fresh: dict[Link, float] = defaultdict(float)
        fresh_nulls: dict[int, float] = defaultdict(float)
        mass = dict.fromkeys(classes, 0.0)
        for s, j, row in free:
            shares, null = posteriors(s, j, row)
            fresh_nulls[pairs[s][1][j]] += null
            for i, share in enumerate(shares):
                fresh[pairs[s][0][i], pairs[s][1][j]] += share
                mass[row[i]] += share
        counts, nulls, weights = fresh, fresh_nulls, _weights(mass, places)
    found: list[set[Link]] = [set() for _ in pairs]
    for s, j, row in free:
        for i, share in enumerate(posteriors(s, j, row)[0]):
            least = max(numbers.least_rate, alone[pairs[s][1][j]])
            if share > numbers.threshold and rate(s, i, j, row[i]) > least:
                found[s].add((i, j))
    return found


def _weights(mass: dict[int, float], places: dict[int, int]) -> dict[int, float]:
    """How much likelier a class is than its places alone make it, tempered."""
    ratio = {c: (mass[c] + 1) / (places[c] + 1) for c in places}
    mean = sum(ratio[c] * places[c] for c in places) / max(1, sum(places.values()))
    return {c: (ratio[c] / mean) ** 0.3 if mean else 1.0 for c in places}
