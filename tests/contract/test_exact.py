"""What exact search promises, on random tiny models full of ties: against all coverages, against HiGHS."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from manyways.errors import DependencyError
from manyways.exact import ExactSearch, ExactSettings, Proof
from manyways.exact.baselines import solve as solve_by_highs
from manyways.phrases import PhraseTable
from manyways.search import BeamSettings
from tests.oracles.derivations import SOURCE, TinyModel, random_model
from tests.oracles.exact import Words, best_score, relaxed_graph, solve
from tests.support.proofs import check_proof

LIMITS = (0, 1, 2, 4, -1)
SPACES = ("gap", "free")


def draw_sentences(seed: int, size: int, longest: int) -> list[Words]:
    draw = random.Random(seed)
    words = [*SOURCE, "x"] if seed % 5 == 0 else SOURCE
    return [tuple(draw.choices(words, k=draw.randint(1, longest))) for _ in range(size)]


def draw_model(seed: int, folder: Path) -> tuple[TinyModel, PhraseTable]:
    return random_model(seed, folder, lms=1 + seed % 3 // 2, order=1 + seed % 4)


POOR = BeamSettings(pops=1, stack=1)  # leaves something to find


def check_answer(proof: Proof, model: TinyModel, best: float) -> None:
    check_proof(proof, model.weights, best)
    assert proof.candidate.score == pytest.approx(proof.lower, abs=1e-6)
    assert proof.candidate.text == " ".join(text for _, _, text in proof.candidate.derivation)


def check_certified(seed: int, folder: Path, sentences: int, longest: int) -> None:
    model, table = draw_model(seed, folder)
    for words in draw_sentences(seed, sentences, longest):
        for limit in LIMITS:
            for space in SPACES:
                prover = ExactSearch(model.decoder(table, limit, space), ExactSettings(beam=POOR))
                best = best_score(model, words, limit, space)
                assert best is not None
                proof = prover.prove(" ".join(words))
                assert proof.status == "optimal", (words, limit, space)
                check_answer(proof, model, best)


@pytest.mark.parametrize("seed", range(24))
def test_certified_is_the_best_of_all(seed: int, tmp_path: Path) -> None:
    check_certified(seed, tmp_path, sentences=2, longest=5)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_certified_is_the_best_of_all_in_thousands(block: int, tmp_path: Path) -> None:
    for seed in range(1000 + 16 * block, 1016 + 16 * block):
        check_certified(seed, tmp_path, sentences=2, longest=6)


@pytest.mark.parametrize("relaxation", ["Y'", "Y''"])
@pytest.mark.parametrize("seed", range(8))
def test_dual_values_bound_the_linear_program(
    seed: int, relaxation: Literal["Y'", "Y''"], tmp_path: Path
) -> None:
    """Before words are forced no dual value lies below the program's, and where they meet they are equal."""
    model, table = draw_model(seed, tmp_path)
    settings = ExactSettings(method="lagrangian", relaxation=relaxation, beam=POOR, trace=True)
    for words in draw_sentences(seed, 2, 5):
        for limit in (1, 2, -1):
            prover = ExactSearch(model.decoder(table, limit, "free"), settings)
            best = best_score(model, words, limit, "free")
            assert best is not None
            check_duals(prover, model, words, best)


def check_duals(prover: ExactSearch, model: TinyModel, words: Words, best: float) -> None:
    text, relaxation = " ".join(words), prover.settings.relaxation
    program = solve_by_highs(prover.relaxed_graph(text, relaxation))
    assert program.optimal
    twin = relaxed_graph(model, words, prover.model.search.distortion_limit, tight=relaxation == "Y'")
    assert program.value == pytest.approx(solve(twin, whole=False), abs=1e-5)
    proof = prover.prove(text)
    check_answer(proof, model, best)
    assert proof.trace is not None
    forced = min((iteration for iteration, _ in proof.trace.added), default=len(proof.trace))
    assert np.all(proof.trace.dual[:forced] >= program.value - 1e-7)
    assert np.all(proof.trace.dual >= best - 1e-5)
    assert np.all(proof.trace.counts.sum(axis=1) == len(words))
    if proof.status == "optimal" and proof.constraints == 0:
        assert proof.upper == pytest.approx(program.value, abs=1e-6)


