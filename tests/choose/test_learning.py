"""Learning to choose: votes that find the good system, honest folds, files that come back the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.choose import Chooser, Consensus, LearnSettings, Quality, choose, learn, risk_coverage
from manyways.choose.consensus import Posterior, SystemVotes
from manyways.choose.learning import Learned
from manyways.choose.quality import isotonic
from manyways.errors import ConfigError, InputError
from manyways.metrics import Bleu, Chrf
from manyways.metrics.gain import Gain, independence
from manyways.metrics.oracle import first_of_each

VOCABULARY = np.array([f"w{i}" for i in range(60)])


def planted(seed: int, sentences: int = 80) -> CandidateLists:
    """Three systems that share their mistakes, and one good one that stands alone."""
    rng = np.random.default_rng(seed)
    made = []
    for s in range(sentences):
        reference = rng.choice(VOCABULARY, 12)
        wrong = np.where(rng.random(12) < 0.5, rng.choice(VOCABULARY, 12), reference)
        texts = [np.where(rng.random(12) < 0.1, rng.choice(VOCABULARY, 12), wrong) for _ in range(3)]
        texts.append(np.where(rng.random(12) < 0.15, rng.choice(VOCABULARY, 12), reference))
        rows = [
            Candidate(" ".join(text), score=float(k == 3) * 2 + rng.random(), system="pqrs"[k])
            for k, text in enumerate(texts)
        ]
        made.append(Sentence(str(s), rows, references=[" ".join(reference)]))
    return from_sentences(made)


def share_of_good(lists: CandidateLists, learned: Learned) -> float:
    return float(np.mean(lists.systems[learned.rows] == lists.system_names.index("s")))


@pytest.mark.parametrize("votes", ["system", "score"])
def test_votes_find_the_system_that_is_right_against_the_many(votes: str) -> None:
    lists = planted(1)
    plain = learn(lists, Chooser.named("mbr"))
    assert share_of_good(lists, plain) < 0.3
    learned = learn(lists, Chooser.named("mbr"), LearnSettings(votes=votes))  # type: ignore[arg-type]
    assert share_of_good(lists, learned) > 0.85
    assert learned.chooser.metric == "bleu"
    assert learned.chooser.used == ("bleu", "chrf")
    other = planted(2)
    values = learned.chooser.scorer(other).values.reshape(-1, 4)
    assert np.mean(values.argmax(axis=1) == 3) > 0.85


def test_a_fold_is_chosen_for_without_its_references() -> None:
    """Other references of a sentence must not change its own choice."""
    from dataclasses import replace

    lists = planted(3, 30)
    settings = LearnSettings(votes="system", folds=30)
    honest = learn(lists, Chooser.named("mbr"), settings)
    assert lists.references is not None
    for s in (0, 11):
        texts = list(lists.references[0])
        texts[s] = lists.texts[int(lists.sentence_offsets[s])]
        changed = replace(lists.with_references(texts), origin=None)
        assert learn(changed, Chooser.named("mbr"), settings).rows[s] == honest.rows[s]


@pytest.mark.parametrize(
    "chooser",
    [
        Chooser(Consensus(names="ter", tokenise="char"), "ter"),
        Chooser(Consensus(votes=Posterior(temperature=0.25)), "bleu"),
        Chooser(Consensus(votes=SystemVotes({"A.b": 0.5, "ü": -0.25})), "chrf"),
        Chooser.named("score"),
        Chooser.named("LM0"),
    ],
    ids=["utility", "temperature", "votes", "score", "feature"],
)
def test_a_chooser_comes_back_from_its_file(chooser: Chooser, tmp_path: Path) -> None:
    chooser.write(tmp_path / "chooser.toml")
    again = Chooser.named(str(tmp_path / "chooser.toml"))
    assert again.scorer.name == chooser.scorer.name
    assert again.used == chooser.used
    if isinstance(chooser.scorer, Consensus):
        assert isinstance(again.scorer, Consensus)
        assert again.scorer.tokenise == chooser.scorer.tokenise
        assert type(again.scorer.votes) is type(chooser.scorer.votes)
        assert vars(again.scorer.votes) == vars(chooser.scorer.votes)


def test_a_learned_quality_comes_back_from_its_file(tmp_path: Path) -> None:
    lists = planted(4)
    learned = learn(lists, Chooser.named("mbr"))
    learned.chooser.write(tmp_path / "chooser.toml")
    assert Chooser.named(str(tmp_path / "chooser.toml")).quality == learned.chooser.quality or (
        vars(Chooser.named(str(tmp_path / "chooser.toml")).quality) == vars(learned.chooser.quality)
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[choose]\nby = "mbr"\nvotes = {A = "x"}\n', "finite numbers"),
        ('[choose]\nby = "mbr"\nvotes = 3\n', "table of numbers"),
        ('[choose]\nby = "mbr"\ntemperature = -1\n', "above 0"),
        ('[choose]\nby = "mbr"\ntemperature = 1\nvotes = {A = 1}\n', "one of them"),
        ('[choose]\nby = "mbr"\ntokenise = "best"\n', "tokenise"),
        ('[choose]\nby = "other.toml"\n', "another file"),
        ('[choose]\nby = "mbr"\nsystem = "A"\n', "--learn"),
        ("[choose]\nby = 3\n", "--learn"),
        ("choose = 3\n", "--learn"),
        ('[choose]\nby = "mbr"\n[quality]\nmetric = "chrf"\n', "list of numbers"),
        (
            '[choose]\nby = "mbr"\n[quality]\nmetric = "chrf"\nmeans = [1]\nweights = [1]\nknots = [2, 1]\n'
            "levels = [1, 2]\n",
            "--learn",
        ),
    ],
)
def test_a_file_that_is_none_of_ours_is_refused_by_name(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        Chooser.named(str(tmp_path / "c.toml"))
    assert caught.value.path == str(tmp_path / "c.toml")


def test_the_isotonic_function_is_the_nearest_rising_one() -> None:
    x = np.array([3.0, 1.0, 2.0, 4.0, 4.0])
    y = np.array([5.0, 1.0, 6.0, 8.0, 10.0])
    knots, levels = isotonic(x, y)
    np.testing.assert_allclose(np.interp([1, 2, 3, 4], knots, levels), [1, 5.5, 5.5, 9])
    rng = np.random.default_rng(1)
    for _ in range(20):
        x, y = rng.integers(0, 8, 12).astype(float), rng.integers(0, 5, 12).astype(float)
        knots, levels = isotonic(x, y)
        fitted = np.interp(x, knots, levels)
        assert np.all(np.diff(fitted[np.argsort(x, kind="stable")]) >= 0)
        assert np.isclose(fitted.mean(), y.mean())
        for _ in range(50):  # no other rising function is nearer
            other = np.sort(rng.random(8) * 5)[x.astype(int)]
            assert np.sum((fitted - y) ** 2) <= np.sum((other - y) ** 2) + 1e-9


def test_quality_is_calibrated_and_leaving_out_the_worst_helps() -> None:
    lists = planted(5, 200)
    learned = learn(lists, Chooser.named("mbr"), LearnSettings(votes="system"))
    metric = Chrf()
    rows = metric.statistics(lists.select(learned.rows))
    assert abs(learned.qualities.mean() - metric.sentence_scores(rows).mean()) < 2
    curve = risk_coverage(metric, rows, learned.qualities)
    assert next(each.share for each in curve) == 1.0
    assert np.isclose(curve[0].score, metric.score(rows.sum(axis=0)).value)
    assert curve[-1].quality >= curve[0].quality
    assert curve[-1].score > curve[0].score


def test_the_gain_is_that_of_the_scores() -> None:
    lists = planted(6, 40)
    good = np.arange(40) * 4 + 3
    gain = Gain.of(lists, good, used=("bleu",))
    assert set(gain.others) == {"p", "q", "r", "s"}  # the first candidates are those of p
    score, compared = gain.others["p"]["bleu"]
    rows = Bleu().statistics(lists)
    first = Bleu().score(rows[first_of_each(lists.sentence_offsets)].sum(axis=0)).value
    assert score.value == first
    assert np.isclose(compared.difference, gain.scores["bleu"].value - first)
    assert compared.low is not None
    assert compared.high is not None
    assert compared.low < compared.difference < compared.high
    assert compared.p_value < 0.01
    assert gain.others["s"]["ter"][1].difference == 0
    assert gain.remarks == ("bleu was used to choose, which flatters the choice: look at chrf and ter",)


def test_metrics_that_were_used_to_choose_are_named() -> None:
    assert Chooser(Consensus(names="ter"), "chrF2++").used == ("ter", "chrf")
    assert independence(()) == ()
    assert "look at ter" in independence(("bleu", "chrf"))[0]
    assert "no metric here is independent" in independence(("bleu", "chrf", "ter"))[0]


def test_what_cannot_be_learned_is_refused() -> None:
    lists = planted(7, 30)
    with pytest.raises(ConfigError, match="--votes"):
        learn(lists, Chooser.named("score"), LearnSettings(votes="system"))
    with pytest.raises(InputError, match="no references"):
        learn(lists.with_references(), Chooser.named("mbr"))
    with pytest.raises(ConfigError, match=r"learn\.folds"):
        LearnSettings(folds=1)
    with pytest.raises(ConfigError, match=r"learn\.metric"):
        LearnSettings(metric="comet")  # type: ignore[arg-type]


def test_a_quality_needs_sentences() -> None:
    from manyways.errors import TuneError

    with pytest.raises(TuneError, match="only 3 sentences"):
        Quality.fit(np.zeros((3, 4)), np.zeros(3), metric="chrf")


def test_the_gate_lets_through_what_is_expected_to_be_good() -> None:
    lists = planted(5)
    chooser = learn(lists, Chooser.named("mbr"), LearnSettings(votes="system")).chooser
    expected = chooser.expected(lists)
    assert expected.shape == (len(lists),)
    assert np.array_equal(chooser.good_enough(lists, 50.0), expected >= 50.0)
    assert not chooser.good_enough(lists, 101.0).any()
    middle = float(np.median(expected))
    settled = chooser.settled(lists, middle)
    assert settled.sizes.tolist() == np.where(expected >= middle, 1, lists.sizes).tolist()
    best = choose(lists, chooser.scorer, top=1)
    for i in np.flatnonzero(expected >= middle):
        assert settled.texts[int(settled.sentence_offsets[i])] == best.texts[int(best.sentence_offsets[i])]
    with pytest.raises(ConfigError, match="learned what quality to expect"):
        Chooser.named("mbr").expected(lists)
