"""Exact decoding by the definitions: a table of all coverages, and the relaxed graph as a linear program.

model, table = random_model(seed, folder, order=2)
best_score(model, words, limit, space)            # exhaustive; None if no derivation exists
graph = relaxed_graph(model, words, limit, tight=True)
solve(graph, whole=False)                         # the LP that every dual value bounds from above
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csr_array

from tests.oracles.derivations import Pair, TinyModel

Words = tuple[str, ...]


@dataclass(frozen=True)
class Last:
    """What a phrase must know of all before it."""

    start: int
    end: int
    forward: tuple[float, ...] | None
    context: Words


FIRST = Last(0, 0, None, ("<s>",))


class Steps:
    """The score of a phrase after another, and of the end."""

    def __init__(self, model: TinyModel) -> None:
        self.model = model
        self.weights = model.weights.components()
        self.keep = max(each.order for each in model.backoffs.values()) - 1

    def language(self, context: Words, words: Words) -> float:
        total = 0.0
        for name, backoff in self.model.backoffs.items():
            history = context
            for word in words:
                total += self.weights[name] * backoff.word_score(history, word)
                history = (*history, word)
        return total

    def step(self, last: Last, start: int, end: int, pair: Pair) -> tuple[float, Last]:
        w = self.weights
        total = self.language(last.context, pair.target) - w["Distortion0"] * abs(start - last.end)
        total += sum(w[f"TranslationModel0[{i}]"] * score for i, score in enumerate(pair.scores))
        total += w["PhrasePenalty0"] - w["WordPenalty0"] * len(pair.target)
        total -= 100 * w["UnknownWordPenalty0"] * pair.unknown
        if self.model.reordering:
            o = 0 if start == last.end else 1 if end == last.start else 2
            total += w[f"LexicalReordering0[{o}]"] * pair.reordering[o]
            if last.forward is not None:
                total += w[f"LexicalReordering0[{o + 3}]"] * last.forward[o]
        history = (*last.context, *pair.target)
        context = history[len(history) - self.keep :] if self.keep < len(history) else history
        forward = pair.reordering[3:] if self.model.reordering else None
        return total, Last(start if forward is not None else 0, end, forward, context)

    def finish(self, last: Last) -> float:
        return self.language(last.context, ("</s>",))


def spans(model: TinyModel, words: Words) -> list[tuple[int, int, Pair]]:
    n = len(words)
    return [
        (start, end, pair)
        for start in range(n)
        for end in range(start + 1, n + 1)
        for pair in model.options(words, start, end)
    ]


def best_score(model: TinyModel, words: Words, limit: int, space: str) -> float | None:
    """Every (coverage, last phrase, context), by the number of covered words."""
    steps, options, n = Steps(model), spans(model, words), len(words)
    layers: list[dict[tuple[int, Last], float]] = [{} for _ in range(n + 1)]
    layers[0][0, FIRST] = 0.0
    for count, layer in enumerate(layers[:n]):
        for (covered, last), score in layer.items():
            gap = next(i for i in range(n) if not covered >> i & 1)
            for start, end, pair in options:
                bits = (1 << end) - (1 << start)
                far = limit >= 0 and abs(start - last.end) > limit
                back = space == "gap" and limit >= 0 and start != gap and end - gap > limit
                if covered & bits or far or back:
                    continue
                gain, new = steps.step(last, start, end, pair)
                key, target = (covered | bits, new), layers[count + end - start]
                target[key] = max(target.get(key, -np.inf), score + gain)
    return max((score + steps.finish(last) for (_, last), score in layers[n].items()), default=None)


@dataclass
class RelaxedGraph:
    """Node 0 is the start, node 1 the end; edges (tail, head, score, first word, word behind the last)."""

    length: int
    nodes: int = 2
    edges: list[tuple[int, int, float, int, int]] = field(default_factory=list)


def relaxed_graph(model: TinyModel, words: Words, limit: int, *, tight: bool) -> RelaxedGraph:
    """All sequences that translate as many words as there are: the seed's Y'', or (tight) its Y'.

    Y' remembers the block of words [l, m) around the last phrase and never enters it again.
    """
    steps, options, n = Steps(model), spans(model, words), len(words)
    graph = RelaxedGraph(n)
    State = tuple[Last, int, int]
    layers: list[dict[State, int]] = [{} for _ in range(n + 1)]
    layers[0][FIRST, 0, 0] = 0
    for count, layer in enumerate(layers[:n]):
        for (last, low, high), tail in layer.items():
            for start, end, pair in options:
                if count + end - start > n or (limit >= 0 and abs(start - last.end) > limit):
                    continue
                if tight and start < high and end > low:
                    continue
                gain, new = steps.step(last, start, end, pair)
                block = _block(low, high, start, end) if tight else (0, 0)
                heads = layers[count + end - start]
                head = heads.setdefault((new, *block), graph.nodes)
                graph.nodes = max(graph.nodes, head + 1)
                graph.edges.append((tail, head, gain, start, end))
    for (last, _, _), tail in layers[n].items():
        graph.edges.append((tail, 1, steps.finish(last), 0, 0))
    return graph


def _block(low: int, high: int, start: int, end: int) -> tuple[int, int]:
    if low < high and start == high:
        return low, end
    if low < high and end == low:
        return start, high
    return start, end


def solve(graph: RelaxedGraph, *, whole: bool) -> float | None:
    """One unit of flow from start to end that covers each word once; `whole`: not in fractions."""
    tails, heads, scores, starts, ends = (np.array(column) for column in zip(*graph.edges, strict=True))
    edge = np.arange(len(tails))
    words = [np.flatnonzero((starts <= i) & (i < ends)) for i in range(graph.length)]
    rows = np.concatenate([tails, heads, *(np.full(len(w), graph.nodes + i) for i, w in enumerate(words))])
    columns = np.concatenate([edge, edge, *words])
    values = np.concatenate([-np.ones(len(edge)), np.ones(len(columns) - len(edge))])
    right = np.zeros(graph.nodes + graph.length)
    right[0], right[1], right[graph.nodes :] = -1, 1, 1
    matrix = csr_array((values, (rows, columns)), shape=(len(right), len(edge)))
    constraints = LinearConstraint(matrix, right, right)
    found = milp(-scores, constraints=constraints, integrality=int(whole) * np.ones(len(edge)), bounds=(0, 1))
    return None if found.x is None else -float(found.fun)
