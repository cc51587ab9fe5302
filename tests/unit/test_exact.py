"""Exact search beside every derivation of tiny models, ties and all."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Literal

import pytest

from manyways.errors import ConfigError
from manyways.exact import ExactSettings, Prover
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


@pytest.mark.parametrize("seed", range(12))
def test_certified_is_the_best_derivation(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    model, table = random_model(seed, tmp_path, lms=1 + seed % 2)
    for limit in LIMITS:
        for space in ("gap", "free"):
            words = sentence(draw, 6)
            best = max(total for _, total, _ in model.derivations(words, limit, space))
            prover = Prover(model.decoder(table, limit, space), ExactSettings(beam=POOR))
            proof = prover.search(" ".join(words))
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
            proof = Prover(model.decoder(table, limit, "free"), settings).search(" ".join(words))
            assert proof.trace is not None
            assert len(proof.trace) == proof.iterations
            assert (proof.trace.counts.sum(axis=1) == len(words)).all()
            assert (proof.trace.dual >= best - 1e-5).all()
            if proof.status == "optimal":
                optimal += 1
                assert proof.lower == pytest.approx(best, abs=1e-5)
                assert (proof.trace[-1].counts == 1).all()
    assert optimal >= 20


def test_settings_are_checked() -> None:
    with pytest.raises(ConfigError):
        ExactSettings(time_limit=0.0)
    with pytest.raises(ConfigError):
        ExactSettings(tighten=(0, 3))
