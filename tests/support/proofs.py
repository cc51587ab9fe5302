"""What holds of every proof, of whatever model."""

from __future__ import annotations

import numpy as np
import pytest

from manyways.exact import Proof
from manyways.model import Weights


def check_proof(proof: Proof, weights: Weights, best: float) -> None:
    """Bounds hold, a certificate is right, the first search is never better, features give the score."""
    assert proof.beam_score <= proof.lower <= proof.upper
    assert proof.lower <= best + 1e-5
    assert proof.upper >= best - 1e-5
    assert proof.candidate.score == pytest.approx(proof.lower, abs=1e-4)
    plain, total = weights.plain(), 0.0
    for name, value in proof.candidate.features.items():
        total += float(np.dot(plain[name], value))
    assert total == pytest.approx(proof.lower, abs=1e-4)
    if proof.status == "optimal":
        assert proof.lower == pytest.approx(best, abs=1e-5)
