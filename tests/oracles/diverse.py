"""Selection and rounds of diverse decoding by their definitions: every candidate looked at, every time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from manyways.diverse import Dissimilarity


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
) -> list[int]:
    """The candidates picked, in order."""
    value = {"greedy": greedy_value, "coverage": coverage_value, "dpp": dpp_value}[method]
    picked: list[int] = []
    while len(picked) < min(size, len(texts)):
        values = {
            c: scores[c] + strength * value([texts[p] for p in picked], texts[c], near)
            for c in range(len(texts))
            if c not in picked
        }
        picked.append(first_best(values, 1e-9))
    return picked


def greedy_value(picked: list[str], text: str, near: Dissimilarity) -> float:
    return sum(near.between(p, text) for p in picked)


def coverage_value(picked: list[str], text: str, near: Dissimilarity) -> float:
    known = {gram for p in picked for gram in near.counts(p)}
    return sum(near.orders[len(gram)] for gram in near.counts(text) if gram not in known)


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


def best_of_each_text(edges: Sequence[tuple[int, int, tuple[str, ...], int]]) -> dict[str, float]:
    """Every text that a path from node 0 to node 3 reads, with its best score."""
    best: dict[str, float] = {}

    def walk(node: int, words: tuple[str, ...], score: float) -> None:
        if node == 3:
            text = " ".join(words)
            best[text] = max(best.get(text, -math.inf), score)
        for start, end, more, value in edges:
            if start == node:
                walk(end, words + more, score + value)

    walk(0, (), 0.0)
    return best


@dataclass(frozen=True)
class Task:
    """Rounds on a graph: every text with its best score, and the dials."""

    texts: dict[str, float]
    rounds: int
    each: int
    strength: float
    near: Dissimilarity
    distinct: bool = True
    slack: float = 1e-9

    def explains(
        self, found: list[str], winners: tuple[str, ...] = (), known: frozenset[str] = frozenset()
    ) -> bool:
        """Whether the rounds can give this merged list. Ties leave a choice: any that explains it will do.

        A text that an earlier round found falls out, so the round's other texts must be the next of the list.
        """
        values = {
            text: score + self.strength * greedy_value(list(winners), text, self.near)
            for text, score in self.texts.items()
            if not (self.distinct and text in winners)
        }
        if len(winners) == self.rounds or not values:
            return not found
        wanted = sorted(values.values(), reverse=True)[: self.each]
        return any(
            self.explains(found[len(new) :], (*winners, choice[0]), known.union(choice))
            for choice in self._choices(values, wanted)
            if found[: len(new := [text for text in choice if text not in known])] == new
        )

    def _choices(self, values: dict[str, float], wanted: list[float]) -> Iterator[tuple[str, ...]]:
        if not wanted:
            yield ()
            return
        for text, value in values.items():
            if abs(value - wanted[0]) < self.slack:
                rest = {t: v for t, v in values.items() if t != text}
                for more in self._choices(rest, wanted[1:]):
                    yield (text, *more)
