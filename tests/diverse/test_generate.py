from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways._core import diverse as core
from manyways._core.graph import Hypergraph, HypergraphBuilder
from manyways.diverse import Dissimilarity, DiverseSettings, from_graph, generate, write_penalties
from manyways.diverse.generate import Engine, for_core
from manyways.errors import ConfigError
from manyways.lm import LanguageModel
from manyways.model import Weights
from manyways.search import BeamSearch, BeamSettings, Graph, PhraseModel
from manyways.search.inputs import make_inputs
from tests.oracles import diverse as oracle
from tests.oracles.derivations import SOURCE, random_model
from tests.support.beams import WIDE, best_by_text
from tests.support.rounds import round_settings

# A lattice as layers of edges: (from, to, words, score, jump); nodes 0 .. 3, from < to, small integers.
words = st.lists(st.sampled_from("ab"), max_size=2).map(tuple)
edges = st.lists(
    st.tuples(st.integers(0, 2), st.integers(1, 3), words, st.integers(-3, 0), st.integers(0, 1)).filter(
        lambda e: e[0] < e[1]
    ),
    min_size=1,
    max_size=9,
)
Edges = list[tuple[int, int, tuple[str, ...], int, int]]


def lattice(edges: Edges) -> Hypergraph:
    builder = HypergraphBuilder(["F", "Distortion0"])
    builder.add_edge(builder.add_label([], [0.0, 0.0]), [], 0.0)
    nodes = {0: builder.end_node()}
    for node in range(1, 4):
        into = [edge for edge in edges if edge[1] == node and edge[0] in nodes]
        if not into and node != 3:
            continue
        for start, _, words, score, jump in into:
            symbols = [-1, *(builder.add_word(word) for word in words)]
            label = builder.add_label(symbols, [float(score), -float(jump)])
            builder.add_edge(label, [nodes[start]], float(score))
        nodes[node] = builder.end_node()
    return builder.finish()


@given(edges=edges, settings=round_settings("length", "reordering"))
def test_every_round_finds_the_best_of_the_augmented_objective(
    edges: Edges, settings: DiverseSettings
) -> None:
    lists = from_graph(Graph(lattice(edges)), settings)
    ways = oracle.best_ways(edges)
    texts = oracle.best_of_texts(ways)
    assert lists.features[:, 0] == pytest.approx(lists.scores)  # the weight of the only feature is 1
    if not settings.dissimilarity.trait("reordering"):
        assert lists.scores.tolist() == [texts[text] for text in lists.texts]
    assert oracle.Task.of(ways, settings).explains(list(lists.texts))


@pytest.mark.parametrize("trait", ["length", "reordering"])
def test_a_trait_that_was_seen_costs(trait: str) -> None:
    graph = Graph(lattice([(0, 3, ("a",), 0, 1), (0, 3, ("b",), -1, 1), (0, 3, ("a", "b"), -2, 0)]))
    for cost, texts in ((0.0, ["a", "b", "a b"]), (3.0, ["a", "a b", "b"])):
        near = Dissimilarity({4: 1.0}, traits={trait: cost} if cost else {})
        settings = DiverseSettings(rounds=3, strength=1.0, unit="log", dissimilarity=near)
        assert list(from_graph(graph, settings).texts) == texts


@pytest.mark.parametrize(
    "traits", [{}, {"length": 1.0}, {"reordering": 1.0}, {"length": 0.5, "reordering": 2.0}]
)
@pytest.mark.parametrize("distinct", [True, False])
def test_rounds_in_dense_graphs_full_of_ties(traits: dict[str, float], distinct: bool) -> None:
    draw = random.Random(7)
    near = Dissimilarity({1: 0.5, 3: 1.0}, traits=traits)
    for _ in range(200):
        dense: Edges = [
            (
                start,
                end,
                tuple(draw.choices("abc", k=draw.randint(0, 2))),
                -draw.randint(0, 3),
                draw.randint(0, 2),
            )
            for start, end in [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]
            for _ in range(draw.randint(1, 2))
        ]
        each = draw.randint(1, 2)
        settings = DiverseSettings(
            rounds=3, each=each, strength=1.0, unit="log", dissimilarity=near, distinct=distinct
        )
        found = list(from_graph(Graph(lattice(dense)), settings).texts)
        assert oracle.Task(oracle.best_ways(dense), 3, each, 1.0, near, distinct).explains(found)


