"""Which pairs are one word in two scripts, and how words are spelt: the slow twin of
`core/text/letter_pairs.h`, `core/text/letter_model.h` and `core/text/transliterate.h`."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

__all__ = ["LetterModelOracle", "chances", "spellings", "units"]

Units = dict[tuple[str, str], float]
SINGLE, DOUBLE = ((1, 0), (0, 1), (1, 1)), ((1, 0), (1, 1), (1, 2))
START = {False: 0.02, True: 0.5}


def _ways(source: str, target: str, sizes: Sequence[tuple[int, int]]) -> list[list[tuple[str, str]]]:
    """Every way to cut a pair into units."""
    if not source and not target:
        return [[]]
    return [
        [(source[:a], target[:b]), *rest]
        for a, b in sizes
        if a <= len(source) and b <= len(target)
        for rest in _ways(source[a:], target[b:], sizes)
    ]


def _product(way: list[tuple[str, str]], known: Units | None) -> float:
    return math.prod(1e-3 if known is None else known.get(unit, 0.0) for unit in way)


def _improved(
    ways: list[list[list[tuple[str, str]]]], weights: list[float], known: Units | None
) -> Units | None:
    counts: defaultdict[tuple[str, str], float] = defaultdict(float)
    for each, weight in zip(ways, weights, strict=True):
        total = sum(_product(way, known) for way in each)
        if weight < 1e-3 or total == 0:
            continue
        for way in each:
            for unit in way:
                counts[unit] += weight * _product(way, known) / total
    kept = {unit: count for unit, count in counts.items() if count > 1e-3}
    return {unit: count / sum(kept.values()) for unit, count in kept.items()}


def chances(pairs: list[tuple[str, str]], names: list[bool]) -> list[float]:
    ways = [_ways(*pair, SINGLE) for pair in pairs]
    sides = [Counter("".join(pair[side] for pair in pairs)) for side in (0, 1)]
    shares = [{c: n / sum(side.values()) for c, n in side.items()} for side in sides]
    noise = [math.prod(shares[side][c] for side in (0, 1) for c in pair[side]) for pair in pairs]
    chance, known = dict(START), None
    found = [START[name] for name in names]
    for iteration in range(12):
        if iteration:
            sums = [sum(_product(way, known) for way in each) for each in ways]
            found = [
                chance[name] * total / (chance[name] * total + (1 - chance[name]) * other) if total else 0.0
                for name, total, other in zip(names, sums, noise, strict=True)
            ]
            for kind in (False, True):
                own = [each for each, name in zip(found, names, strict=True) if name == kind]
                chance[kind] = sum(own) / len(own) if own else chance[kind]
        known = _improved(ways, found, known)
    return found


def units(pairs: list[tuple[str, str]], weights: list[float]) -> Units:
    ways = [_ways(*pair, DOUBLE) for pair in pairs]
    known: Units | None = None
    for _ in range(10):
        known = _improved(ways, weights, known)
    assert known is not None
    return known


class LetterModelOracle:
    """Each letter by the four before it, after Witten and Bell."""

    def __init__(self, words: Sequence[str]) -> None:
        self.behind: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for word in words:
            padded = f"^^^^{word}$"
            for at in range(4, len(padded)):
                for size in range(5):
                    self.behind[padded[at - size : at]][padded[at]] += 1

    def score(self, before: str, letter: str) -> float:
        context, value = f"^^^^{before}"[-4:], 0.0
        for size in range(5):
            seen = self.behind.get(context[4 - size :])
            if seen is None:
                break
            if size == 0:
                value = (seen[letter] + 0.1) / (seen.total() + 10)
            else:
                value = (seen[letter] + len(seen) * value) / (seen.total() + len(seen))
        return math.log(value)

    def word(self, word: str) -> float:
        return sum(self.score(word[:at], c) for at, c in enumerate(f"{word}$"))


def spellings(word: str, known: Units, words: Sequence[str]) -> dict[str, float]:
    """All spellings of a word with their scores; nothing is dropped on the way."""
    totals: Counter[str] = Counter()
    for (_, target), value in known.items():
        totals[target] += value  # type: ignore[assignment]
    model = LetterModelOracle(words)
    sums: dict[str, float] = {"": 1.0}
    for letter in word:
        longer: defaultdict[str, float] = defaultdict(float)
        for before, value in sums.items():
            for (source, target), probability in known.items():
                if source == letter:
                    longer[before + target] += (
                        value * probability / (math.sqrt(totals[target]) if target else 1)
                    )
        sums = longer
    return {text: math.log(value) + model.word(text) / 2 for text, value in sums.items() if text}
