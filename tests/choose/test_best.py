"""The best of several ways: it leans towards a system, and is never worse on what it learned from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.choose import Chooser, Consensus, Leaning, LearnSettings, choose, learn
from manyways.choose.best import Way, choose_way, gain_and_error
from manyways.choose.consensus import SystemVotes
from manyways.errors import ConfigError, InputError
from manyways.metrics import Bleu, Chrf, Ter
from manyways.metrics.oracle import first_of_systems

WORDS = np.array([f"w{i}" for i in range(50)])


def systems(seed: int, faults: list[float], *, sentences: int = 60, shared: float = 0.0) -> CandidateLists:
    """A system for each rate of faults; with `shared`, all but the first make some faults together."""
    rng = np.random.default_rng(seed)
    made = []
    for s in range(sentences):
        reference = rng.choice(WORDS, 12)
        common = np.where(rng.random(12) < shared, rng.choice(WORDS, 12), reference)
        texts = [
            np.where(rng.random(12) < rate, rng.choice(WORDS, 12), common if k else reference)
            for k, rate in enumerate(faults)
        ]
        rows = [Candidate(" ".join(text), system="abcdef"[k]) for k, text in enumerate(texts)]
        made.append(Sentence(str(s), rows, references=[" ".join(reference)]))
    return from_sentences(made)


def learned_on(lists: CandidateLists) -> Leaning:
    scorer = learn(lists, Chooser.named("best"), LearnSettings(folds=3)).chooser.scorer
    assert isinstance(scorer, Leaning)
    return scorer


def test_among_equals_it_is_a_consensus_and_beside_one_that_is_right_that_one() -> None:
    equal = learned_on(systems(1, [0.3] * 5))
    assert equal.margin < 8
    right = systems(2, [0.02, 0.3, 0.3, 0.3], shared=0.5)
    found = learned_on(right)
    assert found.system == "a"
    best = choose(systems(3, [0.02, 0.3, 0.3, 0.3], shared=0.5), found)
    names = [best.system_names[int(i)] for i in best.systems[best.sentence_offsets[:-1]]]
    assert names.count("a") > 0.9 * len(names)


@pytest.mark.parametrize("seed", range(4))
def test_it_loses_to_the_best_system_by_no_metric(seed: int) -> None:
    lists = systems(seed, [0.1, 0.2, 0.2, 0.4], shared=0.3)
    ways = [Way(Consensus(names=names), Consensus(names=names)(lists).values) for names in ("bleu", "chrf")]
    found = choose_way(lists, ways, "bleu")
    rows = np.lexsort((-found.values, lists.sentence_of))[lists.sentence_offsets[:-1]]
    base = first_of_systems(lists)[found.scorer.system]
    for metric in (Bleu(), Chrf(), Ter()):
        gain, _ = gain_and_error(metric, metric.statistics(lists), base, rows)
        assert gain >= 0


def test_the_error_is_that_of_the_jackknife() -> None:
    lists = systems(5, [0.2, 0.3], sentences=25)
    metric = Bleu()
    statistics = metric.statistics(lists)
    base, other = np.arange(0, 50, 2), np.arange(1, 50, 2)
    gain, error = gain_and_error(metric, statistics, base, other)
    score = lambda rows: metric.score(statistics[rows].sum(axis=0)).value  # noqa: E731
    assert gain == pytest.approx(score(other) - score(base))
    left = [score(other[np.arange(25) % 20 != g]) - score(base[np.arange(25) % 20 != g]) for g in range(20)]
    assert error == pytest.approx(np.sqrt(19 * np.var(left)))


def test_new_systems_make_it_lean_less() -> None:
    lists = systems(6, [0.2, 0.2, 0.2, 0.2], sentences=2)
    scorer = Leaning(by=Consensus(), system="b", margin=8.0, among=("a", "b", "x"))
    assert scorer.lead(lists).tolist() == [0, 4, 0, 0] * 2
    gone = Leaning(by=Consensus(), system="x", margin=8.0, among=("a", "b", "x"))
    assert not gone.lead(lists).any()


def test_it_comes_back_from_its_file(tmp_path: Path) -> None:
    votes = SystemVotes({"a": 0.5, "b": 0.5, "c": -0.25})
    scorer = Leaning(by=Consensus(votes=votes), system="b", margin=3.0, among=("a", "b", "c"))
    Chooser(scorer, "bleu").write(tmp_path / "chooser.toml")
    back = Chooser.named(str(tmp_path / "chooser.toml"))
    lists = systems(7, [0.2, 0.3, 0.4])
    assert np.array_equal(back.scorer(lists).values, scorer(lists).values)
    assert back.used == ("bleu", "chrf")


@pytest.mark.parametrize(
    "lean",
    [
        "1",
        '{ system = "a" }',
        '{ system = "x", margin = 1, among = ["a"] }',
        '{ system = "a", margin = -1, among = ["a"] }',
    ],
)
def test_files_that_do_not_lean(tmp_path: Path, lean: str) -> None:
    path = tmp_path / "chooser.toml"
    path.write_text(f'[choose]\nby = "mbr:bleu"\nlean = {lean}\n')
    with pytest.raises(InputError, match=r"lean"):
        Chooser.named(str(path))


def test_what_it_is_not_for() -> None:
    lists = systems(8, [0.2, 0.3])
    with pytest.raises(ConfigError, match="used with --learn"):
        choose(lists, Chooser.named("best").scorer)
    with pytest.raises(InputError, match="several systems"):
        learn(systems(8, [0.2]), Chooser.named("best"))
    with pytest.raises(ConfigError, match="--votes"):
        learn(lists, Chooser.named("best"), LearnSettings(votes="system"))
