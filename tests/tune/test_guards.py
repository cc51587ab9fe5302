"""What guards of tuning let pass and what they name, at the edge of what they let pass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from manyways.errors import TuneError
from manyways.metrics import Bleu, Score, Ter
from manyways.model.weights import Weights
from manyways.tune import Examples, guards
from tests.support.examples import random_examples
from tests.support.planted import planted


def score(metric: Bleu | Ter, value: float) -> Score:
    return Score(metric.name, value, metric.signature(1), {})


def with_feature(examples: Examples, column: np.ndarray) -> Examples:
    names = (*examples.names, "new")
    return replace(examples, names=names, features=np.column_stack([examples.features, column]))


def test_a_start_needs_one_weight() -> None:
    guards.check_start(Weights({"LM0": 0.0, "TM": [0.0, 0.1]}))
    with pytest.raises(TuneError, match="all weights of the start are 0"):
        guards.check_start(Weights({"LM0": 0.0, "TM": [0.0, 0.0]}))


def test_good_examples_get_no_remark_and_short_lists_do() -> None:
    assert guards.check_examples(planted(size=5)) == []
    [remark] = guards.check_examples(planted(size=4))
    assert remark.startswith("only 4.0 different candidates per list")


def test_lists_of_one_quality_teach_nothing() -> None:
    examples = planted(sentences=3)
    level = np.repeat(examples.statistics[examples.offsets[:-1]], 25, axis=0)
    with pytest.raises(TuneError, match="candidates of one BLEU only"):
        guards.check_examples(replace(examples, statistics=level))
    level[1] += 1  # one list with a difference is enough
    assert guards.check_examples(replace(examples, statistics=level)) == []


def test_features_that_say_nothing_new_are_named() -> None:
    examples = planted()
    a, b = examples.features[:, 0], examples.features[:, 3]
    by_list = np.repeat(np.arange(60.0), 25)
    [combined] = guards.check_examples(with_feature(examples, 3 * a - b + by_list))
    assert combined == "combinations of other features: new"
    noise = np.random.default_rng(1).normal(size=len(a))
    assert guards.check_examples(with_feature(examples, a + 1e-3 * noise)) == []
    [constant] = guards.check_examples(with_feature(examples, by_list))
    assert constant.endswith("means nothing: new")


def test_of_many_combinations_ten_are_named() -> None:
    examples = planted()
    copies = np.repeat(examples.features[:, :1], 12, axis=1)
    names = (*examples.names, *(f"copy{i}" for i in range(12)))
    many = replace(examples, names=names, features=np.hstack([examples.features, copies]))
    [remark] = guards.check_examples(many)
    assert remark.endswith(", copy8, copy9 and 2 more")
    ten = replace(many, names=names[:-2], features=many.features[:, :-2])
    assert guards.check_examples(ten)[0].endswith(", copy8, copy9")
    sparse = replace(many, sparse_names=frozenset(names[5:]))
    assert guards.check_examples(sparse) == []  # nobody asks that of sparse features


def test_without_a_feature_that_differs_there_is_no_choice() -> None:
    examples = random_examples(1)
    with pytest.raises(TuneError, match="no feature differs within a list"):
        guards.check_examples(replace(examples, features=np.ones_like(examples.features)))


def test_a_huge_feature_is_the_one_that_is_named() -> None:
    examples = planted()
    features = examples.features.copy()
    features[7, 3] = -2e100
    with pytest.raises(TuneError, match=r"LM0 is as large as 2e\+100"):
        guards.check_examples(replace(examples, features=features))
    features[7, 3] = -1e99
    guards.check_examples(replace(examples, features=features))


def test_weights_out_of_proportion_are_named() -> None:
    names = ("a", "b")
    for vector, match in (
        ([1.0, np.nan], "undefined: b"),
        ([-np.inf, np.nan], "undefined: a, b"),
        ([0.0, 0.0], "became 0"),
        ([1.0, -2e8], r"exploded: b = -2e\+08"),
    ):
        with pytest.raises(TuneError, match=match):
            guards.check_vector(np.array(vector), names)
    guards.check_vector(np.array([1e8, 0.0]), names)
    guards.check_vector(np.array([1.0, 2e8]), names, np.array([1.0, 0.1]))  # of tiny values
    with pytest.raises(TuneError, match="exploded: b"):  # large values excuse nothing, nor do they accuse
        guards.check_vector(np.array([1.0, 2e8]), names, np.array([1.0, 10.0]))
    guards.check_vector(np.array([1.0, 2e7]), names, np.array([1.0, 10.0]))


@pytest.mark.parametrize(("value", "remarks"), [(0.01, 1), (1.99, 1), (2.0, 0), (100.0, 0)])
def test_a_poor_score_is_remarked_on(value: float, remarks: int) -> None:
    found = guards.check_score(score(Bleu(), value), 1.0)
    assert len(found) == remarks
    assert all(f"BLEU is only {value:.2f}" in each for each in found)


@pytest.mark.parametrize(("value", "remarks"), [(0.0, 0), (1.0, 0), (89.9, 0), (90.0, 1), (300.0, 1)])
def test_a_high_error_rate_is_remarked_on(value: float, remarks: int) -> None:
    found = guards.check_score(score(Ter(), value), -1.0)
    assert len(found) == remarks
    assert all(f"TER is as high as {value:.2f}" in each for each in found)


def test_a_score_of_nothing_is_an_error() -> None:
    with pytest.raises(TuneError, match="BLEU is 0 with the tuned weights"):
        guards.check_score(score(Bleu(), 0.0), 1.0)
