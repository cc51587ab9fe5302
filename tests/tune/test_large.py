"""Long lists are tuned on in part: the result is that of all candidates."""

from __future__ import annotations

import numpy as np
import pytest

from manyways._core import tune as core
from manyways.model.weights import Weights
from manyways.tune import Apro, Mert, tune
from tests.support.examples import random_examples
from tests.support.planted import planted


@pytest.mark.parametrize("seed", range(4))
def test_mert_on_part_of_the_candidates(seed: int) -> None:
    examples = random_examples(seed, sentences=40, size=30)
    start = Weights.from_components(examples.names, np.random.default_rng(seed).normal(size=3))
    tuner = Mert(restarts=4, large=100, positive=("f1",))
    results = [tune(examples, tuner, start=start, seed=seed, threads=threads) for threads in (1, 3)]
    assert results[0].vector.tolist() == results[1].vector.tolist()
    assert results[0].vector[1] >= 0
    assert np.all(np.diff(results[0].history) >= 0)
    assert results[0].history[-1] == pytest.approx(examples.value(results[0].vector))


def test_apro_on_thinned_lists_ends_at_the_same_optimum() -> None:
    examples = planted(sentences=30, size=60)
    whole = tune(examples, Apro(), threads=1)
    part = tune(examples, Apro(large=1000), threads=1)
    np.testing.assert_allclose(part.vector, whole.vector, atol=2e-4)


@pytest.mark.parametrize("seed", range(5))
def test_winners_on_lines_are_all_that_win_there(seed: int) -> None:
    examples = random_examples(seed)
    weights = np.array([0.3, -1.0, 0.7])
    directions = np.array([[0, 1.0, 0], [0.4, -0.2, 1.0]])
    winners = core.line_winners(examples.lists, weights, directions, 1)
    assert np.all(np.diff(winners.astype(int)) > 0)
    for direction in directions:
        for x in np.linspace(-20, 20, 101):
            scores = examples.features @ (weights + x * direction)
            best = np.maximum.reduceat(scores, examples.offsets[:-1])
            tops = [
                np.flatnonzero(np.isclose(scores[a:b], top)) + a
                for a, b, top in zip(examples.offsets[:-1], examples.offsets[1:], best, strict=True)
            ]
            assert all(np.isin(each, winners).any() for each in tops)
    with pytest.raises(ValueError, match="one number per feature"):
        core.line_winners(examples.lists, weights, np.ones((1, 2)), 1)
