"""Rounds of diversity in graphs whose edges have two tails, against every derivation written out."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.diverse import Dissimilarity, DiverseSettings, from_graph
from manyways.search import Graph
from tests.oracles import diverse as oracle
from tests.oracles.hypergraphs import Plan, distinct, plans, random_forest
from tests.support.rounds import round_settings


def ways_of(plan: Plan) -> oracle.Ways:
    return {(" ".join(words), 0): score for words, score in distinct(plan.derivations()).items()}


@given(plan=plans(), settings=round_settings("length"))
def test_every_round_finds_the_best_of_the_augmented_objective(plan: Plan, settings: DiverseSettings) -> None:
    lists = from_graph(Graph(plan.build()), settings)
    ways = ways_of(plan)
    assert lists.scores.tolist() == [ways[text, 0] for text in lists.texts]
    assert oracle.Task.of(ways, settings).explains(list(lists.texts))


@pytest.mark.parametrize("traits", [{}, {"length": 1.0}])
@pytest.mark.parametrize("again", [False, True])
def test_rounds_in_forests_full_of_ties(traits: dict[str, float], again: bool) -> None:
    draw = random.Random(11)
    for _ in range(40):
        near = Dissimilarity({1: 0.5, draw.randint(2, 5): 1.0}, traits=traits)
        plan, each = random_forest(draw), draw.randint(1, 2)
        config = DiverseSettings(
            rounds=6, each=each, strength=1.0, unit="log", dissimilarity=near, distinct=not again
        )
        found = list(from_graph(Graph(plan.build()), config).texts)
        assert oracle.Task(ways_of(plan), 6, each, 1.0, near, not again).explains(found)


@given(plan=plans(), strength=st.sampled_from([0.25, 1.0]))
def test_deviations_are_those_of_the_best_texts(plan: Plan, strength: float) -> None:
    ways, near = ways_of(plan), Dissimilarity.of(1)
    deviation = float(np.std(sorted(ways.values(), reverse=True)[:100])) if ways else 1.0
    log = strength * (deviation if deviation > 1e-12 else 1.0)
    config = DiverseSettings(unit="deviation", rounds=4, strength=strength, dissimilarity=near)
    found = list(from_graph(Graph(plan.build()), config).texts)
    assert oracle.Task(ways, 4, 1, log, near).explains(found)


def test_samples_of_forests_begin_with_the_best() -> None:
    plan = random_forest(random.Random(3))
    ways = ways_of(plan)
    lists = from_graph(Graph(plan.build()), DiverseSettings(engine="sample", unit="log", strength=2.0))
    assert lists.scores[0] == max(ways.values())
    assert len(set(lists.texts)) == len(lists.texts) > 1
