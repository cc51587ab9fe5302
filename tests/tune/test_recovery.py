"""Planted weights are found again in many dimensions (the benchmark has the large table)."""

from __future__ import annotations

import pytest

from manyways.tune import TUNERS, Mert, tune
from tests.support.recovery import cosine, planted

# Measured 0.97 and more; LP-MERT climbs from where MERT ends.
CHECKED = [name for name in TUNERS if name != "lp-mert"]


@pytest.mark.parametrize("name", CHECKED)
def test_thirty_planted_weights_are_found_again(name: str) -> None:
    examples, weights = planted(30, sentences=100, size=40)
    tuner = Mert(restarts=0) if name == "mert" else TUNERS[name]()
    assert cosine(tune(examples, tuner, threads=1).vector, weights) > 0.95
