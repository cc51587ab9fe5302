"""Exact search beside every derivation of tiny models, ties and all."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from manyways.errors import ConfigError
from manyways.exact import ExactSearch, ExactSettings
from manyways.search import BeamSettings
from tests.oracles.derivations import SOURCE, TinyModel, random_model

LIMITS = (0, 1, 2, 3, 4, -1)
POOR = BeamSettings(pops=1, stack=1)  # a beam that errs, so that the proof has something to find


def sentence(draw: random.Random, longest: int) -> tuple[str, ...]:
    return tuple(draw.choices([*SOURCE, "x"], k=draw.randint(1, longest)))


def weighted(model: TinyModel, features: dict[str, float | list[float]]) -> float:
    total = 0.0
    for name, value in features.items():
        values = value if isinstance(value, list) else [value]
        total += sum(w * v for w, v in zip(model.weights[name], values, strict=True))
    return total


@pytest.mark.parametrize("seed", range(10))
def test_certified_is_the_best_derivation(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    model, table = random_model(seed, tmp_path, lms=1 + seed % 2)
    for limit in LIMITS:
        for space in ("gap", "free"):
            words = sentence(draw, 6)
            best = max(total for _, total, _ in model.derivations(words, limit, space))
            prover = ExactSearch(model.decoder(table, limit, space), ExactSettings(beam=POOR))
            proof = prover.prove(" ".join(words))
            assert proof.status == "optimal", (words, limit, space)
            assert proof.lower == pytest.approx(best, abs=1e-5), (words, limit, space)
            assert proof.upper == proof.lower >= proof.beam_score
            assert weighted(model, proof.candidate.features) == pytest.approx(proof.lower, abs=1e-4)


@pytest.mark.parametrize("relaxation", ["Y'", "Y''"])
@pytest.mark.parametrize("a_star", [True, False])
def test_published_bounds_and_certificates(
    relaxation: Literal["Y'", "Y''"], a_star: bool, tmp_path: Path
) -> None:
    optimal = 0
    for seed in range(8):
        draw = random.Random(seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        model, table = random_model(seed, folder)
        for limit in (1, 2, -1):
            words = sentence(draw, 5)
            best = max(total for _, total, _ in model.derivations(words, limit, "free"))
            settings = ExactSettings(
                method="lagrangian", relaxation=relaxation, a_star=a_star, beam=POOR, trace=True
            )
            proof = ExactSearch(model.decoder(table, limit, "free"), settings).prove(" ".join(words))
            assert proof.trace is not None
            assert len(proof.trace) == proof.iterations
            assert (proof.trace.counts.sum(axis=1) == len(words)).all()
            assert (proof.trace.dual >= best - 1e-5).all()
            if proof.status == "optimal":
                optimal += 1
                assert proof.lower == pytest.approx(best, abs=1e-5)
                assert (proof.trace[-1].counts == 1).all()
    assert optimal >= 20


@pytest.mark.parametrize("seed", range(8))
def test_lists_are_the_best_translations(seed: int, tmp_path: Path) -> None:
    draw = random.Random(100 + seed)
    model, table = random_model(seed, tmp_path)
    for limit, space in ((1, "gap"), (2, "free"), (-1, "gap")):
        words = sentence(draw, 5)
        best: dict[str, float] = {}
        for text, total, _ in model.derivations(words, limit, space):
            best[text] = max(total, best.get(text, total))
        wanted = sorted(best.values(), reverse=True)[:7]
        settings = ExactSettings(beam=BeamSettings(pops=8, stack=8))
        proof = ExactSearch(model.decoder(table, limit, space), settings).prove(" ".join(words), 7)
        assert proof.status == "optimal"
        assert [c.score for c in proof.candidates] == pytest.approx(wanted, abs=1e-5)
        assert len({c.text for c in proof.candidates}) == len(wanted)
        assert all(best[c.text] == pytest.approx(c.score, abs=1e-5) for c in proof.candidates)


def test_no_time_no_proof(tmp_path: Path) -> None:
    model, table = random_model(1, tmp_path)
    words = " ".join(random.Random(1).choices(SOURCE, k=40))
    prover = ExactSearch(model.decoder(table, -1, "free"), ExactSettings(time_limit=1e-6))
    proof = prover.prove(words)
    assert proof.status == "time limit"
    assert proof.lower == proof.beam_score < proof.upper
    assert weighted(model, proof.candidate.features) == pytest.approx(proof.lower, abs=1e-3)
    assert prover.prove("").status == "optimal"


def test_relaxed_graphs_hold_every_derivation(tmp_path: Path) -> None:
    model, table = random_model(2, tmp_path)
    decoder = model.decoder(table, 2, "free")
    words = ("u", "v", "w", "u")
    best = max(total for _, total, _ in model.derivations(words, 2, "free"))
    for relaxation in ("Y'", "Y''"):
        graph = ExactSearch(decoder).relaxed_graph(" ".join(words), relaxation)  # type: ignore[arg-type]
        value = np.full(len(graph.layers), -np.inf)
        value[0] = 0.0
        for tail, head, score in zip(graph.tails, graph.heads, graph.scores, strict=True):
            value[head] = max(value[head], value[tail] + score)
        assert value[-1] >= best - 1e-6
        assert (graph.layers[graph.heads] - graph.layers[graph.tails] == graph.stops - graph.starts).all()


def test_settings_are_checked() -> None:
    with pytest.raises(ConfigError):
        ExactSettings(time_limit=-1.0)
    with pytest.raises(ConfigError):
        ExactSettings(tighten=(0, 3))
