"""The kernels of the tuners against their slow twins, on small integers full of ties."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways._core import tune as core
from manyways.metrics import Bleu, Metric, Ter
from manyways.settings import to_core
from manyways.tune import Mert, tune
from manyways.tune.mira import Mira
from manyways.tune.pro import classify
from tests.oracles import tune as oracle
from tests.support.examples import general, random_examples

SMALL = st.integers(-4, 4)


def pair_settings(keep: int, most: float, length_gap: float) -> core.PairSettings:
    settings = core.PairSettings()
    settings.keep, settings.most, settings.length_gap = keep, most, length_gap
    return settings


def mira_settings(
    rate: float = 0.01, decay: float = 0.999, epochs: int = 60, seed: int = 1
) -> core.MiraSettings:
    return to_core(core.MiraSettings(), Mira(rate=rate, decay=decay, epochs=epochs), seed=seed)


@given(st.lists(st.tuples(SMALL, SMALL), min_size=1, max_size=12))
def test_the_envelope_is_the_highest_line_everywhere(lines: list[tuple[int, int]]) -> None:
    intercepts, slopes = [a for a, _ in lines], [m for _, m in lines]
    starts, chosen = core.envelope(np.array(intercepts, float), np.array(slopes, float))
    assert starts[0] == -np.inf
    assert np.all(np.diff(starts) > 0)
    for x in oracle.between(oracle.crossings(intercepts, slopes)):
        line = chosen[np.searchsorted(starts, float(x), side="right") - 1]
        assert intercepts[line] + slopes[line] * x == oracle.best_line(intercepts, slopes, x)


def test_of_equal_lines_the_first_wins() -> None:
    _, chosen = core.envelope(np.array([1.0, 2, 2, 1]), np.array([0.0, 0, 0, 1]))
    assert chosen.tolist() == [1, 3]


@pytest.mark.parametrize("metric", [Bleu(), Ter()], ids=["bleu", "ter"])
@pytest.mark.parametrize("seed", range(25))
def test_the_line_search_finds_the_best_interval(seed: int, metric: Metric) -> None:
    examples = random_examples(seed, metric=metric)
    intercepts, slopes = examples.features[:, 0], examples.features[:, 1]
    step, score = core.line_search(
        examples.lists, metric.kernel, intercepts.copy(), slopes.copy(), -np.inf, np.inf, 0
    )
    pieces = oracle.on_line(examples, [int(a) for a in intercepts], [int(m) for m in slopes])
    assert score == pytest.approx(max(value for _, value in pieces), abs=1e-9)
    assert examples.value(np.array([1.0, step, 0.0])) == pytest.approx(score, abs=1e-9)


@pytest.mark.parametrize("limits", [(-0.3, 0.7), (-1.0, 1.0), (0.0, 2.0)])
def test_a_line_search_is_exact_within_its_limits(limits: tuple[float, float]) -> None:
    for seed in range(25):
        examples = random_examples(seed)
        kernel = examples.metric.kernel
        intercepts, slopes = examples.features[:, 0].copy(), examples.features[:, 1].copy()
        step, score = core.line_search(examples.lists, kernel, intercepts, slopes, *limits, 0)
        assert limits[0] <= step <= limits[1]
        low, high = Fraction(limits[0]), Fraction(limits[1])
        whole = [[int(each) for each in column] for column in (intercepts, slopes)]
        expected = max(value for _, value in oracle.on_line(examples, *whole, (low, high)))
        assert score == pytest.approx(expected, abs=1e-9)
        if step != 0:  # At 0, where lists have ties, the score is that of a point beside it.
            assert examples.value(np.array([1.0, step, 0.0])) == pytest.approx(score, abs=1e-9)


@pytest.mark.parametrize("window", [1, 3])
@pytest.mark.parametrize("seed", range(10))
def test_a_window_makes_an_interval_the_mean_of_its_neighbours(seed: int, window: int) -> None:
    examples = random_examples(seed)
    intercepts, slopes = examples.features[:, 0].copy(), examples.features[:, 1].copy()
    kernel = examples.metric.kernel
    step, score = core.line_search(examples.lists, kernel, intercepts, slopes, -np.inf, np.inf, window)
    pieces = oracle.on_line(examples, [int(a) for a in intercepts], [int(m) for m in slopes])
    values = [value for _, value in pieces]
    means = [np.mean(values[max(0, k - window) : k + window + 1]) for k in range(len(values))]
    at = bisect_right([start for start, _ in pieces], step) - 1
    assert means[at] == pytest.approx(max(means), abs=1e-9)
    assert score == pytest.approx(values[at], abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_the_gradient_of_the_expected_score(seed: int) -> None:
    examples = random_examples(seed)
    weights = np.random.default_rng(seed).normal(size=3)

    def at(point: np.ndarray) -> float:
        return float(core.expected_score(examples.lists, examples.metric.kernel, point, 0.7)[0])

    score, entropy, gradient = core.expected_score(examples.lists, examples.metric.kernel, weights, 0.7)
    assert score == at(weights)
    assert entropy > 0
    for d in range(3):
        step = 1e-5 * np.eye(3)[d]
        assert gradient[d] == pytest.approx((at(weights + step) - at(weights - step)) / 2e-5, abs=1e-5)


def test_a_sharp_expectation_is_the_score_of_the_best() -> None:
    examples = random_examples(3)
    weights = np.array([1.0, 0.1234, 0.01711])
    score, _, _ = core.expected_score(examples.lists, examples.metric.kernel, weights, 1e6)
    assert score == pytest.approx(examples.value(weights), abs=1e-9)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("threshold", [0, 1, 3])
@pytest.mark.parametrize("seed", range(10))
def test_all_pairs_equal_the_sum_over_pairs(seed: int, threshold: int, weighted: bool) -> None:
    examples = random_examples(seed)
    rng = np.random.default_rng(seed)
    gold = rng.integers(0, 5, len(examples.features))
    # Halves make many margins exactly 0 and 1.
    weights, direction = rng.integers(-2, 3, 3) / 2, rng.normal(size=3)
    loss, gradient, product = oracle.all_pairs(
        examples, gold, threshold, weights, direction, weighted=weighted
    )
    pairs = core.AllPairs(examples.lists, gold, threshold, weighted)
    found_loss, found_gradient = pairs.loss(weights)
    assert found_loss == pytest.approx(loss, abs=1e-9)
    np.testing.assert_allclose(found_gradient, gradient, atol=1e-9)
    np.testing.assert_allclose(pairs.hessian_product(weights, direction), product, atol=1e-9)


def test_pairs_are_those_that_differ_most() -> None:
    examples = random_examples(1, size=20)
    gold = np.random.default_rng(1).integers(0, 60, len(examples.features)).astype(float)
    lengths = np.zeros_like(gold)
    rows = core.sample_pairs(examples.lists, gold, lengths, pair_settings(5, 40.0, 10.0), 1)
    gaps = gold[rows[:, 0]] - gold[rows[:, 1]]
    assert gaps.min() >= 5
    assert gaps.max() <= 40
    sentences = np.searchsorted(examples.offsets, rows, side="right")
    assert np.array_equal(sentences[:, 0], sentences[:, 1])
    assert np.bincount(sentences[:, 0]).max() <= 5
    assert np.all((np.diff(gaps) <= 0) | (np.diff(sentences[:, 0]) > 0))


def test_monsters_are_kept_out_of_pairs() -> None:
    examples = random_examples(1, size=20)
    rng = np.random.default_rng(2)
    gold = rng.integers(0, 60, len(examples.features)).astype(float)
    lengths = rng.integers(5, 60, len(gold)).astype(float)

    def gaps(most: float, length_gap: float) -> tuple[float, float]:
        rows = core.sample_pairs(examples.lists, gold, lengths, pair_settings(50, most, length_gap), 1)
        better, worse = rows.T
        return float((gold[better] - gold[worse]).max()), float(
            np.abs(lengths[better] - lengths[worse]).max()
        )

    assert gaps(np.inf, np.inf) > (20, 10)
    assert gaps(20.0, np.inf)[0] <= 20
    assert gaps(np.inf, 10.0)[1] <= 10 < gaps(np.inf, np.inf)[1]


def test_the_classifier_of_pairs_by_hand() -> None:
    """One gap of 2 and a penalty of 1 / ln 3: at ln 3 / 2 the slope of the loss, 2 / 4, is the penalty's."""
    np.testing.assert_allclose(classify(np.array([[2.0]]), 1 / np.log(3)), [np.log(3) / 2], atol=1e-6)


