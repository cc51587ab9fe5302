"""The length of translations is set by one line search; sizes of references are words for every metric."""

from __future__ import annotations

import numpy as np
import pytest

from manyways._core import tune as core
from manyways.metrics import Bleu, Ter
from manyways.tune import Apro, Examples, Mert, Pro, tune
from manyways.tune.length import with_best_length
from tests.support.recovery import cosine, planted


def wordy(seed: int) -> Examples:
    """Feature 0 is a candidate's length, feature 1 its precision, feature 2 means nothing."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(8, 17, 400)
    right = np.rint(lengths * rng.uniform(0.3, 0.9, 400)).astype(np.int64)
    matches = np.maximum(right[:, None] - np.arange(4), 0)
    totals = lengths[:, None] - np.arange(4)
    statistics = np.column_stack([lengths, np.full(400, 12), matches, totals])
    features = np.column_stack([lengths, right / lengths, rng.normal(size=400)])
    return Examples(("Length", "Right", "Noise"), features, statistics, np.arange(0, 401, 10), Bleu())


@pytest.mark.parametrize("seed", range(5))
def test_no_step_along_length_is_better(seed: int) -> None:
    examples = wordy(seed)
    start = np.array([-0.1, 1.0, 0.05])
    found = with_best_length(examples, start)
    # The direction of length is feature 0 alone, but for the ridge.
    np.testing.assert_allclose(found[1:], start[1:], atol=1e-5)
    steps = np.linspace(-1, 1, 401)
    best = max(examples.value(start + step * np.array([1.0, 0, 0])) for step in steps)
    assert examples.value(found) >= best - 1e-9
    assert examples.value(found) > examples.value(start)


@pytest.mark.parametrize("tuner", [Apro, Pro])
def test_pairs_never_lose_by_it(tuner: type[Apro] | type[Pro]) -> None:
    examples = wordy(1)
    plain, fitted = (tune(examples, tuner(fit_length=each), threads=1) for each in (False, True))
    assert fitted.score.value >= plain.score.value
    assert fitted.history[-1] == pytest.approx(fitted.score.value)


def test_metrics_without_lengths_are_left_alone() -> None:
    examples, _ = planted(3, sentences=5, size=5)
    vector = np.array([1.0, 2.0, 3.0])
    assert with_best_length(examples, vector) is vector


def test_mira_counts_words_with_ter() -> None:
    """Two edits of ten words apart: the step is that margin over the squared distance."""
    unit = round(Ter().kernel.size_unit)
    statistics = np.array([[1, 10 * unit], [3, 10 * unit]])
    lists = core.Lists(np.array([[4.0], [0.0]]), statistics, np.array([0, 2]))
    settings = core.MiraSettings()
    settings.rate, settings.epochs = 10.0, 1
    weights, _ = core.mira(lists, Ter().kernel, np.zeros(1), settings)
    np.testing.assert_allclose(weights, [2 * 4 / 16])


def test_mert_draws_axes_where_there_are_many() -> None:
    examples, weights = planted(150, sentences=60, size=20)
    one, two = (tune(examples, Mert(restarts=0), seed=1, threads=each) for each in (1, 2))
    assert np.array_equal(one.vector, two.vector)
    assert cosine(one.vector, weights) > 0.7
    assert -one.score.value > examples.value(np.ones(150))
