"""Clustering, slowly: everything is counted anew for every step.

The mutual information of classes is, but for constants, the sum of F(n_ab) over pairs of classes less that of
m_a log n_a, F(x) = x log x. Each term is rounded to whole units, so that equal sums are equal.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence

Sentences = Sequence[Sequence[str]]
Merge = tuple[int, int, float]


class Text:
    """Words by falling count (the first in the text first) and the pairs that stand side by side."""

    def __init__(self, sentences: Sentences, least: int) -> None:
        counts = Counter(word for sentence in sentences for word in sentence)
        kept = [word for word in counts if counts[word] >= least]
        self.words = sorted(kept, key=lambda word: -counts[word])
        self.counts = [counts[word] for word in self.words]
        rank = {word: i for i, word in enumerate(self.words)}
        self.pairs = Counter(
            (rank[a], rank[b])
            for sentence in sentences
            for a, b in itertools.pairwise(sentence)
            if a in rank and b in rank
        )
        total = max(2, 2 * sum(self.pairs.values()))
        room = 51 - math.ceil(math.log2(total * max(1.0, math.log2(total))))
        self.scale = 2.0 ** min(30, max(0, room))

    def units(self, classes: dict[int, int]) -> int:
        """What the classes tell, in whole units; words without a class are not there."""
        together: Counter[tuple[int, int]] = Counter()
        stands: Counter[int] = Counter()
        occurs: Counter[int] = Counter()
        for (a, b), count in self.pairs.items():
            if a in classes and b in classes:
                together[classes[a], classes[b]] += count
                stands[classes[a]] += count
                stands[classes[b]] += count
        for word, name in classes.items():
            occurs[name] += self.counts[word]
        gained = sum(round(n * math.log2(n) * self.scale) for n in together.values())
        return gained - sum(round(stands[name] * math.log2(n) * self.scale) for name, n in occurs.items())

    def information(self, classes: Sequence[int]) -> float:
        """The mutual information of neighbouring classes by its definition."""
        total, words = sum(self.pairs.values()), sum(self.counts)
        together: Counter[tuple[int, int]] = Counter()
        occurs: Counter[int] = Counter()
        for (a, b), count in self.pairs.items():
            together[classes[a], classes[b]] += count
        for word, count in enumerate(self.counts):
            occurs[classes[word]] += count
        return sum(
            n / total * math.log2(n / total / (occurs[a] / words * occurs[b] / words))
            for (a, b), n in together.items()
        )


def brown(text: Text, number: int) -> tuple[list[int], list[Merge]]:
    """The class of each word, numbered by their most frequent words; then which merge until one is left."""
    classes: dict[int, int] = {}
    for word in range(len(text.words)):
        classes[word] = word
        if len(set(classes.values())) > number:
            classes, _ = _merged(text, classes)
    names = sorted(set(classes.values()))
    found = [names.index(classes[word]) for word in range(len(text.words))]
    merges: list[Merge] = []
    while len(set(classes.values())) > 1:
        classes, (a, b, loss) = _merged(text, classes)
        merges.append((names.index(a), names.index(b), loss))
    return found, merges


def _merged(text: Text, classes: dict[int, int]) -> tuple[dict[int, int], Merge]:
    """A class is named by its most frequent word; of equal losses the lowest two names win."""
    before = text.units(classes)
    names = sorted(set(classes.values()))
    best = None
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            joined = {word: a if name == b else name for word, name in classes.items()}
            loss = before - text.units(joined)
            if best is None or loss < best[0]:
                best = (loss, a, b, joined)
    assert best is not None
    return best[3], (best[1], best[2], best[0] / text.scale)


def exchange(text: Text, number: int, *, sweeps: int, batch: int) -> list[int]:
    """The class of each word, numbered by their most frequent words."""
    number = min(number, len(text.words))
    classes = {word: word % number for word in range(len(text.words))}
    for _ in range(sweeps):
        moved = False
        for start in range(0, len(classes), batch):
            words = range(start, min(start + batch, len(classes)))
            best = {word: _best(text, classes, word, number) for word in words}
            for word in words:
                alone = list(classes.values()).count(classes[word]) == 1
                there = {**classes, word: best[word]}
                if not alone and text.units(there) > text.units(classes):
                    classes, moved = there, True
        if not moved:
            break
    order = list(dict.fromkeys(classes.values()))
    return [order.index(classes[word]) for word in range(len(text.words))]


def _best(text: Text, classes: dict[int, int], word: int, number: int) -> int:
    at = classes[word]
    units = [text.units({**classes, word: each}) for each in range(number)]
    return at if units[at] == max(units) else units.index(max(units))
