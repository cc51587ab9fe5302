"""Exact search of hierarchical models beside every derivation of tiny grammars, ties and all."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from manyways.errors import ConfigError, ModelError
from manyways.exact import ExactChartSettings, ExactSearch, ExactSettings
from manyways.model import Weights
from manyways.search import ChartSearch, ChartSettings, Given, Lattice, RuleModel, Sentence, Source
from tests.oracles.derivations import random_model
from tests.oracles.grammars import SOURCE, TinyGrammar, random_grammar
from tests.support.proofs import check_proof

POOR = ChartSettings(pops=1)  # leaves something to find
WIDE = ChartSettings(pops=10**6)  # loses nothing
MOST = 20_000  # derivations of a sentence that are looked at one by one


def draw_sentences(grammar: TinyGrammar, seed: int, size: int, longest: int) -> list[tuple[str, ...]]:
    """Some that have derivations enough, and not too many."""
    draw = random.Random(seed)
    drawn = [tuple(draw.choices([*SOURCE, "new"], k=draw.randint(1, longest))) for _ in range(size)]
    return [words for words in drawn if len(grammar.sentences(words)) <= MOST]


@pytest.mark.parametrize("seed", range(250))
def test_certified_is_the_best_derivation(seed: int, tmp_path: Path) -> None:
    grammar = random_grammar(seed, tmp_path, lms=1 + seed % 3, order=1 + seed % 5)
    search = ExactSearch(grammar.model, ExactChartSettings(chart=POOR), threads=1)
    for words in draw_sentences(grammar, seed, 5, 5):
        proof = search.prove(" ".join(words))
        assert proof.status == "optimal", words
        check_proof(proof, grammar.weights, max(total for _, total, _ in grammar.sentences(words)))


@pytest.mark.parametrize("seed", range(20))
def test_language_models_may_have_negative_weights(seed: int, tmp_path: Path) -> None:
    grammar = random_grammar(seed, tmp_path, lms=2, order=2 + seed % 3)
    grammar.weights = Weights({**grammar.weights.plain(), "LM0": -0.5})
    search = ExactSearch(grammar.model, ExactChartSettings(chart=POOR), threads=1)
    for words in draw_sentences(grammar, seed, 3, 4):
        proof = search.prove(" ".join(words))
        assert proof.status == "optimal"
        check_proof(proof, grammar.weights, max(total for _, total, _ in grammar.sentences(words)))


@pytest.mark.parametrize("seed", range(30))
def test_the_published_bounds_hold(seed: int, tmp_path: Path) -> None:
    grammar = random_grammar(seed, tmp_path, order=1 + seed % 4)
    settings = ExactChartSettings(method="lagrangian", chart=POOR, iterations=30)
    search = ExactSearch(grammar.model, settings, threads=1)
    for words in draw_sentences(grammar, seed, 3, 5):
        best = max(total for _, total, _ in grammar.sentences(words))
        check_proof(search.prove(" ".join(words)), grammar.weights, best)


@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize("seed", range(25))
def test_lists_are_the_best_translations(seed: int, distinct: bool, tmp_path: Path) -> None:
    grammar = random_grammar(seed, tmp_path, order=1 + seed % 4)
    settings = ExactChartSettings(chart=ChartSettings(pops=3))
    search = ExactSearch(grammar.model, settings, threads=1)
    for words in draw_sentences(grammar, seed, 2, 4):
        every = grammar.sentences(words)
        best: dict[str, float] = {}
        for text, total, _ in every:
            best[text] = max(total, best.get(text, total))
        scores = list(best.values()) if distinct else [total for _, total, _ in every]
        proof = search.prove(" ".join(words), 9, distinct=distinct)
        assert proof.status == "optimal"
        found = [each.score for each in proof.candidates]
        assert found == pytest.approx(sorted(scores, reverse=True)[:9], abs=1e-4), words
        texts = [each.text for each in proof.candidates]
        assert all(best[text] >= score - 1e-4 for text, score in zip(texts, found, strict=True))
        assert not distinct or len(set(texts)) == len(texts)


@pytest.mark.parametrize("seed", range(12))
def test_lattices_and_given_translations_and_classes_are_treated_exactly(seed: int, tmp_path: Path) -> None:
    grammar = random_grammar(seed, tmp_path, lms=2)
    weights = Weights({**grammar.weights.plain(), "InputFeature0": 0.5})
    classes = {"LM1": {"a": "b", "b": "a", "c": "a"}}
    model = RuleModel(grammar.table, grammar.language_models, weights, grammar.model.search, classes=classes)
    draw = random.Random(seed)
    words = draw.choices([*SOURCE, "x"], k=5)
    edges = [(i, i + 1, word, -1.0) for i, word in enumerate(words)]
    edges += [(i, i + 1, SOURCE[i % 3], -0.5) for i in range(5)]
    sources: list[Source] = [
        Lattice(edges),
        Lattice([*edges, (1, 3, "", -0.25), (2, 4, "u", -0.75)]),
        Sentence(" ".join(words), given=[Given(1, 3, "a GIVEN", probability=0.5)]),
        Sentence(" ".join(words), given=[Given(0, 1, "b", exclusive=False)], forbidden=["c", (2, 4, "a")]),
        Sentence(" ".join(words), walls=[2]),
    ]
    found = ExactSearch(model, ExactChartSettings(chart=POOR)).prove_all(sources)
    for proof, wide in zip(found, ChartSearch(model, WIDE).best(sources), strict=True):
        assert proof.status == "optimal"
        assert proof.lower == pytest.approx(wide.score, abs=1e-4)


@dataclass(frozen=True, kw_only=True)
class Looks(ExactChartSettings):
    """Time is up at a look at the clock instead of a moment: the same place on every machine."""

    looks: int


@pytest.mark.parametrize(
    ("words", "size", "more"),
    [(9, 1, {}), (12, 1, {}), (7, 40, {}), (8, 1, {"method": "lagrangian"})],
    ids=str,
)
def test_a_proof_that_is_stopped_at_any_place_claims_nothing_untrue(
    words: int, size: int, more: dict[str, Any], tmp_path: Path
) -> None:
    """Whatever a stop leaves half done (sets, bounds, graphs), nothing is concluded from it."""
    stopped = 0
    for seed in (5, 6, 8, 9):
        folder = tmp_path / str(seed)
        folder.mkdir()
        model = random_grammar(seed, folder, order=4).model
        text = " ".join(random.Random(seed).choices(SOURCE, k=words))
        settings = {"chart": POOR, **more}
        best = ChartSearch(model, WIDE, threads=1).best([text])[0].score
        whole = ExactSearch(model, ExactChartSettings(**settings)).prove(text, size)
        for looks in range(1, 400):
            proof = ExactSearch(model, Looks(**settings, looks=looks)).prove(text, size)
            assert proof.beam_score <= proof.lower <= best + 1e-4
            assert proof.upper >= best - 1e-4, f"look {looks}"
            scores = [each.score for each in proof.candidates]
            assert scores == sorted(scores, reverse=True)
            assert scores[0] == pytest.approx(proof.lower, abs=1e-4)
            if proof.status == "optimal":
                assert proof.lower == pytest.approx(best, abs=1e-4), f"look {looks}"
            if proof.status == whole.status and proof.upper == whole.upper:
                break
            assert proof.status == "time limit"
            stopped += 1
    assert stopped > 10


@pytest.mark.parametrize("cpu_time", [False, True])
def test_time_ends_a_proof(cpu_time: bool, tmp_path: Path) -> None:
    model = random_grammar(8, tmp_path, order=4).model
    text = " ".join(random.Random(8).choices(SOURCE, k=200))
    settings = ExactChartSettings(chart=POOR, time_limit=1e-6, cpu_time=cpu_time)
    proof = ExactSearch(model, settings).prove(text)
    assert proof.status == "time limit"
    assert proof.beam_score <= proof.lower < proof.upper


@pytest.mark.parametrize("seed", range(12))
def test_words_that_agree_tighten_the_bound(seed: int, tmp_path: Path) -> None:
    """Every stage's bound holds, and none is above the one before it."""
    model = random_grammar(seed, tmp_path, order=3 + seed % 3).model
    text = " ".join(random.Random(seed).choices(SOURCE, k=9))
    proof = ExactSearch(model, ExactChartSettings(chart=POOR)).prove(text)
    uppers = [stage.upper for stage in proof.stages]
    assert proof.status == "optimal"
    assert uppers == sorted(uppers, reverse=True)
    assert all(upper >= proof.lower - 1e-9 for upper in uppers)


def test_memory_ends_a_proof_with_a_gap(tmp_path: Path) -> None:
    model = random_grammar(8, tmp_path, order=4).model
    text = " ".join(random.Random(8).choices(SOURCE, k=200))
    proof = ExactSearch(model, ExactChartSettings(chart=POOR, memory=1)).prove(text)
    assert proof.status == "gap"
    assert proof.beam_score <= proof.lower < proof.upper


def test_settings_belong_to_a_kind_of_model(tmp_path: Path) -> None:
    tiny, table = random_model(1, tmp_path)
    rules = random_grammar(1, tmp_path).model
    with pytest.raises(ConfigError, match="ExactChartSettings for a hierarchical model"):
        ExactSearch(rules, ExactSettings())
    with pytest.raises(ConfigError, match="ExactSettings for a phrase model"):
        ExactSearch(tiny.decoder(table, 2, "gap"), ExactChartSettings())
    with pytest.raises(ModelError, match="hierarchical"):
        ExactSearch(rules).relaxed_graph("u v")
    for wrong in ({"memory": 0}, {"method": "best"}, {"tolerance": 0.0}, {"iterations": 0}):
        with pytest.raises(ConfigError):
            ExactChartSettings(**wrong)  # type: ignore[arg-type]