def test_without_highs_the_way_to_get_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, table = draw_model(1, tmp_path)
    graph = ExactSearch(model.decoder(table, 2, "free"), ExactSettings(beam=POOR)).relaxed_graph(SOURCE[0])
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(DependencyError, match=r"pip install 'manyways\[exact-lp\]'"):
        solve_by_highs(graph)


@pytest.mark.parametrize("seed", range(6))
def test_whole_numbers_give_the_best_score(seed: int, tmp_path: Path) -> None:
    model, table = draw_model(seed, tmp_path)
    for words in draw_sentences(seed, 2, 4):
        prover = ExactSearch(model.decoder(table, 2, "free"), ExactSettings(beam=POOR))
        found = solve_by_highs(prover.relaxed_graph(" ".join(words)), whole=True)
        assert found.optimal
        assert not found.fractional
        assert found.value == pytest.approx(prover.prove(" ".join(words)).lower, abs=1e-6)


@pytest.mark.parametrize("method", ["certified", "lagrangian"])
def test_any_number_of_threads_gives_the_same(
    method: Literal["certified", "lagrangian"], tmp_path: Path
) -> None:
    model, table = draw_model(2, tmp_path)
    decoder, settings = model.decoder(table, 2, "free"), ExactSettings(method=method, beam=POOR)
    texts = [" ".join(words) for words in draw_sentences(2, 30, 6)]
    one = ExactSearch(decoder, settings, threads=1).prove_all(texts)
    for threads in (2, 8):
        for a, b in zip(one, ExactSearch(decoder, settings, threads=threads).prove_all(texts), strict=True):
            assert a.candidate.derivation == b.candidate.derivation
            same = ("status", "lower", "upper", "iterations", "constraints", "edges")
            assert [getattr(a, name) for name in same] == [getattr(b, name) for name in same]


def test_when_time_is_up_the_bounds_say_how_far_it_came(tmp_path: Path) -> None:
    model, table = draw_model(3, tmp_path)
    text = " ".join(draw_sentences(3, 1, 1)[0] + tuple(SOURCE) * 20)
    decoder = model.decoder(table, -1, "free")
    proof = ExactSearch(decoder, ExactSettings(beam=POOR, time_limit=0.001)).prove(text)
    assert proof.status == "time limit"
    assert proof.lower == pytest.approx(proof.candidate.score, abs=1e-6)
    assert proof.beam_score <= proof.lower < proof.upper


@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_lists_are_the_best_of_all_derivations(seed: int, distinct: bool, tmp_path: Path) -> None:
    model, table = draw_model(seed, tmp_path)
    settings = ExactSettings(beam=POOR)
    for words in draw_sentences(seed, 2, 4):
        for limit, space in ((0, "gap"), (2, "gap"), (1, "free"), (-1, "free")):
            derivations = [(total, text) for text, total, _ in model.derivations(words, limit, space)]
            by_text: dict[str, float] = {}
            for total, text in derivations:
                by_text[text] = max(total, by_text.get(text, -np.inf))
            scores = by_text.values() if distinct else [total for total, _ in derivations]
            proof = ExactSearch(model.decoder(table, limit, space), settings).prove(
                " ".join(words), 7, distinct=distinct
            )
            assert proof.status == "optimal"
            found = [candidate.score for candidate in proof.candidates]
            np.testing.assert_allclose(found, sorted(scores, reverse=True)[:7], atol=1e-5)
            texts = [candidate.text for candidate in proof.candidates]
            assert set(texts) <= by_text.keys()
            assert not distinct or len(set(texts)) == len(texts)
