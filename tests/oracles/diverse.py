"""Selection and rounds of diverse decoding by their definitions: every candidate looked at, every time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from manyways.diverse import Dissimilarity, DiverseSettings


def first_best(values: dict[int, float], slack: float = 0.0) -> int:
    """The lowest key whose value is the highest."""
    highest = max(values.values())
    return min(key for key, value in values.items() if value >= highest - slack)


def pick(
    method: str,
    texts: Sequence[str],
    scores: Sequence[float],
    size: int,
    strength: float,
    near: Dissimilarity,
    by_length: bool = False,
) -> list[int]:
    """The candidates picked, in order. by_length: what is shared or new counts per ten n-grams."""
    value = {"greedy": greedy_value, "coverage": coverage_value, "dpp": dpp_value}[method]
    sums = [sum(near.orders[len(gram)] * n for gram, n in near.counts(text).items()) for text in texts]
    lengths = [total / 10 if by_length and total else 1.0 for total in sums]
    picked: list[int] = []
    while len(picked) < min(size, len(texts)):
        values = {
            c: scores[c] + strength * value([texts[p] for p in picked], texts[c], near) / lengths[c]
            for c in range(len(texts))
            if c not in picked
        }
        picked.append(first_best(values, 1e-9))
    return picked


def greedy_value(picked: list[str], text: str, near: Dissimilarity) -> float:
    return sum(near.between(p, text) for p in picked)


def coverage_value(picked: list[str], text: str, near: Dissimilarity) -> float:
    known = {gram for p in picked for gram in near.counts(p)}
    lengths = {len(p.split()) for p in picked}
    new = sum(near.orders[len(gram)] for gram in near.counts(text) if gram not in known)
    return new + (near.trait("length") if len(text.split()) not in lengths else 0.0)


def dpp_value(picked: list[str], text: str, near: Dissimilarity) -> float:
    """log of the share of the text that the picked ones do not explain: the ratio of two determinants."""
    kernel = cosines([*picked, text], near)
    across = kernel[-1, :-1]
    explained = across @ np.linalg.pinv(kernel[:-1, :-1], rcond=1e-9) @ across if picked else 0.0
    return math.log(max(1.0 - explained, 1e-10))


def cosines(texts: list[str], near: Dissimilarity) -> np.ndarray:
    dots = np.array([[-near.between(a, b) for b in texts] for a in texts])
    lengths = np.sqrt(np.where(np.diag(dots) > 0, np.diag(dots), 1.0))
    kernel = dots / lengths[:, None] / lengths[None, :]
    np.fill_diagonal(kernel, 1.0)
    return kernel


Edges = Sequence[tuple[int, int, tuple[str, ...], int, int]]  # from, to, words, score, distance jumped
Ways = dict[tuple[str, int], float]  # the best score of each text with each total distance


def best_ways(edges: Edges) -> Ways:
    """Every text that a path from node 0 to node 3 reads, by the distance jumped, with its best score."""
    best: Ways = {}

    def walk(node: int, words: tuple[str, ...], score: float, jumped: int) -> None:
        if node == 3:
            way = (" ".join(words), jumped)
            best[way] = max(best.get(way, -math.inf), score)
        for start, end, more, value, jump in edges:
            if start == node:
                walk(end, words + more, score + value, jumped + jump)

    walk(0, (), 0.0, 0)
    return best


def best_of_texts(ways: Ways) -> dict[str, float]:
    best: dict[str, float] = {}
    for (text, _), score in ways.items():
        best[text] = max(best.get(text, -math.inf), score)
    return best


@dataclass(frozen=True)
class Task:
    """Rounds on a graph: every text with its best scores, and the dials."""

    ways: Ways
    rounds: int
    each: int
    strength: float
    near: Dissimilarity
    distinct: bool = True
    slack: float = 1e-9

    @staticmethod
    def of(ways: Ways, settings: DiverseSettings) -> Task:
        near, distinct = settings.dissimilarity, settings.distinct
        return Task(ways, settings.rounds, settings.each, settings.strength, near, distinct)

    def explains(
        self,
        found: list[str],
        winners: tuple[tuple[str, int], ...] = (),
        known: frozenset[str] = frozenset(),
    ) -> bool:
        """Whether the rounds can give this merged list. Ties leave a choice: any that explains it will do.

        A text that an earlier round found falls out, so the round's other texts must be the next of the list.
        """
        values = {
            way: score + self.strength * self._value(winners, way)
            for way, score in self.ways.items()
            if not (self.distinct and way[0] in known)
        }
        if len(winners) == self.rounds or not values:
            return not found
        wanted = sorted(best_of_texts(values).values(), reverse=True)[: self.each]
        return any(
            self.explains(found[len(new) :], (*winners, choice[0]), known.union(text for text, _ in choice))
            for choice in self._choices(values, wanted)
            if found[: len(new := [text for text, _ in choice if text not in known])] == new
        )

    def _value(self, winners: tuple[tuple[str, int], ...], way: tuple[str, int]) -> float:
        same = sum(jumped == way[1] for _, jumped in winners)
        words = greedy_value([text for text, _ in winners], way[0], self.near)
        return words - self.near.trait("reordering") * same

    def _choices(self, values: Ways, wanted: list[float]) -> Iterator[tuple[tuple[str, int], ...]]:
        if not wanted:
            yield ()
            return
        for way, value in values.items():
            if abs(value - wanted[0]) < self.slack:
                rest = {other: v for other, v in values.items() if other[0] != way[0]}
                for more in self._choices(rest, wanted[1:]):
                    yield (way, *more)
