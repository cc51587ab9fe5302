"""The tolerance of exact search: no answer is worse by more, and no bound is false."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from manyways.exact import ExactSearch, ExactSettings, Proof
from manyways.search import BeamSettings
from tests.oracles.derivations import SOURCE, random_model
from tests.support.beams import best_by_text

POOR = BeamSettings(pops=1, stack=1)  # a beam that errs, so that there is something to let pass


def proofs(tmp_path: Path, size: int = 1, **settings: Any) -> Iterator[tuple[list[float], Proof]]:
    """The scores of all translations, best first, and what is proved."""
    for seed in range(12):
        folder = tmp_path / f"{seed}-{settings.get('tolerance')}"
        folder.mkdir()
        model, table = random_model(seed, folder)
        words = tuple(random.Random(seed).choices(SOURCE, k=5))
        prover = ExactSearch(model.decoder(table, 2, "gap"), ExactSettings(**{"beam": POOR, **settings}))
        scores = best_by_text(model, words, 2, "gap").values()
        yield sorted(scores, reverse=True), prover.prove(" ".join(words), size)


@pytest.mark.parametrize("method", ["certified", "lagrangian"])
@pytest.mark.parametrize("tolerance", [0.1, 0.9])
def test_an_answer_may_be_worse_by_the_tolerance_and_its_bound_says_so(
    method: str, tolerance: float, tmp_path: Path
) -> None:
    for scores, proof in proofs(tmp_path, method=method, tolerance=tolerance):
        assert proof.lower - 1e-5 <= scores[0] <= proof.upper + 1e-5
        if proof.status == "optimal":
            assert proof.gap <= tolerance + 1e-9


def test_a_larger_tolerance_is_made_use_of(tmp_path: Path) -> None:
    """Some answers stay as the beam left them: it is not lost on its way to the core."""
    left = [scores[0] - proof.lower for scores, proof in proofs(tmp_path, tolerance=0.9)]
    assert max(left) > 0.1
    exact = [scores[0] - proof.lower for scores, proof in proofs(tmp_path)]
    assert max(exact) < 1e-5


def test_published_certificates_let_the_tolerance_pass(tmp_path: Path) -> None:
    """A relaxed best that breaks the gap constraint is no answer, but may be close enough to one."""
    strict = {proof.status for _, proof in proofs(tmp_path, method="lagrangian")}
    assert "gap" in strict
    loose = [proof for _, proof in proofs(tmp_path, method="lagrangian", tolerance=0.9)]
    assert any(0 < proof.gap <= 0.9 for proof in loose if proof.status == "optimal")


def test_lists_are_exact_whatever_the_tolerance(tmp_path: Path) -> None:
    wide = BeamSettings(pops=50, stack=50)  # its own lists are often right, and the last of them must stay
    for scores, proof in proofs(tmp_path, size=5, tolerance=0.5, beam=wide):
        assert proof.status == "optimal"
        assert [each.score for each in proof.candidates] == pytest.approx(scores[:5], abs=1e-5)
        assert proof.gap == 0


def test_small_tolerances_leave_no_gap_nor_do_empty_sentences(tmp_path: Path) -> None:
    assert all(proof.upper == proof.lower for _, proof in proofs(tmp_path))
    model, table = random_model(1, tmp_path)
    proof = ExactSearch(model.decoder(table, 2, "gap"), ExactSettings(tolerance=0.9)).prove("")
    assert (proof.status, proof.gap) == ("optimal", 0)


def test_lists_longer_than_a_look_at_the_clock_are_whole(tmp_path: Path) -> None:
    model, table = random_model(0, tmp_path)
    words = tuple(random.Random(0).choices(SOURCE, k=6))
    proof = ExactSearch(model.decoder(table, -1, "free")).prove(" ".join(words), 2000)
    scores = sorted(best_by_text(model, words, -1, "free").values(), reverse=True)
    assert 256 < len(scores) < 2000
    assert (proof.status, len(proof.candidates)) == ("optimal", len(scores))
    assert [each.score for each in proof.candidates] == pytest.approx(scores, abs=1e-5)
