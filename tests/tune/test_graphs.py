"""Envelopes over whole graphs against those of all derivations, written out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways._core import geometry as core
from manyways.candidates import CandidateLists
from manyways.metrics import Bleu
from manyways.search import Graph, line_lists
from manyways.text import toy
from manyways.text.column import TextColumn
from manyways.translator import Translator
from manyways.tune import hope_fear_lists
from manyways.tune.hope_fear import linear_gain
from tests.oracles import hypergraphs
from tests.oracles import tune as oracle

SMALL = st.integers(-3, 3)


@given(hypergraphs.plans(), st.tuples(SMALL, SMALL), st.tuples(SMALL, SMALL))
def test_the_envelope_of_a_graph_is_that_of_its_derivations(
    plan: hypergraphs.Plan, weights: tuple[int, int], direction: tuple[int, int]
) -> None:
    derivations = [np.array(each.features) for each in plan.derivations()]
    rows = core.graph_envelope(plan.build(), np.array(weights, float), np.array(direction, float))
    assert (len(rows) == 0) == (not derivations)
    if not derivations:
        return
    intercepts = [int(f @ weights) for f in derivations]
    slopes = [int(f @ direction) for f in derivations]
    starts = rows[:, 0]
    assert starts[0] == -np.inf
    assert np.all(np.diff(starts) > 0)
    for x in oracle.between(oracle.crossings(intercepts, slopes)):
        row = rows[np.searchsorted(starts, float(x), side="right") - 1]
        height = Fraction(row[1]) + Fraction(row[2]) * x
        assert height == oracle.best_line(intercepts, slopes, x)


@given(hypergraphs.plans(), st.tuples(SMALL, SMALL))
def test_lists_along_lines_hold_derivations_of_the_graph(
    plan: hypergraphs.Plan, weights: tuple[int, int]
) -> None:
    derivations = plan.derivations()
    directions = np.eye(2)
    found = core.envelope_lists([plan.build()] * 2, np.array(weights, float), directions, 0.0, 2)
    offsets, features = found.take_sentence_offsets(), found.take_features(2)
    text, text_offsets = found.take_text().tobytes(), found.take_text_offsets()
    assert offsets[1] * 2 == offsets[2] == len(features)
    known = {(" ".join(each.words), each.features) for each in derivations}
    for i in range(int(offsets[1])):
        words = text[text_offsets[i] : text_offsets[i + 1]].decode()
        assert (words, tuple(features[i])) in known
    for direction in directions:
        rows = core.graph_envelope(plan.build(), np.array(weights, float), direction)
        lines = {(float(f @ weights), float(f @ direction)) for f in features[: offsets[1]]}
        assert {(a, m) for _, a, m in rows.tolist()} <= lines


REFERENCES = st.lists(st.lists(st.sampled_from("abcz"), max_size=6), max_size=2)


@given(hypergraphs.plans(), REFERENCES, st.lists(SMALL, min_size=1, max_size=5), st.tuples(SMALL, SMALL))
def test_from_fear_to_hope_nothing_is_better(
    plan: hypergraphs.Plan, references: list[list[str]], rewards: list[int], weights: tuple[int, int]
) -> None:
    derivations = plan.derivations()
    texts = [[" ".join(each) for each in references]] * 2
    space = core.HopeFear([plan.build()] * 2, texts, np.array(rewards, float), 2)
    found = space.find(np.array(weights, float), 2)
    offsets, features, scores = found.take_sentence_offsets(), found.take_features(2), found.take_scores()
    text, ends = found.take_text().tobytes().decode(), found.take_text_offsets()
    assert offsets[1] * 2 == offsets[2] == len(features)
    assert (offsets[1] == 0) == (not derivations)
    if not derivations:
        return
    listed = [
        (tuple(text[ends[i] : ends[i + 1]].split()), tuple(features[i]), scores[i]) for i in range(offsets[1])
    ]
    assert set(listed) <= {(each.words, each.features, each.score) for each in derivations}

    def lines(candidates: list[tuple[tuple[str, ...], tuple[float, ...]]]) -> tuple[list[int], list[int]]:
        return (
            [int(np.dot(each[1], weights)) for each in candidates],
            [hypergraphs.gain(each[0], references, rewards) for each in candidates],
        )

    every = lines([(each.words, each.features) for each in derivations])
    few = lines([each[:2] for each in listed])
    for x in (-1, 0, 1, *(x for x in oracle.between(oracle.crossings(*every)) if -1 <= x <= 1)):
        assert oracle.best_line(*few, Fraction(x)) == oracle.best_line(*every, Fraction(x))
    assert few[1] == sorted(set(few[1]))


def test_lists_of_graphs_have_names_and_scores() -> None:
    from manyways.model.weights import Weights

    plan = hypergraphs.Plan(
        [[([], [], 0, (0, 0), 0)], [([0], [-1, 3], -1, (1, 0), 0), ([0], [-1, 4], -2, (0, 1), 0)]]
    )
    lists = line_lists([Graph(plan.build())], Weights({"x": 1.0, "y": 0.5}), density=0)
    assert lists.feature_names == ("x", "y")
    assert sorted(lists.texts) == ["a", "b"]
    assert sorted(lists.scores) == [-2.0, -1.0]


def listed(edges: list[tuple[list[int], int]], references: list[str], rewards: list[float]) -> list[str]:
    """The texts from fear to hope of a graph whose edges have words and a score (feature x)."""
    plan = hypergraphs.Plan([[([], words, score, (score, 0), 0) for words, score in edges]])
    found = core.HopeFear([plan.build()], [references], np.array(rewards)).find(np.array([1.0, 0.0]))
    return list(TextColumn(found.take_text(), found.take_text_offsets()))


def test_from_fear_to_hope_by_hand() -> None:
    a, b, c = 3, 4, 5
    # They cross at -1.5, -0.75, 0.75 and 1.5.
    edges = [([], -9), ([a] * 4, -3), ([a] * 8, 0), ([a] * 12, -3), ([a] * 16, -9)]
    assert [len(each.split()) for each in listed(edges, [], [1.0])] == [4, 8, 12]
    # "z" is not in the graph, and what it parts is no n-gram.
    edges = [([a, b], 0), ([b, a], 0), ([c, c], 0)]
    assert listed(edges, ["a z b"], [0.0, 0.0, 1.0]) == ["a b"]
    assert listed(edges, ["z b a"], [0.0, 0.0, 1.0]) == ["a b", "b a"]


@pytest.mark.parametrize("texts", [["a b c d e b", "a c b d f"], ["a b c d", "a c b d"]])
def test_the_linear_gain_is_the_gradient(texts: list[str]) -> None:
    """Of BLEU times the words of reference, for texts of full length and for short ones."""
    references = [TextColumn.from_texts(["a b c d e f", "a c b d e"])]
    column = TextColumn.from_texts(texts)
    sums = Bleu(tokenise="none").statistics(column, references).sum(axis=0).astype(np.float64)
    rewards = linear_gain(column, references)
    columns = [[0, 6, 7, 8, 9], [2], [3], [4], [5]]  # a word makes the text and all totals longer
    for reward, which in zip(rewards, columns, strict=True):
        step = np.zeros(10)
        step[which] = 1e-6
        slope = (oracle.bleu(sums + step) - oracle.bleu(sums)) / 1e-6 * sums[1]
        assert reward == pytest.approx(slope, rel=1e-4)


def test_hope_and_fear_join_the_lists(trained: Path) -> None:
    translator = Translator(trained, tokenised=True, threads=1)
    dev = toy.generate(12, split="dev")
    sources = [each if isinstance(each, str) else " ".join(each) for each in dev.sources]
    targets = [TextColumn.from_texts(list(each)) for each in dev.references]
    best = replace(translator.kbest(sources, 3), references=targets)
    graphs = translator.graphs(sources)

    def found(rounds: int, threads: int = 1) -> CandidateLists:
        options = {"metric": Bleu(tokenise="none"), "restore": translator.restore}
        return hope_fear_lists(
            best, graphs, targets, translator.weights, rounds=rounds, threads=threads, **options
        )

    one, many = found(1), found(4)
    assert one.top_texts() == many.top_texts() == best.top_texts()
    assert best.candidate_count < one.candidate_count <= many.candidate_count
    np.testing.assert_allclose(
        one.scores, one.features @ translator.weights.vector(one.feature_names), atol=1e-4
    )
    assert list(found(4, 2).texts) == list(many.texts)
    # The hope of each graph is at least as good as all that its list has.
    rewards = linear_gain(TextColumn.from_texts(best.top_texts()), targets).tolist()
    for s, graph in enumerate(graphs):
        texts = [list(each)[s].split() for each in targets]
        rows = range(one.sentence_offsets[s], one.sentence_offsets[s + 1])
        values = [
            one.scores[row] + hypergraphs.gain(tuple(one.texts[row].split()), texts, rewards) for row in rows
        ]
        others = [
            each.score + hypergraphs.gain(tuple(each.text.split()), texts, rewards)
            for each in graph.kbest(200)
        ]
        assert max(values) >= max(others) - 1e-6