@given(edges=edges, strength=st.sampled_from([0.25, 1.0]))
def test_deviations_are_those_of_the_best_texts(edges: Edges, strength: float) -> None:
    texts = oracle.best_of_texts(oracle.best_ways(edges))
    deviation = float(np.std(list(texts.values()))) if texts else 1.0
    graph, near = Graph(lattice(edges)), Dissimilarity.of(1)
    log = strength * (deviation if deviation > 1e-12 else 1.0)
    one = from_graph(graph, DiverseSettings(unit="deviation", strength=strength, dissimilarity=near))
    task = oracle.Task(oracle.best_ways(edges), 20, 1, log, near)
    assert task.explains(list(one.texts))


def test_a_wrong_round_is_not_explained() -> None:
    ways = {("a b", 0): 0.0, ("a c", 0): -1.0, ("d e", 0): -1.5}
    task = oracle.Task(ways, 2, 1, 1.0, Dissimilarity.of(1))
    assert task.explains(["a b", "d e"])
    assert not task.explains(["a b", "a c"])
    assert not task.explains(["a b"])


ENGINES = [("graph", math.inf), ("graph", 0.0), ("graph", 0.2), ("redecode", math.inf), ("exact", math.inf)]


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize(("engine", "fall"), ENGINES)
def test_lists_of_a_decoder_are_the_rounds_over_all_derivations(
    number: int, engine: Engine, fall: float, tmp_path: Path
) -> None:
    model, table = random_model(number, tmp_path, lms=1)
    words = tuple(random.Random(number).choices(SOURCE, k=3))
    decoder = model.decoder(table, 2, "gap")
    texts = best_by_text(model, words, 2, "gap")
    ways = {(text, 0): score for text, score in texts.items()}
    for each, length in ((1, 0.0), (3, 0.0), (1, 2.0), (3, 2.0)):
        if engine == "exact" and length:
            continue
        near = Dissimilarity({1: 0.5, 2: 1.0}, traits={"length": length} if length else {})
        settings = DiverseSettings(
            rounds=4, each=each, strength=0.75, unit="log", dissimilarity=near, engine=engine, fall=fall
        )
        lists = generate(decoder, [" ".join(words)], settings, search=WIDE)
        assert lists.scores == pytest.approx([texts[text] for text in lists.texts], abs=1e-5)
        assert lists.features @ model.weights.vector(decoder.feature_names) == pytest.approx(
            lists.scores, abs=1e-6
        )
        assert oracle.Task(ways, 4, each, 0.75, near, slack=1e-5).explains(list(lists.texts))


@pytest.mark.parametrize("engine", get_args(Engine))
@pytest.mark.parametrize(("words", "order"), [(1, 4), (2, 4), (3, 4), (8, 10)])
def test_texts_shorter_than_the_order_pay_nothing(
    words: int, order: int, engine: Engine, tmp_path: Path
) -> None:
    model, table = random_model(1, tmp_path, lms=1)
    source = " ".join([*SOURCE, *(f"unknown{i}" for i in range(5))][-words:])
    near = Dissimilarity.of(order)
    settings = DiverseSettings(rounds=4, strength=0.75, unit="log", dissimilarity=near, engine=engine)
    lists = generate(model.decoder(table, 1, "gap"), [source], settings, search=WIDE)
    texts = best_by_text(model, tuple(source.split()), 1, "gap")
    assert lists.scores == pytest.approx([texts[text] for text in lists.texts], abs=1e-5)
    if engine != "sample":
        ways = {(text, 0): score for text, score in texts.items()}
        assert oracle.Task(ways, 4, 1, 0.75, near, slack=1e-5).explains(list(lists.texts))


