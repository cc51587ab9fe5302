"""The support vector machine: against a direct quadratic program, with its gap closed, for any threads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manyways.metrics import Ter
from manyways.tune import Examples, Svm, SvmProblem, tune
from tests.oracles import svm as oracle
from tests.support.examples import random_examples
from tests.support.planted import PLANTED, planted


def in_units(problem: SvmProblem, weights: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    return np.asarray(weights * problem.units)


@pytest.mark.parametrize("c", [0.05, 1.0, 20.0])
@pytest.mark.parametrize("seed", range(12))
def test_the_optimum_is_that_of_a_direct_quadratic_program(seed: int, c: float) -> None:
    examples = random_examples(seed, sentences=7, size=6, features=1 + seed % 4)
    problem = SvmProblem(examples, threads=1)
    solved = problem.solve(c, gap=1e-10)
    mine = oracle.value(examples, c, in_units(problem, solved.converged))
    best = oracle.value(examples, c, oracle.solve(examples, c))
    assert mine == pytest.approx(best, rel=1e-6, abs=1e-9)
    assert mine <= best * (1 + 1e-6) + 1e-9
    assert solved.value == pytest.approx(mine, rel=1e-6)
    assert solved.gap < 1e-6
    assert solved.bound <= best * (1 + 1e-6) + 1e-9


def test_many_features_and_equal_candidates_do_not_stop_it() -> None:
    examples = random_examples(3, sentences=20, size=9, features=3)
    doubled = replace(examples, names=("a", "b", "c", "d", "e", "f"), features=np.tile(examples.features, 2))
    one, two = (SvmProblem(each, threads=1).solve(1.0, gap=1e-9) for each in (examples, doubled))
    assert two.gap < 1e-8
    assert two.value < one.value  # the same scores with shorter weights
    np.testing.assert_allclose(two.converged[:3], two.converged[3:], rtol=1e-4, atol=1e-7)


def test_a_metric_of_errors_is_learned_too() -> None:
    examples = random_examples(5, metric=Ter(), sentences=9, size=6)
    problem = SvmProblem(examples, threads=1)
    solved = problem.solve(1.0, gap=1e-10)
    best = oracle.value(examples, 1.0, oracle.solve(examples, 1.0))
    assert solved.value == pytest.approx(best, rel=1e-6)


def test_what_was_planted_is_found() -> None:
    result = tune(planted(), Svm(c=1.0), threads=2)
    cosine = result.vector @ PLANTED / np.linalg.norm(result.vector) / np.linalg.norm(PLANTED)
    assert cosine > 0.99
    assert any("duality gap" in each for each in result.remarks)


def test_a_mask_is_a_smaller_problem() -> None:
    examples = planted(30)
    mask = np.arange(30) % 3 > 0
    rows = np.repeat(mask, 25)
    part = Examples(
        examples.names,
        np.ascontiguousarray(examples.features[rows]),
        np.ascontiguousarray(examples.statistics[rows]),
        np.arange(0, 25 * mask.sum() + 1, 25),
        examples.metric,
    )
    whole = SvmProblem(examples, threads=1)
    found = whole.solve(1.0, mask, gap=1e-8)
    small = SvmProblem(part, threads=1)
    best = oracle.value(part, 1.0, in_units(small, found.converged))
    assert best >= small.solve(1.0, gap=1e-8).bound - 1e-6
    sums = whole.statistics(found.converged, mask)
    best_rows = part.lists.best(found.converged)
    np.testing.assert_array_equal(sums, part.statistics[best_rows].sum(axis=0))


def test_threads_and_earlier_problems_change_little_and_nothing() -> None:
    examples = planted(200)
    one, four = (SvmProblem(examples, threads=threads).solve(1.0) for threads in (1, 4))
    np.testing.assert_array_equal(one.converged, four.converged)
    np.testing.assert_array_equal(one.scoring, four.scoring)
    again = SvmProblem(examples, threads=1)
    again.solve(10.0)
    later = again.solve(1.0)  # it remembers candidates of the first
    assert later.value == pytest.approx(one.value, rel=2e-4)


def test_too_few_scans_are_told() -> None:
    result = tune(planted(), Svm(scans=2, gap=1e-9), threads=1)
    assert any("not closed" in each for each in result.remarks)
