"""Every derivation of a small hypergraph, written out: the twin of all that reads one."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st

from manyways._core.graph import Hypergraph, HypergraphBuilder

WORDS = ["a", "b", "c"]
FEATURES = ["x", "y"]


@dataclass(frozen=True)
class Derivation:
    score: float
    words: tuple[str, ...]
    features: tuple[float, ...]
    edges: tuple[int, ...]
    places: tuple[tuple[int, tuple[int, ...], int], ...] = ()
    """Edges, tails before heads and from left to right: where their own words stand, where all below end."""

    def steps(self) -> list[tuple[int, int, int, int]]:
        """Edge n covers the source words [n, n + 1): see Plan.build."""
        return [
            (n, n + 1, own[0], own[-1] + 1) if own else (n, n + 1, end, end) for n, own, end in self.places
        ]

    def links(self) -> list[tuple[int, int]]:
        return [(n + k, word) for n, own, _ in self.places for k, word in enumerate(own)]


@dataclass
class Plan:
    """A graph as data: nodes[n] is a list of edges (tails, symbols, score, features, delta)."""

    nodes: list[list[tuple[list[int], list[int], int, tuple[int, int], int]]] = field(default_factory=list)

    def build(self) -> Hypergraph:
        builder = HypergraphBuilder(FEATURES)
        for word in WORDS:
            builder.add_word(word)
        numbers = itertools.count()
        for edges in self.nodes:
            for tails, symbols, score, features, delta in edges:
                n = next(numbers)
                links = [(k, k) for k in range(sum(s >= 0 for s in symbols))]
                label = builder.add_label(symbols, [float(f) for f in features], n, n + 1, links)
                builder.add_edge(label, tails, float(score))
                if delta:
                    builder.add_delta(1, float(delta))
            builder.end_node()
        return builder.finish()

    def derivations(self) -> list[Derivation]:
        """Of the goal, best first; equal scores in no particular order."""
        found: list[list[Derivation]] = []
        number = 0
        for edges in self.nodes:
            here = []
            for tails, symbols, score, features, delta in edges:
                for below in itertools.product(*(found[t] for t in tails)):
                    words: list[str] = []
                    own_places: list[int] = []
                    places: list[tuple[int, tuple[int, ...], int]] = []
                    for s in symbols:
                        at = len(words)
                        if s >= 0:
                            own_places.append(at)
                            words.append(WORDS[s - 3])
                            continue
                        words += below[-1 - s].words
                        places += [
                            (n, tuple(w + at for w in ws), end + at) for n, ws, end in below[-1 - s].places
                        ]
                    places.append((number, tuple(own_places), len(words)))
                    own = np.add(np.array(features, dtype=float), [0, delta])
                    here.append(
                        Derivation(
                            score + sum(d.score for d in below),
                            tuple(words),
                            tuple(sum((np.array(d.features) for d in below), own)),
                            (number, *itertools.chain(*(d.edges for d in below))),
                            tuple(places),
                        )
                    )
                number += 1
            found.append(here)
        return sorted(found[-1], key=lambda d: -d.score) if found else []


def distinct(derivations: list[Derivation]) -> dict[tuple[str, ...], float]:
    best: dict[tuple[str, ...], float] = {}
    for d in derivations:
        best[d.words] = max(best.get(d.words, -math.inf), d.score)
    return best


def occurrences(words: tuple[str, ...], pattern: tuple[str, ...]) -> int:
    n = len(pattern)
    return sum(words[i : i + n] == pattern for i in range(len(words) - n + 1))


def gain(words: tuple[str, ...], references: list[list[str]], rewards: Sequence[float]) -> float:
    """rewards[0] for every word, rewards[n] for every n-gram that a reference has."""
    total = rewards[0] * len(words)
    for n in range(1, len(rewards)):
        known = {tuple(text[i : i + n]) for text in references for i in range(len(text) - n + 1)}
        total += rewards[n] * sum(words[i : i + n] in known for i in range(len(words) - n + 1))
    return total


def random_forest(draw: random.Random, *, letters: int = 3) -> Plan:
    """Nodes whose edges have two tails: words and pieces in any order, texts of up to some twenty words."""

    def words(most: int) -> list[int]:
        return [draw.randrange(3, 3 + letters) for _ in range(draw.randint(0, most))]

    plan = Plan([[([], words(2), -draw.randint(0, 3), (0, 0), 0) for _ in range(2)]])
    for node in range(1, draw.randint(3, 4)):
        edges = []
        for _ in range(draw.randint(1, 2)):
            tails = [draw.randrange(node) for _ in range(2)]
            symbols = [-1, -2, *words(2)]
            draw.shuffle(symbols)
            edges.append((tails, symbols, -draw.randint(0, 3), (0, 0), 0))
        plan.nodes.append(edges)
    return plan


@st.composite
def plans(draw: st.DrawFn, lattice: bool = False) -> Plan:
    """Few nodes, few words, small integer scores: ties and duplicates everywhere."""
    plan = Plan()
    size = draw(st.integers(1, 5))
    for node in range(size):
        edges = []
        for _ in range(draw(st.integers(0 if node else 1, 3))):
            arity = 0 if node == 0 else draw(st.integers(0 if not lattice else 1, 1 if lattice else 2))
            tails = [draw(st.integers(0, node - 1)) for _ in range(arity)]
            words = draw(st.lists(st.integers(3, 5), max_size=2))
            if lattice or arity == 0:
                symbols = ([-1] if arity else []) + words
            else:
                symbols = draw(st.permutations(words + [-1 - t for t in range(arity)]))
            score = draw(st.integers(-3, 0))
            features = (draw(st.integers(-1, 1)), draw(st.integers(-1, 1)))
            edges.append((tails, list(symbols), score, features, draw(st.integers(0, 1))))
        plan.nodes.append(edges)
    return plan


def edits(words: Sequence[str], prefix: Sequence[Sequence[str]]) -> int:
    """The fewest words left out, replaced or put in, for some beginning of `words` to be the prefix."""
    row = list(range(len(prefix) + 1))  # behind no word: all that is left out
    least = row[-1]
    for word in words:
        next_row = [row[0] + 1]
        for i, allowed in enumerate(prefix):
            next_row.append(min(row[i] + (word not in allowed), row[i + 1] + 1, next_row[i] + 1))
        row = next_row
        least = min(least, row[-1])
    return least


def completion(derivations: list[Derivation], prefix: Sequence[Sequence[str]]) -> tuple[int, float]:
    """The fewest edits, and with them the best score."""
    return min((edits(d.words, prefix), -d.score) for d in derivations)