@pytest.mark.parametrize("orders", [{1: 1.0}, {2: 1.0}, {3: 1.0}, {1: 0.5, 3: 1.0}])
@pytest.mark.parametrize("number", range(3))
def test_the_arpa_form_gives_the_list_of_the_automaton(
    number: int, orders: dict[int, float], tmp_path: Path
) -> None:
    """The published way: each round's penalties are a language model, and the strength is its weight."""
    model, table = random_model(number, tmp_path, lms=1)
    source = " ".join(random.Random(number).choices(SOURCE, k=4))
    near, strength = Dissimilarity(orders), 0.37
    decoder = model.decoder(table, 2, "gap")
    settings = DiverseSettings(rounds=5, strength=strength, unit="log", dissimilarity=near, distinct=False)
    winners = [BeamSearch(decoder, WIDE).best([source])[0].text]
    for round in range(1, 5):
        write_penalties(winners, near, tmp_path / f"{round}.arpa")
        penalties = {"LM1": LanguageModel.open(tmp_path / f"{round}.arpa")}
        weights = Weights({**dict(model.weights.items()), "LM1": strength})
        with_arpa = PhraseModel(table, {**model.language_models, **penalties}, weights, decoder.search)
        found = BeamSearch(with_arpa, WIDE).best([source])[0]
        expected = -strength * sum(-near.between(winner, found.text) for winner in winners)
        assert strength * found.features["LM1"] == pytest.approx(expected, abs=1e-5)
        winners.append(found.text)
    engines: tuple[Engine, ...] = ("graph", "redecode", "exact")
    for engine in engines:
        lists = generate(decoder, [source], replace(settings, engine=engine), search=WIDE)
        assert list(lists.texts) == list(dict.fromkeys(winners))


@pytest.mark.parametrize("strength", [0.5, 1e4])
def test_exact_lists_end_when_no_text_is_left_and_not_before(strength: float, tmp_path: Path) -> None:
    """Neither low scores nor high penalties look like the end."""
    model, table = random_model(1, tmp_path, lms=1)
    settings = DiverseSettings(
        rounds=30, strength=strength, unit="log", dissimilarity=Dissimilarity.of(1), engine="exact"
    )
    decoder = model.decoder(table, 2, "gap")
    few = generate(decoder, ["u v"], settings)
    assert set(few.texts) == set(best_by_text(model, ("u", "v"), 2, "gap"))
    low = generate(decoder, [" ".join(f"x{i}" for i in range(60))], replace(settings, rounds=3))
    assert low.scores[0] < -5000
    assert len(set(low.texts)) == 3


def test_a_proof_goes_on_from_the_multipliers_of_the_round_before(tmp_path: Path) -> None:
    model, table = random_model(5, tmp_path, order=4)
    decoder = model.decoder(table, 2, "gap")
    inputs = make_inputs([" ".join(random.Random(5).choices(SOURCE, k=12))])
    steps = []
    for rounds in (1, 3):
        settings = DiverseSettings(rounds=rounds, strength=0, distinct=False, engine="exact")
        chosen = for_core(settings, 1.0, beam=decoder.beam(BeamSettings()))
        steps.append(core.generate(decoder.core, inputs, chosen, 1).iterations)
    assert steps[0] > 10
    assert steps[1] < 2 * steps[0]  # three times the same proof


