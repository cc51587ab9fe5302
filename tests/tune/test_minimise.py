"""The minimisers find what SciPy's find, on the tuners' own objectives and on hard ones, in as few looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize, rosen, rosen_der, rosen_hess_prod

from manyways.tune import Apro, minimise
from manyways.tune.apro import _Problem
from manyways.tune.minimise import Objective, Vector, lbfgs, trust_region
from manyways.tune.pro import classify
from tests.support.examples import random_examples


class Counted:
    """An objective that knows how often it was looked at."""

    def __init__(self, objective: Objective) -> None:
        self.objective, self.looks = objective, 0

    def __call__(self, u: Vector) -> tuple[float, Vector]:
        self.looks += 1
        return self.objective(u)


def rosenbrock(u: Vector) -> tuple[float, Vector]:
    return float(rosen(u)), rosen_der(u)


def logistic(seed: int) -> tuple[np.ndarray, Objective]:  # type: ignore[type-arg]
    rng = np.random.default_rng(seed)
    gaps = rng.normal(size=(200, 6)) * [1, 1, 10, 0.1, 3, 1] + [0.3, 0, 2, 0, 1, 0]

    def loss(u: Vector) -> tuple[float, Vector]:
        margins = gaps @ u
        value = np.logaddexp(0.0, -margins).mean() + 0.5e-4 * u @ u
        return float(value), 1e-4 * u - gaps.T @ (1 / (1 + np.exp(margins))) / len(gaps)

    return gaps, loss


@pytest.mark.parametrize("seed", range(5))
def test_lbfgs_is_as_good_as_scipys(seed: int) -> None:
    gaps, loss = logistic(seed)
    ours, theirs = Counted(loss), Counted(loss)
    found = lbfgs(ours, np.zeros(6))
    expected = minimize(theirs, np.zeros(6), jac=True, method="L-BFGS-B")
    assert loss(found)[0] <= expected.fun + 1e-8
    assert ours.looks <= 1.3 * theirs.looks
    np.testing.assert_allclose(classify(gaps, 1e-4), found, atol=1e-6)


@pytest.mark.parametrize("size", [2, 10, 50])
def test_lbfgs_gets_through_a_bent_valley(size: int) -> None:
    ours, theirs = Counted(rosenbrock), Counted(rosenbrock)
    start = np.full(size, -1.2)
    found = lbfgs(ours, start, gain=0.0)
    minimize(theirs, start, jac=True, method="L-BFGS-B", options={"ftol": 0.0})
    np.testing.assert_allclose(rosen_der(found), 0.0, atol=1e-5)
    assert ours.looks <= 1.3 * theirs.looks


def test_lbfgs_ends() -> None:
    """After `steps`, at once on a plain, and where numbers end."""
    _, loss = logistic(1)
    few, more = loss(lbfgs(loss, np.zeros(6), steps=2))[0], loss(lbfgs(loss, np.zeros(6), steps=4))[0]
    assert loss(np.zeros(6))[0] > few > more
    assert lbfgs(lambda u: (1.0, np.zeros(2)), np.ones(2)).tolist() == [1.0, 1.0]
    assert lbfgs(lambda u: (float("nan"), np.full(2, np.nan)), np.ones(2)).tolist() == [1.0, 1.0]
    bounded = lbfgs(_wall, np.array([0.5]))
    np.testing.assert_allclose(bounded, [1.0], atol=1e-4)


def test_lbfgs_ends_when_steps_gain_little() -> None:
    _, loss = logistic(1)
    soon, late = Counted(loss), Counted(loss)
    lbfgs(soon, np.zeros(6), gain=0.05)
    lbfgs(late, np.zeros(6), gain=0.0)
    assert soon.looks < late.looks


@pytest.mark.parametrize("first", [1e-3, 1.0, 170.0, 1e4])
def test_a_line_search_ends_lower_and_flatter(first: float) -> None:
    """Wolfe's conditions, from steps that are far too short and far too long."""

    def bowl(u: Vector) -> tuple[float, Vector]:
        return float((u[0] - 100) ** 2), 2 * (u - 100)

    start = np.zeros(1)
    value, gradient = bowl(start)
    found = minimise._search(bowl, (0.0, start, value, gradient), np.ones(1), first)
    assert found is not None
    share, _, lower, slope = found
    assert lower <= value + 1e-3 * share * gradient[0]
    assert abs(slope[0]) <= 0.9 * abs(gradient[0])


def test_curvature_that_misleads_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line search that fails once is followed by another, along the steepest way."""
    search, calls = minimise._search, list[float]()

    def failing(objective: Objective, start: Any, direction: Vector, first: float) -> Any:
        calls.append(first)
        return None if len(calls) == 3 else search(objective, start, direction, first)

    monkeypatch.setattr(minimise, "_search", failing)
    _, loss = logistic(1)
    found = lbfgs(loss, np.zeros(6))
    assert np.abs(loss(found)[1]).max() < 1e-4
    assert calls[2] == 1.0
    assert calls[3] != 1.0  # nothing is known: the step is of length 1


def _wall(u: Vector) -> tuple[float, Vector]:
    """x - log x, which does not exist below 0: a step too far is taken back."""
    if u[0] <= 0:
        return float("inf"), np.full(1, np.nan)
    return float(u[0] - np.log(u[0])), 1 - 1 / u


@pytest.mark.parametrize("start", [0.001, 30.0])
def test_a_step_that_leaves_the_numbers_is_taken_back(start: float) -> None:
    np.testing.assert_allclose(lbfgs(_wall, np.array([start]), gain=0.0), [1.0], atol=1e-4)


def test_the_trust_region_gets_through_a_bent_valley() -> None:
    """The Hessian is not positive everywhere."""
    start = np.full(6, -1.2)
    taken: list[float] = []
    found = trust_region(
        rosenbrock, lambda u, v: rosen_hess_prod(u, v), start, seen=lambda u: taken.append(float(rosen(u)))
    )
    assert np.linalg.norm(rosen_der(found)) < 1e-4
    assert taken == sorted(taken, reverse=True)


@pytest.mark.parametrize("seed", range(5))
def test_the_trust_region_finds_the_optimum_of_apro(seed: int) -> None:
    examples = random_examples(seed)
    assert (examples.deviations > 0).all()
    scale = 1.0 / examples.deviations
    problem = _Problem(Apro(), examples, scale, 1)
    zero = np.zeros(len(scale))
    expected = minimize(problem.objective, zero, jac=True, hessp=problem.product, method="trust-ncg").x
    found = trust_region(problem.objective, problem.product, zero)
    np.testing.assert_allclose(found, expected, atol=1e-4)
    assert problem.objective(found)[0] <= problem.objective(expected)[0] + 1e-8


def test_a_step_too_far_shrinks_the_region() -> None:
    """Also where the value is no number, which no comparison is true of."""

    def steep(u: Vector) -> tuple[float, Vector]:
        return (float("nan") if u[0] < 0.5 else float(u @ u)), 2 * u

    product: Callable[[Vector, Vector], Vector] = lambda u, v: 2 * v  # noqa: E731
    assert trust_region(steep, product, np.array([1.0]))[0] == pytest.approx(0.5, abs=0.05)


def test_a_line_search_whose_ends_meet_stops_there() -> None:
    """Downhill to a cliff: nothing between the last good point and the cliff is any better."""

    def cliff(u: Vector) -> tuple[float, Vector]:
        return (-float(u[0]) if u[0] <= 1 else 5.0), np.array([-1.0])

    assert lbfgs(cliff, np.zeros(1)).tolist() == [1.0]
