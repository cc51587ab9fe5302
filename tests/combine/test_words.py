"""Words: stems, synonyms, classes, votes; and texts put together again."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.combine import Combiner, FrontierSettings, VoteSettings, WordSettings
from manyways.combine.base import start_weights, vector_of
from manyways.combine.votes import votes_of
from manyways.combine.words import Material, read_synonyms
from manyways.errors import ConfigError, InputError
from manyways.model.weights import Weights


def lists_of(*texts: str, scores: tuple[float, ...] = ()) -> CandidateLists:
    rows = [
        Candidate(text, scores[k] if scores else math.nan, system="ABCDE"[k]) for k, text in enumerate(texts)
    ]
    return from_sentences([Sentence("0", rows)])


def agreed(lists: CandidateLists, words: WordSettings) -> dict[str, tuple[str, ...]]:
    method = FrontierSettings()
    blank = Combiner(method, Weights({}), words)
    weights = method.start(method.feature_names(blank.prepare(lists)))
    return {word.word: word.agreed for word in Combiner(method, weights, words).apply(lists).words(0)}


def test_words_match_by_form_whatever_their_case() -> None:
    assert agreed(lists_of("The house", "the house", "THE house"), WordSettings())["house"] == ("A", "B", "C")


def test_stems_match_where_they_are_asked_for() -> None:
    pytest.importorskip("snowballstemmer")
    lists = lists_of("walking home", "walked home", "walks home")
    assert len(agreed(lists, WordSettings())) >= 1
    with_stems = agreed(lists, WordSettings(stems=True))
    verb = next(word for word in with_stems if word.startswith("walk"))
    assert with_stems[verb] == ("A", "B", "C")


def test_synonyms_and_classes_match(tmp_path: Path) -> None:
    (tmp_path / "groups.tsv").write_text("big\tlarge\n\nhuge\tLarge\n", encoding="utf-8")
    (tmp_path / "classes").write_text("house 1\nhome 1\n", encoding="utf-8")
    assert read_synonyms(tmp_path / "groups.tsv") == {"big": 0, "large": 0, "huge": 0}
    lists = lists_of("a big house", "a huge home")
    words = WordSettings(synonyms=str(tmp_path / "groups.tsv"), clusters=str(tmp_path / "classes"))
    assert all(each == ("A", "B") for each in agreed(lists, words).values())


def test_groups_that_share_words_become_one(tmp_path: Path) -> None:
    (tmp_path / "groups.tsv").write_text("a\tb\nc\td\nb\tc\ne\tf\n", encoding="utf-8")
    groups = read_synonyms(tmp_path / "groups.tsv")
    assert groups["a"] == groups["b"] == groups["c"] == groups["d"] != groups["e"]


@pytest.mark.parametrize("content", ["big large\n", "big\t\n", "", "big\tvery large\n"])
def test_a_file_that_is_no_synonyms_is_named_with_its_line(content: str, tmp_path: Path) -> None:
    (tmp_path / "groups.tsv").write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_synonyms(tmp_path / "groups.tsv")
    assert str(error.value.path) == str(tmp_path / "groups.tsv")


def test_a_language_without_stems_is_refused() -> None:
    with pytest.raises(ConfigError, match="no stemmer"):
        WordSettings(language="zh", stems=True)


def test_new_texts_are_put_together_and_old_ones_left_alone() -> None:
    lists = lists_of("It's   odd , I'd say .", "It's odd, you'd say.")
    prepared = Material.open(WordSettings()).prepare(lists, np.ones(2))
    known = {word: i for i, word in enumerate(prepared.vocabulary)}
    sentence = np.zeros(3, np.int64)
    made = ["It 's odd , you 'd say .", "It 's odd , I 'd say .", ""]
    ids = np.array([known[word] for text in made for word in text.split()], np.uint32)
    offsets = np.concatenate([[0], np.cumsum([len(text.split()) for text in made])]).astype(np.int64)
    assert list(prepared.texts(ids, offsets, sentence)) == [
        "It's odd, you'd say.",
        "It's   odd , I'd say .",
        "",
    ]
    assert list(prepared.joined(ids, offsets)) == made


def test_votes_go_by_score_rank_and_system() -> None:
    lists = lists_of("a b c", "a b d", "x y z", scores=(0.0, -1.0, -2.0))
    assert votes_of(lists, VoteSettings()).tolist() == [1, 1, 1]
    assert votes_of(lists, VoteSettings(kind="rank")).tolist() == [1, 1 / 2, 1 / 3]
    by_score = votes_of(lists, VoteSettings(kind="score", temperature=0.5))
    assert by_score[0] == 1 > by_score[1] > by_score[2]
    np.testing.assert_allclose(by_score[1] / by_score[0], by_score[2] / by_score[1])
    by_system = votes_of(lists, VoteSettings(kind="system", temperature=5.0))
    assert by_system[2] < min(by_system[:2])


def test_votes_that_cannot_be_are_refused() -> None:
    with pytest.raises(InputError, match="no finite score"):
        votes_of(lists_of("a", "b"), VoteSettings(kind="score"))
    one = from_sentences([Sentence("0", [Candidate("a"), Candidate("b")])])
    with pytest.raises(InputError, match="one system"):
        votes_of(one, VoteSettings(kind="system"))
    with pytest.raises(ConfigError, match="left out"):
        VoteSettings(kind="rank", temperature=3.0)


def test_systems_that_are_new_count_as_the_mean() -> None:
    weights = Weights({"words": 1.0, "any:1:A": 1.0, "any:1:B": 3.0, "system:A": 4.0})
    assert vector_of(weights, ["words", "any:1:A", "any:1:C", "system:C"]).tolist() == [1, 1, 2, 4]
    with pytest.raises(InputError, match="no weight for LM0"):
        vector_of(weights, ["LM0"])


def test_weights_begin_by_the_kind_of_feature() -> None:
    assert start_weights(["LM1", "any:2", "any:2:X", "words"]).components() == {
        "LM1": 0.05,
        "any:2": 0.7,
        "any:2:X": 0.7,
        "words": -1.0,
    }
