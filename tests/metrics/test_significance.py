"""Intervals and paired tests against sacreBLEU's (2.6.0 at the time of writing): same seed, same draws."""

from __future__ import annotations

import random

import numpy as np
import pytest
import sacrebleu
from sacrebleu.significance import PairedTest, _bootstrap_resample, estimate_ci

from manyways.metrics import Bleu, Chrf, Metric, Ter, significance
from manyways.metrics.significance import approximate_randomisation, bootstrap, interval, paired_bootstrap

PAIRS = [(Bleu(), sacrebleu.BLEU(force=True)), (Chrf(), sacrebleu.CHRF()), (Ter(), sacrebleu.TER())]


def systems(seed: int) -> tuple[list[str], list[str], list[str]]:
    """References, a baseline, and a system that is a little better."""
    rng = random.Random(seed)
    words = ["the", "a", "cat", "dog", "house", "sees", "has", "red", "old", "in", "on"]
    references = [" ".join(rng.choices(words, k=rng.randint(5, 12))) for _ in range(80)]

    def output(errors: float) -> list[str]:
        return [
            " ".join(rng.choice(words) if rng.random() < errors else word for word in line.split())
            for line in references
        ]

    return references, output(0.32), output(0.28)


@pytest.mark.parametrize("ours, theirs", PAIRS, ids=lambda each: getattr(each, "name", ""))
def test_bootstrap_is_sacrebleus(ours: Metric, theirs: sacrebleu.metrics.base.Metric) -> None:
    references, hypotheses, _ = systems(1)
    rows = ours.statistics(hypotheses, [references])
    stats = theirs._extract_corpus_statistics(hypotheses, [references])
    _, expected = _bootstrap_resample(stats, theirs, 200)
    values = np.array([each.score for each in expected])
    scores = bootstrap(ours, rows, samples=200)
    assert scores == pytest.approx(values, abs=1e-4)  # theirs are sums in single precision
    low, high = interval(scores)
    assert (high - low) / 2 == pytest.approx(estimate_ci(values)[1], abs=1e-4)


@pytest.mark.parametrize("kind", ["bs", "ar"])
def test_p_values_are_sacrebleus(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    references, baseline, system = systems(2)
    named = [("baseline", baseline), ("system", system)]
    theirs = {"BLEU": sacrebleu.BLEU(force=True), "chrF2": sacrebleu.CHRF(), "TER": sacrebleu.TER()}
    _, expected = PairedTest(named, theirs, [references], test_type=kind, n_samples=300)()
    for ours, name in ((Bleu(), "BLEU"), (Chrf(), "chrF2"), (Ter(), "TER")):
        first, second = (ours.statistics(each, [references]) for each in (baseline, system))
        if kind == "bs":
            found = paired_bootstrap(ours, first, second, samples=300)
        else:
            found = approximate_randomisation(ours, first, second, trials=300)
        result = expected[name][1]
        assert found.p_value == pytest.approx(result.p_value, abs=2 / 300)
        assert found.difference == pytest.approx(result.score - expected[name][0].score)


def test_the_same_system_does_not_differ() -> None:
    references, hypotheses, _ = systems(3)
    rows = Bleu().statistics(hypotheses, [references])
    assert approximate_randomisation(Bleu(), rows, rows, trials=50).difference == 0.0
    assert bootstrap(Bleu(), rows[:0], samples=10).tolist() == [0.0] * 10


def test_pieces_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    references, baseline, system = systems(4)
    first, second = (Bleu().statistics(each, [references]) for each in (baseline, system))
    whole = bootstrap(Bleu(), first, samples=100), paired_bootstrap(Bleu(), first, second, samples=100)
    monkeypatch.setattr(significance, "_PIECE", 800)
    assert np.array_equal(bootstrap(Bleu(), first, samples=100), whole[0])
    assert paired_bootstrap(Bleu(), first, second, samples=100) == whole[1]


@pytest.mark.parametrize("samples", [1, 7, 97, 100])
def test_there_are_as_many_samples_as_were_asked_for(samples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the last piece is a smaller one."""
    references, hypotheses, _ = systems(5)
    rows = Bleu().statistics(hypotheses, [references])
    monkeypatch.setattr(significance, "_PIECE", 800)
    assert len(bootstrap(Bleu(), rows, samples=samples)) == samples


def test_intervals_by_hand() -> None:
    """Of 80 scores two are left out at each end, of 39 none."""
    assert interval(np.arange(80.0)[::-1]) == (2.0, 77.0)
    assert interval(np.arange(39.0)) == (0.0, 38.0)


def test_p_values_by_hand() -> None:
    """No exchange makes a difference that is larger than that of all right and all wrong."""
    wrong, right = ["x y z w"] * 2, ["a b c d"] * 2
    first, second = (Ter().statistics(each, [right]) for each in (wrong, right))
    found = approximate_randomisation(Ter(), first, second, trials=4000)
    assert found.difference == -100.0
    assert found.p_value == pytest.approx(1 / 4001)
    for test in (approximate_randomisation, paired_bootstrap):
        assert test(Ter(), first, first).p_value == 1.0  # type: ignore[operator]
