"""What a study shows: agreement, mixed models, preference and effort, against slow twins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from manyways.errors import InputError
from manyways.web.store.log import Head
from manyways.web.studies import presenting
from manyways.web.studies.agreement import agreement, alpha
from manyways.web.studies.analysis import Analysis
from manyways.web.studies.design import Sentence
from manyways.web.studies.mixed import fit_mixed
from manyways.web.studies.preference import preferences, quartile_of
from manyways.web.studies.results import Check, Edited, Judged, Results
from manyways.web.studies.settings import BEST, DIVERSE
from manyways.web.studies.timing import effort
from tests.oracles.studies import slow_alpha, slow_reml

# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section C: 4 observers, 12 units.
_ = None
PUBLISHED = list(
    zip(
        [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
        [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
        strict=True,
    )
)


@pytest.mark.parametrize(("level", "value"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_as_published(level: str, value: float) -> None:
    assert alpha(PUBLISHED, level) == pytest.approx(value, abs=5e-4)  # type: ignore[arg-type]


@given(
    st.lists(st.lists(st.sampled_from([None, -1, 0, 1]), min_size=1, max_size=4), max_size=7),
    st.sampled_from(["nominal", "ordinal", "interval"]),
)
def test_alpha_is_that_of_all_pairs(units: list[list[float | None]], level: str) -> None:
    assert alpha(units, level) == pytest.approx(slow_alpha(units, level), nan_ok=True)  # type: ignore[arg-type]


def test_agreement_has_an_interval() -> None:
    found = agreement([[1, 1, 1], [0, 0, 1], [-1, -1, -1], [0, 1, 0]] * 10)
    assert found.low < found.alpha < found.high
    assert found.units == 40
    assert np.isnan(agreement([[1], [None]]).alpha)


def planted(seed: int = 0, people: int = 5, sentences: int = 8) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    person, sentence = (each.ravel() for each in np.meshgrid(range(people), range(sentences)))
    X = np.column_stack([np.ones(len(person)), rng.integers(2, size=len(person))]).astype(float)
    y = X @ [1.0, 0.5] + rng.normal(0, 0.7, people)[person] + rng.normal(0, 0.4, sentences)[sentence]
    return y + rng.normal(0, 0.5, len(y)), X, person, sentence


@pytest.mark.parametrize("seed", [0, 1])
def test_a_mixed_model_is_at_the_maximum_of_the_likelihood(seed: int) -> None:
    y, X, person, sentence = planted(seed)
    fit = fit_mixed(y, X, groups=[person, sentence], names=("a", "b"))

    def value(logs: np.ndarray) -> float:
        *deviations, residual = np.exp(logs)
        return float(slow_reml(y, X, [person, sentence], deviations, residual)[0])

    found = minimize(value, np.zeros(3), method="Nelder-Mead", options={"xatol": 1e-6, "fatol": 1e-9})
    assert [*fit.deviations, fit.residual] == pytest.approx(np.exp(found.x), rel=1e-3)
    least, b, covariance = slow_reml(y, X, [person, sentence], fit.deviations, fit.residual)
    assert least == pytest.approx(found.fun, abs=1e-6)
    assert fit.criterion == pytest.approx(least)
    assert [each.estimate for each in fit.effects] == pytest.approx(b)
    assert [each.error for each in fit.effects] == pytest.approx(np.sqrt(np.diag(covariance)))


def test_a_mixed_model_of_equal_groups_is_the_analysis_of_variance() -> None:
    """One group, all of a size: REML is MSE, and (MSB - MSE) / size."""
    rng = np.random.default_rng(5)
    group = np.repeat(np.arange(10), 6)
    y = rng.normal(0, 2, 10)[group] + rng.normal(0, 1, 60)
    fit = fit_mixed(y, np.ones((60, 1)), groups=[group], names=("mean",))
    means = np.array([y[group == each].mean() for each in range(10)])
    within = ((y - means[group]) ** 2).sum() / 50
    between = 6 * ((means - y.mean()) ** 2).sum() / 9
    assert fit.residual**2 == pytest.approx(within, rel=1e-5)
    assert fit.deviations[0] ** 2 == pytest.approx((between - within) / 6, rel=1e-4)
    assert fit.effects[0].estimate == pytest.approx(y.mean())


def test_groups_that_do_not_differ_have_no_deviation() -> None:
    y = np.tile([-1.0, 1.0], 30)
    fit = fit_mixed(y, np.ones((60, 1)), groups=[np.repeat(np.arange(30), 2)], names=("mean",))
    assert fit.deviations[0] == pytest.approx(0, abs=1e-3)


def test_too_little_for_a_model_is_told() -> None:
    with pytest.raises(InputError, match="too few"):
        fit_mixed(np.ones(4), np.ones((4, 1)), groups=[np.arange(4)], names=("a",))
    with pytest.raises(InputError, match="too few"):
        fit_mixed(np.ones(40), np.ones((40, 2)), groups=[np.arange(40)], names=("a", "b"))


def results(choices: list[str], checks: list[Check] | None = None) -> Results:
    """Eight sentences from bad to good, two texts each, judged by three: choices go round."""
    found = [Sentence(f"{i}", "", "a b c d", "a b", 10.0 * i) for i in range(8)]
    spent = effort([("s", [[0, "open", 0], [8000, "insert", 4]])])
    slow = effort([("s", [[0, "open", 0], [16_000, "insert", 4], [16_000, "delete", 1]])])
    edits = [
        Edited(
            i,
            condition,
            0,
            i % 2,
            (1, 2),
            ("a b", "a b c x"),
            "a b c d",
            slow if condition == BEST else spent,
        )
        for i in range(8)
        for condition in (BEST, DIVERSE)
    ]
    judged = [
        Judged(i, (0, 0), 2 + judge, choices[(3 * i + judge) % len(choices)], BEST, spent)
        for i in range(8)
        for judge in range(3)
    ]
    return Results("x", (1, "h"), found, edits, judged, checks or [], ["p"] * 5, (16, 24))


def test_preference_by_quarters_of_the_first_translation() -> None:
    groups = preferences(
        results([DIVERSE] * 6 + [BEST] * 18), results([DIVERSE] * 6 + [BEST] * 18).judgements
    )
    assert [each.name for each in groups] == [
        "hardest quarter",
        "second quarter",
        "third quarter",
        "easiest quarter",
        "all",
    ]
    assert (groups[0].bleu, groups[0].sentences, groups[0].judgements) == ((0.0, 10.0), 2, 6)
    assert [each.diverse.value for each in groups] == [100, 0, 0, 0, 25]
    assert [each.best.value for each in groups] == [0, 100, 100, 100, 75]
    assert groups[-1].difference.value == -50
    assert groups[-1].difference.low < -50 < groups[-1].difference.high
    same = preferences(results(["same"]), results(["same"]).judgements)
    assert (same[-1].best.value, same[-1].diverse.value, same[-1].p) == (0, 0, 1.0)


def test_p_is_that_of_all_turns_of_signs() -> None:
    """Eight sentences that all lean to one side: 2 of 256 turns are as far."""
    found = preferences(results([DIVERSE]), results([DIVERSE]).judgements)[-1]
    assert found.p == pytest.approx(2 / 256, abs=0.006)


def test_quarters_of_equal_sentences_go_by_their_order() -> None:
    equal = results(["same"])
    equal = Results(**{**vars(equal), "sentences": [Sentence("", "", "", "", 5.0)] * 6})
    assert quartile_of(equal).tolist() == [0, 0, 1, 1, 2, 3]


def test_effort_and_hter() -> None:
    analysis = Analysis(results(["same", BEST, DIVERSE]))
    best, diverse = analysis.spent
    assert (best.seconds_per_word, diverse.seconds_per_word) == (4.0, 2.0)
    assert best.hter == pytest.approx(25.0)  # one of four words of the nearest was changed
    assert (best.keys_per_word, diverse.keys_per_word) == (0.5, 0.25)
    assert best.unchanged == 0
    assert set(analysis.models) == {"preference"}  # 16 texts are too few for four effects
    assert analysis.agreement["nominal"].units == 8


def test_judges_who_fail_their_checks_are_left_out() -> None:
    checks = [Check(2, "silent", False)] * 2 + [Check(3, "loud", True)] * 9 + [Check(3, "loud", False)] * 2
    found = results([DIVERSE, BEST, BEST], checks)
    assert found.inattentive == {2}
    analysis = Analysis(found)
    assert len(analysis.judgements) == 16
    assert analysis.groups[-1].best.value == 100
    assert any("1 judge failed" in each and "8 judgements" in each for each in presenting.remarks(analysis))


def test_nothing_yet_is_shown_as_nothing() -> None:
    empty = Analysis(Results("x", Head(0, ""), [Sentence("", "", "", "", 1.0)] * 4, [], [], [], [], (8, 12)))
    assert presenting.tables(empty) == []
    assert presenting.figures(empty) == []
    assert "0 of 8" in presenting.remarks(empty)[0]
    assert presenting.report(empty).html()


def test_all_is_presented() -> None:
    analysis = Analysis(results(["same", BEST, DIVERSE, DIVERSE]))
    titles = [table.title for table in presenting.tables(analysis)]
    assert titles[:2] == ["Whose text is closer in meaning", "Effort, medians"]
    assert len(presenting.figures(analysis)) == 2
    value = presenting.as_json(analysis)
    assert value["preference"][-1]["judgements"] == 24
    assert {"nominal", "ordinal"} == set(value["agreement"])
    assert "0–10" in presenting.report(analysis).html()