def test_the_arpa_file_is_what_the_paper_describes(tmp_path: Path) -> None:
    write_penalties(["a b a b", "c"], Dissimilarity.of(2), tmp_path / "p.arpa")
    text = (tmp_path / "p.arpa").read_text(encoding="utf-8")
    assert text.startswith("\\data\\\nngram 1=6\nngram 2=2\n")
    assert "\n0\ta\t0\n" in text
    assert f"\n{-2 / math.log(10):.9g}\ta b\n" in text
    model = LanguageModel.open(tmp_path / "p.arpa")
    assert model.score("a b a b x") == pytest.approx(-5)
    with pytest.raises(ConfigError, match="ARPA"):
        write_penalties(["a"], Dissimilarity.of(1, {"a": "A"}), tmp_path / "q.arpa")


def test_samples_are_distinct_follow_the_seed_and_begin_with_the_best(tmp_path: Path) -> None:
    model, table = random_model(4, tmp_path, lms=1)
    decoder = model.decoder(table, 2, "gap")
    sources = [" ".join(SOURCE), " ".join(reversed(SOURCE))]
    settings = DiverseSettings(rounds=5, engine="sample", strength=1.0, unit="log", seed=3)
    one, again = (generate(decoder, sources, settings, threads=t) for t in (1, 2))
    assert list(one.texts) == list(again.texts)
    other = generate(decoder, sources[1:], settings)  # a sentence does not depend on its neighbours
    assert list(other.texts) == list(one.split([1]).texts)
    best = BeamSearch(decoder).best(sources)
    assert one.top_texts() == [each.text for each in best]
    for s in range(2):
        texts = list(one.split([s]).texts)
        assert len(texts) == len(set(texts)) > 1


def test_beam_groups_search_a_share_of_the_beam_each(tmp_path: Path) -> None:
    model, table = random_model(4, tmp_path, lms=1)
    decoder = model.decoder(table, 2, "gap")
    near = Dissimilarity.of(1)
    settings = DiverseSettings(rounds=3, engine="groups", strength=0.5, unit="log", dissimilarity=near)
    wide = generate(decoder, [" ".join(SOURCE)], settings, search=WIDE)
    full = generate(decoder, [" ".join(SOURCE)], replace(settings, engine="redecode"), search=WIDE)
    assert list(wide.texts) == list(full.texts)
    narrow = generate(decoder, [" ".join(SOURCE)], settings, search=BeamSettings(pops=3, stack=3))
    assert len(set(narrow.texts)) == len(narrow.texts) > 0


def test_any_number_of_threads_gives_the_same_and_long_sentences_get_one(tmp_path: Path) -> None:
    model, table = random_model(3, tmp_path, lms=1)
    draw = random.Random(5)
    sources = [" ".join(draw.choices([*SOURCE, "x"], k=draw.randint(0, 6))) for _ in range(20)]
    sources.append(" ".join(draw.choices(SOURCE, k=600)))
    decoder = model.decoder(table, 2, "gap")
    one, many = (generate(decoder, sources, DiverseSettings(each=5), threads=t) for t in (1, 4))
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
    settings = DiverseSettings(rounds=5, strength=0.3, dissimilarity=Dissimilarity.of(1))
    assert list(generate(decoder, source, settings).texts) == list(generate(scaled, source, settings).texts)


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(ConfigError, match="at least 1"):
        DiverseSettings(rounds=0)
    with pytest.raises(ConfigError, match="strength"):
        DiverseSettings(strength=-1)
    graph = Graph(lattice([(0, 3, ("a",), 0, 0)]))
    with pytest.raises(ConfigError, match="log for a graph"):
        from_graph(graph, DiverseSettings(unit="weights"))
    with pytest.raises(ConfigError, match="searched again"):
        from_graph(graph, DiverseSettings(unit="log", engine="redecode"))
    with pytest.raises(ConfigError, match="sees jumps"):
        DiverseSettings(engine="redecode", dissimilarity=Dissimilarity(traits={"reordering": 1.0}))
    with pytest.raises(ConfigError, match="counts words"):
        DiverseSettings(engine="exact", dissimilarity=Dissimilarity({2: 1.0}, traits={"length": 1.0}))
    with pytest.raises(ConfigError, match="fall"):
        DiverseSettings(fall=-1)
