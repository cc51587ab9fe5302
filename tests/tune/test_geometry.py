"""Choices that can win: against hulls, a general solver and enumeration; what LP-MERT, PRO and MERT share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways._core import geometry as core
from manyways.errors import TuneError
from manyways.metrics import Bleu, Metric, Ter
from manyways.model.weights import Weights
from manyways.tune import Examples, LpMert, Mert, tune
from manyways.tune.geometry import additive_losses, cone_of, conflict, feasible, rivals
from tests.oracles import geometry as oracle
from tests.support.examples import general, random_examples
from tests.support.planted import PLANTED, planted


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("sentences", "size", "features"), [(1, 12, 2), (1, 15, 3), (3, 4, 2), (3, 4, 3)])
def test_choices_that_can_win_are_the_corners_of_the_sum(
    seed: int, sentences: int, size: int, features: int
) -> None:
    examples = general(seed, sentences=sentences, size=size, features=features)
    found = {tuple(row) for row in feasible(examples).choices.tolist()}
    assert found == oracle.hull_corners(examples)


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(1, 2), st.integers(1, 4))
def test_with_ties_it_agrees_with_a_general_solver(seed: int, sentences: int, features: int) -> None:
    examples = random_examples(seed, sentences=sentences, size=4, features=features)
    if not examples.deviations.any():
        return
    for choice in oracle.all_choices(examples):
        cone = cone_of(examples, choice)
        assert (cone is not None) == oracle.can_win(examples, choice)
        if cone is not None:
            assert oracle.best_choice_at(examples, cone.weights) == choice
            assert conflict(examples, choice) == []


@pytest.mark.parametrize("seed", range(8))
def test_a_conflict_is_a_proof(seed: int) -> None:
    examples = random_examples(seed, sentences=3, size=6, features=3)
    for choice in oracle.all_choices(examples)[:60:4]:
        pairs = conflict(examples, choice)
        if not pairs:
            continue
        assert {tuple(pair) for pair in pairs} <= {tuple(row) for row in rivals(examples, choice).tolist()}
        rows = np.array([examples.features[a] - examples.features[b] for a, b in pairs])
        assert oracle.widest_margin(rows) < 1e-9
        assert len(pairs) <= len(examples.names) + 1


@pytest.mark.parametrize("seed", range(12))
def test_lp_mert_finds_the_best_of_all_choices(seed: int) -> None:
    examples = general(seed, sentences=4, size=4, features=3)
    losses = examples.statistics[:, 0].astype(np.float64)
    proven, loss, choice, weights, tests = core.exact_choice(core.Points(examples.lists), losses, 10**6)
    assert proven
    assert loss == min(losses[list(c)].sum() for c in oracle.hull_corners(examples)) == losses[choice].sum()
    assert oracle.best_choice_at(examples, weights) == tuple(choice.tolist())
    assert tests < len(oracle.all_choices(examples))


def test_a_search_that_runs_out_of_tests_says_so() -> None:
    examples = general(1, sentences=4, size=4, features=3)
    losses = examples.statistics[:, 0].astype(np.float64)
    assert not core.exact_choice(core.Points(examples.lists), losses, 5)[0]
    with pytest.raises(TuneError, match="more choices can win than 20 tests"):
        feasible(examples, most_tests=20)


@pytest.mark.parametrize("metric", [Bleu(), Ter()], ids=["bleu", "ter"])
def test_losses_are_the_slope_of_the_metric(metric: Metric) -> None:
    examples = random_examples(3, metric=metric, sentences=200)
    choice = examples.lists.best(np.ones(3))
    losses = additive_losses(examples, choice)
    sums = examples.statistics[choice].sum(axis=0)
    sentence = np.repeat(np.arange(len(choice)), np.diff(examples.offsets))
    for c in range(0, len(losses), 7):
        other = sums - examples.statistics[choice[sentence[c]]] + examples.statistics[c]
        change = examples.direction * (metric.score(other).value - metric.score(sums).value)
        assert -losses[c] == pytest.approx(change, abs=1e-9 if metric.name == "TER" else 0.02)


# What the tuners' constraints have in common (Waite and Byrne, 2015, section 2) --------------------


@pytest.mark.parametrize("seed", range(10))
def test_lp_merts_constraints_are_among_pros(seed: int) -> None:
    """For the oracle choice; the error adds up over sentences, and pairs are all pairs."""
    examples = random_examples(seed, metric=Ter())
    errors = examples.statistics[:, 0]
    best = [min(each, key=lambda c: errors[c]) for each in oracle.lists_of(examples)]
    pros = {
        (i, j) for each in oracle.lists_of(examples) for i in each for j in each if errors[i] <= errors[j]
    }
    mine = {tuple(row) for row in rivals(examples, best).tolist()}
    assert mine < pros
    assert {tuple(pair) for pair in conflict(examples, best)} <= mine


def test_weights_that_rank_all_pairs_make_the_oracle_win() -> None:
    examples = planted()
    rank = examples.features @ PLANTED
    best = [max(each, key=lambda c: rank[c]) for each in oracle.lists_of(examples)]
    cone = cone_of(examples, best)
    assert cone is not None
    assert oracle.best_choice_at(examples, cone.weights) == tuple(best)
    assert cone.margin > 0


@pytest.mark.parametrize("seed", range(8))
def test_the_cone_of_the_answer_is_where_the_error_is_least(seed: int) -> None:
    """Weights inside the cone attain the minimum; weights that attain it lie in a cone of the same error."""
    examples = general(seed, sentences=3, size=5, features=3)
    losses = examples.statistics[:, 0].astype(np.float64)
    _, least, choice, weights, _ = core.exact_choice(core.Points(examples.lists), losses, 10**6)
    rng = np.random.default_rng(seed)
    inside = 0
    for step in rng.normal(size=(200, 3)) * np.linalg.norm(weights) * 0.2:
        if oracle.best_choice_at(examples, weights + step) == tuple(choice.tolist()):
            inside += 1
            assert losses[examples.lists.best(weights + step)].sum() == least
    assert inside > 0
    for point in rng.normal(size=(3000, 3)):
        other = examples.lists.best(point)
        assert losses[other].sum() >= least
        if losses[other].sum() == least:
            cone = cone_of(examples, other)
            assert cone is not None
            pairs = rivals(examples, other.tolist())
            gaps = examples.features[pairs[:, 0]] - examples.features[pairs[:, 1]]
            assert len(gaps) == len(examples.features) - len(other)
            assert np.all(gaps @ point > 0)
            assert np.all(gaps @ cone.weights > 0)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("metric", [Bleu(), Ter()], ids=["bleu", "ter"])
def test_lp_mert_never_loses(seed: int, metric: Metric) -> None:
    examples = random_examples(seed, metric=metric, sentences=20)
    start = Weights.from_components(examples.names, np.random.default_rng(seed).normal(size=3))
    mert = tune(examples, Mert(restarts=1), start=start, seed=seed, threads=1)
    result = tune(examples, LpMert(first=None), start=mert.weights, seed=seed, threads=1)
    gain = result.score.value - mert.score.value
    assert examples.direction * gain >= 0
    assert np.all(examples.direction * np.diff(result.history) >= 0)


@pytest.mark.parametrize("sentences", [3, 5, 20, 40])
@pytest.mark.parametrize("seed", range(3))
def test_a_beam_in_which_all_is_kept_finds_the_least_error(seed: int, sentences: int) -> None:
    examples = general(seed, sentences=sentences, size=4, features=2)
    losses = examples.statistics[:, 0].astype(np.float64)
    least = core.exact_choice(core.Points(examples.lists), losses, 10**6)[1]
    settings = core.BeamSettings()
    settings.beam, settings.tests, settings.radius, settings.passes = 10**4, 10**6, 1e3, 1
    around = np.random.default_rng(seed).normal(size=(50, 2))
    worst = max(around, key=lambda weights: losses[examples.lists.best(weights)].sum())
    vector, _, _ = core.beam_search(examples.lists, examples.metric.kernel, worst, settings, 1)
    assert losses[examples.lists.best(vector)].sum() == least < losses[examples.lists.best(worst)].sum()


def test_few_lists_are_searched_exactly() -> None:
    examples = general(5, sentences=5, size=6, features=3)
    least = min(examples.statistics[list(c), 0].sum() for c in oracle.hull_corners(examples))
    result = tune(examples, LpMert(first=None, passes=0), threads=1)
    assert examples.statistics[examples.lists.best(result.vector), 0].sum() == least
    assert any("TER adds up, and was searched exactly" in each for each in result.remarks)


def bleu_lists(seed: int) -> Examples:
    """Three lists of five in general position, with the counts of BLEU, which does not add up."""
    rng = np.random.default_rng(seed)
    totals = np.array([9, 8, 7, 6])
    statistics = np.column_stack(
        [
            np.repeat(9, 15),
            rng.integers(8, 12, 15),
            rng.integers(1, totals, (15, 4)),
            np.tile(totals, (15, 1)),
        ]
    )
    names = ("f0", "f1", "f2")
    return Examples(names, rng.normal(size=(15, 3)), statistics, np.arange(0, 16, 5), Bleu())


def reachable(examples: Examples) -> float:
    """The highest score of a choice that can win, by hulls."""
    sums = [examples.statistics[list(choice)].sum(axis=0) for choice in oracle.hull_corners(examples)]
    return max(examples.metric.score(each).value for each in sums)


@pytest.mark.parametrize("seed", range(40))
def test_of_few_lists_lp_mert_finds_the_best_bleu_that_weights_can_reach(seed: int) -> None:
    examples = bleu_lists(seed)
    result = tune(examples, LpMert(first=None), threads=1)
    assert result.score.value == pytest.approx(reachable(examples))
    assert any("no weights choose better" in each for each in result.remarks)


def test_lp_mert_claims_no_proof_that_it_has_not() -> None:
    found = [
        (bleu_lists(s), tune(bleu_lists(s), LpMert(first=None, most_tests=30), threads=1)) for s in range(40)
    ]
    short = [result for examples, result in found if result.score.value < reachable(examples) - 1e-9]
    assert short, "the limit must be low enough that some answers are not the best"
    for _, result in found:
        assert any("not searched exactly: 30 tests" in each for each in result.remarks)
        assert not any("no weights choose better" in each for each in result.remarks)
    many = tune(random_examples(1, sentences=20), LpMert(first=None, passes=1), threads=1)
    assert not any("exactly" in each or "choose better" in each for each in many.remarks)


def test_what_does_not_fit_is_refused() -> None:
    examples = general(1, sentences=2, size=3, features=2)
    with pytest.raises(ValueError, match="no such candidate"):
        cone_of(examples, [77])
    with pytest.raises(ValueError, match="one loss per candidate"):
        core.exact_choice(core.Points(examples.lists), np.ones(2), 10)
    with pytest.raises(ValueError, match="do not fit"):
        core.linear_gains(examples.lists, Bleu().kernel, np.array([0, 3], np.uint32))
    flat = replace(examples, features=np.ones_like(examples.features))
    assert cone_of(flat, [1]) is None
