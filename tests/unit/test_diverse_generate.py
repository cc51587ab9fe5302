from __future__ import annotations

import random
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways._core.graph import Hypergraph, HypergraphBuilder
from manyways.diverse import Dissimilarity, DiverseConfig, from_graph, generate
from manyways.errors import ConfigError
from manyways.model import Weights
from manyways.search import Graph
from tests.oracles import diverse as oracle
from tests.oracles.derivations import SOURCE, random_model
from tests.unit.test_search import WIDE, best_by_text

# A lattice as layers of edges: (from, to, words, score); nodes 0 .. 3, from < to, small integers: many ties.
words = st.lists(st.sampled_from("ab"), max_size=2).map(tuple)
edges = st.lists(
    st.tuples(st.integers(0, 2), st.integers(1, 3), words, st.integers(-3, 0)).filter(lambda e: e[0] < e[1]),
    min_size=1,
    max_size=9,
)
Edges = list[tuple[int, int, tuple[str, ...], int]]


def lattice(edges: Edges) -> Hypergraph:
    builder = HypergraphBuilder(["F"])
    builder.add_edge(builder.add_label([], [0.0]), [], 0.0)
    nodes = {0: builder.end_node()}
    for node in range(1, 4):
        into = [edge for edge in edges if edge[1] == node and edge[0] in nodes]
        if not into and node != 3:
            continue
        for start, _, words, score in into:
            symbols = [-1, *(builder.add_word(word) for word in words)]
            builder.add_edge(builder.add_label(symbols, [float(score)]), [nodes[start]], float(score))
        nodes[node] = builder.end_node()
    return builder.finish()


@given(
    edges=edges,
    rounds=st.integers(1, 5),
    each=st.integers(1, 4),
    strength=st.sampled_from([0.0, 0.5, 1.25]),
    orders=st.dictionaries(st.integers(1, 4), st.sampled_from([0.5, 1.0]), min_size=1, max_size=2),
    distinct=st.booleans(),
    classes=st.sampled_from([None, {"a": "x", "b": "x"}]),
)
def test_every_round_finds_the_best_of_the_augmented_objective(
    edges: Edges,
    rounds: int,
    each: int,
    strength: float,
    orders: dict[int, float],
    distinct: bool,
    classes: dict[str, str] | None,
) -> None:
    near = Dissimilarity(orders, classes)
    config = DiverseConfig(
        rounds=rounds, each=each, strength=strength, unit="log", dissimilarity=near, distinct=distinct
    )
    lists = from_graph(Graph(lattice(edges)), config)
    texts = oracle.best_of_each_text(edges)
    assert lists.features[:, 0] == pytest.approx(lists.scores)  # the weight of the only feature is 1
    assert lists.scores.tolist() == [texts[text] for text in lists.texts]
    task = oracle.Task(texts, rounds, each, strength, near, distinct)
    assert task.explains(list(lists.texts))


def test_a_wrong_round_is_not_explained() -> None:
    task = oracle.Task({"a b": 0.0, "a c": -1.0, "d e": -1.5}, 2, 1, 1.0, Dissimilarity.of(1))
    assert task.explains(["a b", "d e"])
    assert not task.explains(["a b", "a c"])
    assert not task.explains(["a b"])


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("each", [1, 3])
@pytest.mark.parametrize("engine", ["graph", "redecode"])
def test_lists_of_a_decoder_are_the_rounds_over_all_derivations(
    number: int, each: int, engine: Literal["graph", "redecode"], tmp_path: Path
) -> None:
    model, table = random_model(number, tmp_path, lms=1)
    words = tuple(random.Random(number).choices(SOURCE, k=3))
    decoder = model.decoder(table, 2, "gap")
    near = Dissimilarity({1: 0.5, 2: 1.0})
    config = DiverseConfig(rounds=4, each=each, strength=0.75, unit="log", dissimilarity=near, engine=engine)
    lists = generate(decoder, [" ".join(words)], config, beam=WIDE)
    texts = best_by_text(model, words, 2, "gap")
    assert lists.scores == pytest.approx([texts[text] for text in lists.texts], abs=1e-5)
    assert lists.features @ model.weights.vector(decoder.feature_names) == pytest.approx(
        lists.scores, abs=1e-6
    )
    assert oracle.Task(texts, 4, each, 0.75, near, slack=1e-5).explains(list(lists.texts))


def test_any_number_of_threads_gives_the_same_and_long_sentences_get_one(tmp_path: Path) -> None:
    model, table = random_model(3, tmp_path, lms=1)
    draw = random.Random(5)
    sources = [" ".join(draw.choices([*SOURCE, "x"], k=draw.randint(0, 6))) for _ in range(20)]
    sources.append(" ".join(draw.choices(SOURCE, k=600)))
    decoder = model.decoder(table, 2, "gap")
    one, many = (generate(decoder, sources, DiverseConfig(each=5), threads=t) for t in (1, 4))
    assert list(one.texts) == list(many.texts)
    np.testing.assert_array_equal(one.features, many.features)
    assert one.sources is not None
    assert list(one.sources) == sources
    assert one.sizes[-1] == 1
    assert len(one.texts[one.candidate_count - 1].split()) > 0


def test_the_unit_of_weights_does_not_see_their_scale(tmp_path: Path) -> None:
    model, table = random_model(4, tmp_path, lms=1)
    decoder = model.decoder(table, 2, "gap")
    source = [" ".join(SOURCE[:4])]
    sevenfold = {name: tuple(7 * value for value in values) for name, values in decoder.weights.items()}
    scaled = decoder.with_weights(Weights(sevenfold))
    config = DiverseConfig(rounds=5, strength=0.3, dissimilarity=Dissimilarity.of(1))
    assert list(generate(decoder, source, config).texts) == list(generate(scaled, source, config).texts)


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(ConfigError, match="at least 1"):
        DiverseConfig(rounds=0)
    with pytest.raises(ConfigError, match="strength"):
        DiverseConfig(strength=-1)
    with pytest.raises(ConfigError, match="log for a graph"):
        from_graph(Graph(lattice([(0, 3, ("a",), 0)])), DiverseConfig())
