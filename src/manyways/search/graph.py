"""A search graph from Python: best, lists, samples, penalties, pruning, export.

graph = search.graphs(["das ist ein haus"])[0]
graph.best().text
graph.kbest(1000)                              # distinct texts, best first
graph.sample(100, temperature=2.0, seed=1)
graph.penalised({("a", "house"): -0.5})        # best when each occurrence costs 0.5
graph.write("graph.fst")                       # .fst OpenFst text, .json, .plf
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways._core import graph as core
from manyways.errors import ConfigError, InputError
from manyways.files import atomic_write
from manyways.search.results import grouped
from manyways.search.rows import Rows
from manyways.text.column import TextColumn
from manyways.text.protect import unshield

__all__ = ["Graph", "GraphCandidate", "GraphCandidates", "GraphCompletion"]

_MOST = 10_000_000  # candidates at once; the core knows the same limit


@dataclass(frozen=True)
class GraphCandidate:
    """A translation out of a graph."""

    text: str
    score: float
    features: dict[str, float | list[float]]


@dataclass(frozen=True)
class GraphCompletion:
    """A translation that begins with what was typed: its first `kept` words stand for it.

    edits: words that were typed and are not there, and others between them.
    """

    words: tuple[str, ...]
    kept: int
    edits: int
    score: float


class GraphCandidates(Rows[GraphCandidate]):
    """Translations out of a graph, in columns."""

    def __init__(self, found: core.Candidates, feature_names: Sequence[str]) -> None:
        self.feature_names = tuple(feature_names)
        self.texts = TextColumn(found.take_text(), found.take_text_offsets())
        self.scores: npt.NDArray[np.float64] = found.take_scores()
        self.features: npt.NDArray[np.float64] = found.take_features(len(self.feature_names))

    def __len__(self) -> int:
        return len(self.scores)

    def _row(self, i: int) -> GraphCandidate:
        features = grouped(self.feature_names, self.features[i].tolist())
        return GraphCandidate(self.texts[i], float(self.scores[i]), features)


def _check_size(size: int) -> None:
    if not 0 <= size <= _MOST:
        raise ConfigError("size", size, f"0 to {_MOST:,}")


class Graph:
    """All derivations that a search kept; never changed, operations give new ones."""

    def __init__(self, graph: core.Hypergraph) -> None:
        self.core = graph

    @property
    def feature_names(self) -> tuple[str, ...]:
        return tuple(self.core.feature_names)

    def __repr__(self) -> str:
        return f"Graph({self.core.nodes} nodes, {self.core.edges} edges)"

    def best(self) -> GraphCandidate:
        found = self.kbest(1)
        if not found:
            raise InputError("the graph has no derivation")
        best: GraphCandidate = found[0]
        return best

    def kbest(self, size: int, *, distinct: bool = True) -> GraphCandidates:
        """Up to `size`, best first; with `distinct` no text twice."""
        _check_size(size)
        return GraphCandidates(self.core.kbest(size, distinct), self.feature_names)

    def sample(self, size: int, *, temperature: float = 1.0, seed: int) -> GraphCandidates:
        """Derivations drawn with probability ~ exp(score / temperature)."""
        _check_size(size)
        if not temperature > 0:
            raise ConfigError("temperature", temperature, "positive")
        return GraphCandidates(self.core.sample(size, 1.0 / temperature, seed), self.feature_names)

    def penalised(self, weights: Mapping[tuple[str, ...], float], size: int = 1) -> GraphCandidates:
        """The best distinct texts when every occurrence of a word sequence adds its weight.

        Scores include the weights; features do not.
        """
        found = self.core.penalised([list(words) for words in weights], list(weights.values()), size)
        return GraphCandidates(found, self.feature_names)

    def complete(self, prefix: Sequence[str], *, begun: bool = False) -> GraphCompletion | None:
        """The best translation that begins with these words, whatever their case; None of an empty graph.

        begun: the last one may be the beginning of a word. Where no translation begins so, the fewest words
        are left out, replaced or put in, and then the best score wins.
        """
        known: dict[str, list[int]] = {}
        for number, word in enumerate(self.core.vocabulary):
            known.setdefault(unshield(word).casefold(), []).append(number)
        typed = [unshield(word).casefold() for word in prefix]
        places = [known.get(word, []) for word in typed]
        if begun and typed:
            places[-1] = [n for word, numbers in known.items() if word.startswith(typed[-1]) for n in numbers]
        for tolerant in (False, True) if all(places) else (True,):
            found, words, kept, edits, score = self.core.complete(places, tolerant)
            if found:
                return GraphCompletion(tuple(words), kept, edits, score)
        return None

    def ngrams(self, order: int = 4, *, scale: float = 1.0) -> dict[str, tuple[float, float]]:
        """Every n-gram: its expected count, and its probability to occur at all."""
        return {text: (count, p) for text, count, p in self.core.ngrams(order, scale)}

    def mbr(self, *, scale: float = 1.0, density: float = 20.0) -> GraphCandidate:
        """The consensus translation: linear gain over the lattice's n-grams."""
        found = GraphCandidates(self.core.lattice_mbr(scale, density=density), self.feature_names)
        best: GraphCandidate = found[0]
        return best

    def pruned(
        self, *, margin: float | None = None, posterior: float | None = None, density: float | None = None
    ) -> Graph:
        """Only edges within `margin` of the best, or above a posterior, or `density` per word."""
        graph = self.core
        if margin is not None:
            graph = graph.prune_by_score(margin)
        if posterior is not None:
            graph = graph.prune_by_posterior(posterior)
        if density is not None:
            graph = graph.prune_by_density(density)
        return Graph(graph)

    def __or__(self, other: Graph) -> Graph:
        return Graph(self.core.unite(other.core))

    # Export ------------------------------------------------------------------------------------------

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write JSON, OpenFst text (.fst) or Python lattice format (.plf), by suffix."""
        makers = {".json": lambda: json.dumps(self.to_json()), ".fst": self.to_openfst, ".plf": self.to_plf}
        suffix = Path(path).suffix
        if suffix not in makers:
            raise InputError(
                f"no graph format has the suffix {suffix!r}", path=path, remedy="Use .json, .fst or .plf."
            )
        with atomic_write(path) as out:
            out.write(makers[suffix]() + "\n")

    def to_json(self) -> dict[str, Any]:
        """Nodes in order (tails before heads), the last is the goal; every edge with its features."""
        names = self.feature_names
        rows = zip(
            self.core.edge_heads.tolist(),
            self.core.edge_tails.tolist(),
            self.core.edge_labels.tolist(),
            self.core.edge_scores.tolist(),
            self.core.edge_features.tolist(),
            strict=True,
        )
        edges = [
            {
                "head": head,
                "tails": [tail for tail in tails if tail >= 0],
                "symbols": self.core.label_symbols(label),
                "source": list(self.core.label_span(label)),
                "score": score,
                "features": {n: v for n, v in zip(names, features, strict=True) if v},
            }
            for head, tails, label, score, features in rows
        ]
        return {"nodes": self.core.nodes, "features": list(names), "edges": edges}

    def word_arcs(self) -> list[tuple[int, int, str, float]]:
        """A lattice as (from, to, word, score) with one word on each arc; an edge's score is on its first.

        Positions are numbered in topological order from 0; the last is the goal. An edge without words is an
        arc with an empty word.
        """
        if not self.core.is_lattice:
            raise InputError("an edge of the graph has two tails: only lattices have word arcs")
        heads, tails = self.core.edge_heads.tolist(), self.core.edge_tails[:, 0].tolist()
        labels, scores = self.core.edge_labels.tolist(), self.core.edge_scores.tolist()
        chains = []
        for head, tail, label, score in zip(heads, tails, labels, scores, strict=True):
            words = [word for word in self.core.label_symbols(label) if isinstance(word, str)]
            chains.append((tail, head, words or [""], score))
        # Inner positions of a chain lie just before its head.
        inner = np.zeros(self.core.nodes + 1, dtype=np.int64)
        for _, head, words, _ in chains:
            inner[head] += len(words) - 1
        position = np.arange(self.core.nodes, dtype=np.int64) + np.cumsum(inner)[:-1] + 1
        free = (position - inner[:-1]).tolist()
        arcs = []
        for tail, head, words, score in chains:
            at = 0 if tail < 0 else int(position[tail])
            for i, word in enumerate(words):
                if i + 1 < len(words):
                    to = free[head]
                    free[head] += 1
                else:
                    to = int(position[head])
                arcs.append((at, to, word, score if i == 0 else 0.0))
                at = to
        return sorted(arcs, key=lambda arc: arc[:2])

    def to_openfst(self) -> str:
        """OpenFst's text form of an acceptor; weights are costs (minus the score)."""
        arcs = self.word_arcs()
        lines = [
            f"{a}\t{b}\t{word or '<eps>'}\t{word or '<eps>'}\t{-score:.9g}" for a, b, word, score in arcs
        ]
        return "\n".join([*lines, str(max((b for _, b, _, _ in arcs), default=0))])

    def to_plf(self) -> str:
        """Moses's Python lattice format: (word, exp(score), distance) arcs of each position."""
        arcs = self.word_arcs()
        columns: list[list[str]] = [[] for _ in range(max((b for _, b, _, _ in arcs), default=0))]
        for a, b, word, score in arcs:
            columns[a].append(f"({word or '*EPS*'!r}, {math.exp(score):.9g}, {b - a}),")
        return "(" + "".join(f"({''.join(column)})," for column in columns) + ")"
