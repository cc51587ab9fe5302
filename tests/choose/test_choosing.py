"""Choosing: order, reasons, what is kept, and what is refused."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences, read, write
from manyways.choose import ByFeature, ByScore, ByWeights, Chooser, Consensus, Given, choose, explain
from manyways.choose.consensus import Posterior, SystemVotes
from manyways.errors import ConfigError, InputError
from manyways.metrics.consensus import ConsensusSettings
from manyways.model import Weights


def lists_of(*lists: list[tuple[str, float]]) -> CandidateLists:
    return from_sentences(
        [
            Sentence(str(i), [Candidate(t, s, {"F": -s}, system="xyz"[k]) for k, (t, s) in enumerate(each)])
            for i, each in enumerate(lists)
        ]
    )


def test_lists_come_back_in_the_new_order_with_scores_and_reasons(tmp_path: Path) -> None:
    lists = lists_of(
        [("a", -1.0), ("b", -3.0), ("c", -2.0)], [], [("same", -1.0), ("same", -2.0)], [("one", 0.0)]
    )
    chosen = choose(lists, ByFeature("F"))
    assert chosen.top_texts() == ["b", "", "same", "one"]
    assert chosen.reasons is not None
    assert list(chosen.reasons) == ["F 3, 1 ahead of z", "", "F 2, all texts alike", "F -0, the only text"]
    assert chosen.feature_names == ("F", "score-before")
    assert chosen.features[:3, 1].tolist() == [-3.0, -2.0, -1.0]
    write(chosen, tmp_path / "best.jsonl")
    again = read(tmp_path / "best.jsonl")
    assert again.reasons is not None
    assert list(again.reasons) == list(chosen.reasons)
    assert again.scores.tolist() == chosen.scores.tolist()


def test_qualities_are_written_and_read(tmp_path: Path) -> None:
    from dataclasses import replace

    lists = replace(
        lists_of([("a", 1.0)], [("b", 1.0)], [("c", 1.0)]), qualities=np.array([np.nan, 40.5, 7.0])
    )
    write(lists, tmp_path / "lists.jsonl")
    found = read(tmp_path / "lists.jsonl").qualities
    assert found is not None
    np.testing.assert_array_equal(found, [np.nan, 40.5, 7.0])
    part = read(tmp_path / "lists.jsonl").split([1]).qualities
    assert part is not None
    assert part.tolist() == [40.5]


def test_a_candidate_without_a_value_comes_last() -> None:
    chosen = choose(lists_of([("a", math.nan), ("b", -9.0), ("c", -1.0)]), ByScore())
    assert list(chosen.texts) == ["c", "b", "a"]


def test_the_consensus_is_the_text_that_the_others_are_near_to() -> None:
    lists = lists_of(
        [("completely different words here", 0.0), ("the small house", 0.0), ("the small home", 0.0)]
    )
    chosen = choose(lists, Consensus(), top=2)
    assert list(chosen.texts) == ["the small house", "the small home"]
    assert chosen.feature_names == ("F", "mbr:bleu", "mbr:chrf", "score-before")


def test_votes_decide() -> None:
    lists = lists_of([("red car", -5.0), ("blue sky", -1.0), ("blue sky over", -2.0)])
    assert choose(lists, Consensus(votes=SystemVotes({"x": 1.0, "y": 0.0, "z": 0.0}))).top_texts() == [
        "red car"
    ]
    assert choose(lists, Consensus(votes=Posterior(temperature=0.01))).top_texts() == ["blue sky"]


def test_votes_count_less_where_systems_are_new() -> None:
    lists = lists_of([("a", 0.0), ("b", 0.0)], [("a", 0.0), ("b", 0.0), ("c", 0.0)], [])
    votes = SystemVotes({"x": 3.0, "y": -1.0})
    assert votes.of_lists(lists)[0].tolist() == [0.75, -0.25, 0.0]
    learned = np.array([3.0, -1.0, 1.0]) / 5
    np.testing.assert_allclose(votes.of_lists(lists)[1], 2 / 3 * learned + 1 / 3 * 1 / 3)
    assert votes.remarks(("x", "new")) == (
        "no votes were learned for new: votes count less, the more of a list is theirs",
    )
    equal = SystemVotes({"x": 0.0, "y": 0.0, "other": 1.0}).of_lists(lists.split([0]))
    assert equal[0].tolist() == [0.5, 0.5, 0.0]


def test_another_pool_votes_by_id() -> None:
    lists = lists_of([("a b c", 0.0), ("x y z", 0.0)], [("a b c", 0.0), ("x y z", 0.0)])
    pool = from_sentences([Sentence("1", [Candidate("x y")]), Sentence("0", [Candidate("a b")])])
    assert choose(lists, Consensus(pool=pool)).top_texts() == ["a b c", "x y z"]
    with pytest.raises(InputError, match="no list for the id '0'"):
        choose(lists, Consensus(pool=pool.split([0])))


def test_sparse_features_count_where_they_are() -> None:
    lists = from_sentences(
        [
            Sentence(
                "0", [Candidate("a", features={"F": 1.0}), Candidate("b", features={"F": 1.0, "rare": 2.0})]
            )
        ],
        feature_names=["F"],
    )
    assert choose(lists, ByFeature("rare")).top_texts() == ["b"]
    assert choose(lists, ByWeights(Weights({"F": 1.0, "rare": -1.0, "absent": 3.0}))).top_texts() == ["a"]


@pytest.mark.parametrize(
    ("by", "message"),
    [
        (ByFeature("FF"), "no feature FF: did you mean F"),
        (ByFeature("quite other"), "there are F"),
        (ByWeights(Weights({"F": 1.0, "LM0": 2.0})), "no feature LM0"),
    ],
)
def test_what_lists_do_not_have_is_refused(by: ByFeature | ByWeights, message: str) -> None:
    with pytest.raises(InputError, match=message):
        choose(lists_of([("a", 1.0)]), by)


def test_lists_without_scores_are_not_chosen_from_by_score() -> None:
    lists = lists_of([("a", math.nan), ("b", math.nan)])
    with pytest.raises(InputError, match="no scores"):
        choose(lists, ByScore())
    with pytest.raises(InputError, match="votes by score"):
        choose(lists, Consensus(votes=Posterior()))


@pytest.mark.parametrize(
    ("options", "by", "setting"),
    [
        (Given(tokenise="char"), "score", "--tokenise"),
        (Given(consensus=ConsensusSettings()), "SomeFeature", "--consensus"),
        (Given(consensus=ConsensusSettings(method="aggregate")), "mbr:bleu+ter", "--consensus"),
        (None, "mbr:comet", "utility"),
        (None, "mbr:", ""),
    ],
)
def test_options_that_would_be_ignored_are_refused(options: Given | None, by: str, setting: str) -> None:
    if not setting:
        assert Chooser.named(by, options).scorer.name == "mbr:bleu+chrf"
        return
    with pytest.raises(ConfigError) as caught:
        Chooser.named(by, options)
    assert caught.value.setting == setting


def test_an_explanation_says_who_prefers_whom() -> None:
    lists = lists_of([("a b c d", 0.0), ("a b c e", 0.0), ("x y", 0.0)])
    found = explain(lists, "0", Consensus(names="chrf"))
    assert found.lists.top_texts() == ["a b c d"]
    assert found.because[0] == "0 of the 1 others are nearer to it than to the next"
    assert "ahead of y" in found.reason
    assert found.as_json()["candidates"][0]["parts"].keys() == {"mbr:chrf"}
    with pytest.raises(InputError, match="no list has the id '7': there are 0 to 0"):
        explain(lists, "7", Consensus())


def test_an_explanation_of_weights_names_what_made_the_difference() -> None:
    lists = lists_of([("a", -1.0), ("b", -3.0)])
    found = explain(lists, "0", ByWeights(Weights({"F": 2.0})))
    assert found.because == ("against the next: F +4",)