def test_one_step_of_mira_by_hand() -> None:
    """Two candidates, no weights: the hope is the better one, and the step is cut at the rate."""
    statistics = np.array([[4, 4, 4, 3, 2, 1, 4, 3, 2, 1], [4, 4, 1, 0, 0, 0, 4, 3, 2, 1]])
    offsets = np.array([0, 2])
    lists = core.Lists(np.array([[1.0, 0], [0, 1]]), statistics, offsets)
    weights, history = core.mira(lists, Bleu().kernel, np.zeros(2), mira_settings(epochs=1))
    np.testing.assert_allclose(weights, [0.01, -0.01])
    assert history.tolist() == [100.0]


@pytest.mark.parametrize("seed", range(40))
def test_mira_is_its_twin_on_one_list(seed: int) -> None:
    """Candidates differ in the length of the closest reference."""
    examples = random_examples(seed, sentences=1, size=12)
    start = np.random.default_rng(seed).integers(-2, 3, 3).astype(np.float64)
    rate, decay, epochs = (0.01, 0.1, 1.0)[seed % 3], 0.9, 6
    settings = mira_settings(rate, decay, epochs, seed)
    weights, history = core.mira(examples.lists, examples.metric.kernel, start, settings)
    wanted, scores = oracle.mira(examples, start, rate, decay, epochs)
    np.testing.assert_allclose(history, scores)
    np.testing.assert_allclose(weights, wanted, atol=1e-12)


