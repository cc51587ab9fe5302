"""The design of a study: who is drawn, what is shown, which texts meet; the same seed is the same study."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from manyways.candidates import Candidate, from_sentences
from manyways.candidates import Sentence as ListSentence
from manyways.errors import ConfigError, InputError
from manyways.web.studies.campaign import read_campaign
from manyways.web.studies.design import Design, sentences_of
from manyways.web.studies.settings import BEST, DIVERSE, StudySettings, check_name
from tests.support.studies import SMALL, sentences


def test_the_published_study() -> None:
    design = Design.draw(sentences(230), StudySettings())
    assert (len(design.sentences), len(design.edits), len(design.pairs)) == (200, 1200, 1800)
    assert sum(len(pair.turned) for pair in design.pairs) == 5400
    assert len({each.name for each in design.sentences}) == 200
    assert all(5 <= len(each.reference.split()) <= 25 for each in design.sentences)


def test_both_conditions_show_the_same_places_of_their_lists() -> None:
    design = Design.draw(sentences(), replace(SMALL, repetitions=3))
    places = Counter()
    for best, diverse in zip(design.edits[::2], design.edits[1::2], strict=True):
        sentence = design.sentences[best.sentence]
        assert (best.condition, diverse.condition) == (BEST, DIVERSE)
        assert best.places == diverse.places
        assert best.places[0] == 1
        assert len(set(best.places)) == 3
        assert best.shown == tuple(sentence.best[i - 1] for i in best.places)
        assert diverse.shown == tuple(sentence.diverse[i - 1] for i in best.places)
        places.update(best.places[1:])
    assert set(places) == {2, 3, 4, 5}


def test_every_text_meets_every_text_of_the_other_list_once() -> None:
    design = Design.draw(sentences(), replace(SMALL, repetitions=2, judges=3))
    met = {(pair.best, pair.diverse) for pair in design.pairs}
    wanted = {
        (i, j)
        for i, one in enumerate(design.edits)
        for j, other in enumerate(design.edits)
        if (one.sentence, one.condition, other.condition) == (other.sentence, BEST, DIVERSE)
    }
    assert met == wanted
    assert len(design.pairs) == len(wanted)
    assert {sum(pair.turned) for pair in design.pairs} <= {1, 2}  # of three judges, neither always first


def test_the_seed_is_the_study() -> None:
    one, same, other = (Design.draw(sentences(40), replace(SMALL, seed=seed)) for seed in (1, 1, 2))
    assert (one, one.order) == (same, same.order)
    assert {each.name for each in one.sentences} != {each.name for each in other.sentences}
    assert sorted(one.order) == list(range(len(one.edits)))


def test_too_few_sentences_are_told_with_the_reason() -> None:
    long = [replace(each, reference="word " * 30) for each in sentences(6)]
    short = [replace(each, best=each.best[:4]) for each in sentences(3)]
    with pytest.raises(
        InputError, match=r"4 sentences are wanted, and 0 of 9 can be used: 6 have 5 different"
    ):
        Design.draw([*long, *short], SMALL)


def test_lists_are_read_as_they_are() -> None:
    """Texts that repeat count once; a sentence that one file lacks is left out; BLEU+1 is of the first."""

    def made(ids: str, texts: list[str]) -> object:
        return from_sentences(
            [
                ListSentence(
                    id=i,
                    source=f"q{i}",
                    references=["a b c d e"],
                    candidates=[Candidate(text=t) for t in texts],
                )
                for i in ids
            ]
        )

    best, diverse = made("123", ["A b c d e", "A b c d e", "x"]), made("32", ["a b c d e", "y"])
    found = sentences_of(best, diverse)  # type: ignore[arg-type]
    assert [(each.name, each.source, each.best, each.diverse) for each in found] == [
        (i, f"q{i}", ("A b c d e", "x"), ("a b c d e", "y")) for i in "23"
    ]
    assert found[0].bleu == pytest.approx(100.0)  # case does not count


@pytest.mark.parametrize(
    "values", [{"longest": 4}, {"size": 2}, {"language": "<b>"}, {"consent": ""}, {"judging": "x" * 20_001}]
)
def test_settings_that_do_not_fit_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        StudySettings(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["", "A", "a b", "../x", "-a", "a-", "ä", "x" * 51, "a\n"])
def test_names_are_part_of_addresses(name: str) -> None:
    with pytest.raises(ConfigError):
        check_name(name)


CAMPAIGN = """{"info": {"assignment": "task-based"}, "campaign_id": "x", "data": [[[
  {"src": "s", "ref": "a b c d", "tgt": {"m1": "a b c d", "m2": "a b"}, "item_id": "first"},
  {"ref": "e f", "tgt": {"m2": "e", "m1": "e  f"}},
  {"src": "s", "tgt": {"m1": "x"}, "validation": {"m1": {"score": [70, 80]}}}]]]}"""


def test_a_campaign_of_pearmut_is_a_study_of_judges(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(CAMPAIGN)
    found, models = read_campaign(tmp_path / "c.json")
    assert models == ("m1", "m2")
    assert [(each.name, each.best, each.diverse) for each in found] == [
        ("first", ("a b c d",), ("a b",)),
        ("2", ("e f",), ("e",)),
    ]
    design = Design.of_texts(found, replace(SMALL, judges=2))
    assert [each.text for each in design.edits] == ["a b c d", "a b", "e f", "e"]
    assert [(pair.best, pair.diverse) for pair in design.pairs] == [(0, 1), (2, 3)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "no campaign"),
        ('{"data": [[[3]]]}', "no item"),
        ('{"data": []}', "no items"),
        ('{"data": [{"ref": "a", "tgt": {"m": "x"}}]}', "item 1"),
        (
            '{"data": [{"ref": "a", "tgt": {"m": "x", "n": "y"}}, {"ref": "", "tgt": {"m": "x", "o": "y"}}]}',
            "m and n",
        ),
        ("{", "line 1"),
    ],
)
def test_another_file_is_told(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "c.json").write_text(text)
    with pytest.raises(InputError, match=words):
        read_campaign(tmp_path / "c.json")
