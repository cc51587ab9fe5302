"""Envelopes over whole graphs against those of all derivations, written out."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from manyways._core import geometry as core
from manyways.search import Graph
from manyways.tune.graphs import line_lists
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


def test_lists_of_graphs_have_names_and_scores() -> None:
    from manyways.model.weights import Weights

    plan = hypergraphs.Plan(
        [[([], [], 0, (0, 0), 0)], [([0], [-1, 3], -1, (1, 0), 0), ([0], [-1, 4], -2, (0, 1), 0)]]
    )
    lists = line_lists([Graph(plan.build())], Weights({"x": 1.0, "y": 0.5}), density=0)
    assert lists.feature_names == ("x", "y")
    assert sorted(lists.texts) == ["a", "b"]
    assert sorted(lists.scores) == [-2.0, -1.0]
