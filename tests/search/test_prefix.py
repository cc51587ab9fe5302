"""Completing what was typed from a graph, against a twin that looks at every derivation."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways._core.graph import Hypergraph, HypergraphBuilder
from tests.oracles.hypergraphs import WORDS, Plan, completion, distinct, edits, plans, random_forest

PREFIXES = st.lists(st.lists(st.sampled_from(WORDS), max_size=2, unique=True), max_size=4)


def check(plan: Plan, prefix: Sequence[Sequence[str]]) -> None:
    graph, derivations = plan.build(), plan.derivations()
    numbers = {word: i for i, word in enumerate(graph.vocabulary)}
    symbols = [[numbers[word] for word in place] for place in prefix]
    found, words, kept, changed, score = graph.complete(symbols, True)
    assert found == bool(derivations)
    if not derivations:
        return
    assert (changed, -score) == completion(derivations, prefix)
    assert distinct(derivations)[tuple(words)] == score
    assert edits(words[:kept], prefix) == changed
    strict = graph.complete(symbols, False)
    met = [d for d in derivations if edits(d.words, prefix) == 0]
    assert strict[0] == bool(met)
    if met:
        assert strict[4] == score
        assert all(word in place for word, place in zip(strict[1], prefix, strict=False))
        assert strict[2:4] == (len(prefix), 0)


@given(plans(), PREFIXES)
def test_the_fewest_edits_and_then_the_best_score(plan: Plan, prefix: list[list[str]]) -> None:
    check(plan, prefix)


@given(plans(lattice=True), PREFIXES)
def test_the_same_of_lattices(plan: Plan, prefix: list[list[str]]) -> None:
    check(plan, prefix)


@given(st.integers(0, 10**6), PREFIXES)
def test_the_same_of_forests(seed: int, prefix: list[list[str]]) -> None:
    check(random_forest(random.Random(seed)), prefix)


def test_a_chain_of_many_nodes_needs_no_stack() -> None:
    builder = HypergraphBuilder(["f"])
    word = builder.add_word("a")
    builder.add_edge(builder.add_label([], [0.0]), [], 0.0)
    builder.end_node()
    label = builder.add_label([-1, word], [0.0])
    for node in range(50_000):
        builder.add_edge(label, [node], -1.0)
        builder.end_node()
    found, words, kept, changed, score = builder.finish().complete([[word], []], True)
    assert (found, len(words), kept, changed, score) == (True, 50_000, 2, 1, -50_000.0)


def test_what_is_no_word_of_the_graph_is_refused() -> None:
    graph = HypergraphBuilder([]).finish()
    assert isinstance(graph, Hypergraph)
    for word in (-1, 3, 2**31 - 1):
        with pytest.raises(ValueError, match="prefix"):
            graph.complete([[word]], True)
