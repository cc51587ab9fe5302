"""Tuners, slowly: every line at every point, every pair of every list."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np

from manyways.tune.base import Examples, Vector


def crossings(intercepts: list[int], slopes: list[int]) -> list[Fraction]:
    """Every place where two lines meet, ascending."""
    found = set()
    for i in range(len(slopes)):
        for j in range(i):
            if slopes[i] != slopes[j]:
                found.add(Fraction(intercepts[j] - intercepts[i], slopes[i] - slopes[j]))
    return sorted(found)


def between(points: list[Fraction]) -> list[Fraction]:
    """A point left of all, one between each two neighbours, one right of all."""
    if not points:
        return [Fraction(0)]
    middles = [(a + b) / 2 for a, b in pairwise(points)]
    return [points[0] - 1, *middles, points[-1] + 1]


def best_line(intercepts: list[int], slopes: list[int], x: Fraction) -> Fraction:
    """The height of the envelope at x."""
    return max(a + m * x for a, m in zip(intercepts, slopes, strict=True))


def on_line(
    examples: Examples,
    intercepts: list[int],
    slopes: list[int],
    limits: tuple[Fraction, Fraction] | None = None,
) -> list[tuple[float, float]]:
    """Where every interval on which the choice is the same begins, and its score; within limits."""
    offsets = examples.offsets
    pieces = [range(offsets[s], offsets[s + 1]) for s in range(len(offsets) - 1)]
    points: set[Fraction] = set()
    for rows in pieces:
        points |= set(crossings([intercepts[c] for c in rows], [slopes[c] for c in rows]))
    inner = sorted(x for x in points if limits is None or limits[0] < x < limits[1])
    tried = between(inner) if limits is None else between([limits[0], *inner, limits[1]])[1:-1]
    starts = [-np.inf if limits is None else float(limits[0]), *map(float, inner)]
    found: list[tuple[float, float]] = []
    before: list[int] = []
    for start, x in zip(starts, tried, strict=True):
        chosen = [max(rows, key=lambda c: (intercepts[c] + slopes[c] * x, -c)) for rows in pieces]
        if chosen != before:
            score = examples.metric.score(examples.statistics[chosen].sum(axis=0)).value
            found.append((start, examples.direction * score))
        before = chosen
    return found


def all_pairs(
    examples: Examples,
    gold: np.ndarray,
    threshold: int,
    weights: Vector,
    direction: Vector,
    *,
    weighted: bool = False,
) -> tuple[float, Vector, Vector]:
    """Loss, gradient and Hessian product of the squared hinge, pair by pair."""
    lists = [range(first, last) for first, last in pairwise(examples.offsets)]
    gaps = [gold[i] - gold[j] for each in lists for i in each for j in each if gold[i] - gold[j] > threshold]
    mean = sum(gaps) / len(gaps) if gaps else 1.0
    loss, gradient, product = 0.0, np.zeros(len(weights)), np.zeros(len(weights))
    for first, last in pairwise(examples.offsets):
        for i in range(first, last):
            for j in range(first, last):
                gap = examples.features[i] - examples.features[j]
                margin = 1 - float(weights @ gap)
                if gold[i] - gold[j] > threshold and margin > 0:
                    counts = (gold[i] - gold[j]) / mean if weighted else 1.0
                    loss += counts * margin**2
                    gradient -= counts * 2 * margin * gap
                    product += counts * 2 * gap * float(gap @ direction)
    count = len(examples.features)
    return loss / count, gradient / count, product / count


def mira(examples: Examples, start: Vector, rate: float, decay: float, epochs: int) -> tuple[Vector, Vector]:
    """Batch MIRA with BLEU on a single list, so that no order matters: the best average, and each's score."""
    features, statistics = examples.features, examples.statistics
    background = np.ones(statistics.shape[1])
    weights, visited, best, history = start, [], start, []
    for _ in range(epochs):
        scores = features @ weights
        size = background[1] + statistics[:, 1].mean()
        gains = np.array([size * bleu(row + background) for row in statistics])
        hope, fear = int((scores + gains).argmax()), int((scores - gains).argmax())
        if gains[hope] > gains[fear]:
            gap = features[hope] - features[fear]
            loss = gains[hope] - gains[fear] - (scores[hope] - scores[fear])
            if loss > 0 and gap.any():
                weights = weights + min(rate, loss / (gap @ gap)) * gap
                visited.append(weights)
            background = decay * background + statistics[hope]
        average = np.mean(visited, axis=0) if visited else weights
        history.append(examples.value(average))
        if history[-1] > max(history[:-1], default=-np.inf):
            best = average
    return best, np.array(history)


def bleu(row: Vector) -> float:
    """From 0 to 1: (length, reference length, four numbers of matches, four totals)."""
    precision = np.exp(np.log(row[2:6] / row[6:10]).mean())
    return float(precision * np.exp(min(0.0, 1.0 - row[1] / row[0])))