def test_a_longer_reference_is_no_merit() -> None:
    """Two candidates with BLEU+background alike, the second closest to a longer reference: no step to it."""
    statistics = np.array([[9, 9, 5, 4, 3, 2, 9, 8, 7, 6], [18, 18, 10, 8, 6, 4, 18, 16, 14, 12]])
    lists = core.Lists(np.array([[0.0], [1.0]]), statistics, np.array([0, 2]))
    weights, _ = core.mira(lists, Bleu().kernel, np.zeros(1), mira_settings(epochs=1))
    assert weights[0] <= 0


def test_mert_tells_how_far_it_is_and_can_be_stopped() -> None:
    examples = random_examples(2, sentences=20)
    told: list[float] = []
    settings = core.MertSettings()
    settings.restarts, settings.random_directions = 3, 2
    arguments = (examples.lists, examples.metric.kernel, np.ones(3), settings, 2)
    weights, scores = core.mert(*arguments, told.append)
    assert told == np.maximum.accumulate(scores)[4::4].tolist()
    assert told[-1] == examples.value(weights)

    def stop(best: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        core.mert(*arguments, stop)


def test_what_does_not_fit_is_refused() -> None:
    examples = random_examples(1)
    kernel = examples.metric.kernel
    with pytest.raises(ValueError, match="one weight per feature"):
        examples.lists.best(np.ones(2))
    with pytest.raises(ValueError, match="another metric"):
        examples.lists.score(Ter().kernel, np.ones(3))
    with pytest.raises(ValueError, match="one weight per feature"):
        core.AllPairs(examples.lists, np.zeros(len(examples.features), np.int64), 0).loss(np.ones(2))
    with pytest.raises(ValueError, match="one start weight"):
        core.mert(examples.lists, kernel, np.ones(4), core.MertSettings(), 1, print)
    with pytest.raises(ValueError, match="fit together"):
        core.Lists(np.ones((2, 1)), np.ones((3, 2), np.int64), np.array([0, 2]))
    assert Fraction(1, 2) in oracle.crossings([0, 1], [2, 0])


def test_mert_goes_on_until_hardly_any_axis_leads_further() -> None:
    """Steps stay in a box around the weights, so a few axes may; after one round alone, many do."""
    further = 0
    for seed in range(8):
        examples = general(seed, sentences=30, size=20, features=5)
        plain = Mert(restarts=0, smooth_start=False, gradient=False, random_directions=0)
        found = tune(examples, plain, threads=1, seed=seed).vector
        for column in np.ascontiguousarray(examples.features.T):
            _, score = core.line_search(
                examples.lists, examples.metric.kernel, examples.features @ found, column, -1e6, 1e6, 0
            )
            further += score > examples.value(found) + 1e-6
    assert further <= 4


def test_restarts_near_good_points_find_better_ones() -> None:
    """The share of all errors that six rounds of restarts save, over eight problems."""
    saved = []
    for seed in range(8):
        examples = general(seed, sentences=30, size=20, features=5)
        plain = Mert(restarts=0, smooth_start=False, gradient=False, random_directions=0)
        alone, again = (
            examples.value(tune(examples, replace(plain, restarts=restarts), threads=1, seed=seed).vector)
            for restarts in (0, 6)
        )
        saved.append((alone - again) / alone)
    assert min(saved) > 0
    assert sum(saved) > 0.5
