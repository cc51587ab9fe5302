"""What language models put around a translation is found and taken off, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from manyways.candidates import Candidate, CandidateLists, Sentence, clean, from_sentences, read, write
from manyways.candidates.check import check
from manyways.cli.main import app


def one(text: str, source: str | None = None) -> CandidateLists:
    return from_sentences([Sentence("0", [Candidate(text), Candidate("a house")], source)])


def cleaned(text: str, source: str | None = None) -> str:
    return clean(one(text, source)).texts[0]


WRAPPED = {
    "reasoning": [
        "<think>Haus\nis house.</think>\n\na house",
        "Haus is house.</think>a house",
        "<Thinking>x</Thinking> a house",
    ],
    "code fence": ["```\na house\n```", "```text\na house\n```", "`a house`", "Sure:\n```\na house\n```\n"],
    "introduction": [
        "Here is the translation:\n\na house",
        "Sure! Here's the English translation:\na house",
        "Certainly, here is your translation into English: a house",
        "Translation: a house",
        "English translation: a house",
        "The translation is: a house",
    ],
    "quotes": ['"a house"', "“a house”", "„a house“", "«a house»", "「a house」", "'a house'"],
}


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, each in WRAPPED.items() for text in each])
def test_it_is_taken_off_and_counted(kind: str, text: str) -> None:
    lists = clean(one(text, "ein Haus"))
    assert list(lists.texts) == ["a house", "a house"]
    assert f"{kind} taken off 1 candidate(s)" in lists.remarks


@pytest.mark.parametrize(
    "text",
    [
        "a house: here",
        '"Yes", he said, "no"',
        "He said: translation is hard",
        "Here is the translation:",  # nothing would be left
        "<b>a house</b>",
        "a `house`",
        "the translation of Homer: a history",
        '"',
        "",
        "I think</b>",
    ],
)
def test_what_belongs_to_the_text_stays(text: str) -> None:
    assert cleaned(text) == text


def test_quotes_of_the_source_stay() -> None:
    assert cleaned("“a house”", "„ein Haus“") == "“a house”"
    assert cleaned("“a house”", "ein Haus") == "a house"
    assert cleaned("“a house”") == "“a house”"  # it may have had some
    assert cleaned("Translation: “a house”") == "a house"


def test_several_layers_go() -> None:
    assert cleaned('<think>hm</think>\nHere is the translation:\n```\n"a house"\n```') == "a house"


def test_the_check_finds_what_clean_takes_off(tmp_path: Path) -> None:
    texts = [each[0] for each in WRAPPED.values()]
    path = tmp_path / "lists.jsonl"
    write(
        from_sentences([Sentence(str(i), [Candidate(text)], "ein Haus") for i, text in enumerate(texts)]),
        path,
    )
    assert set(WRAPPED) <= {each.kind for each in check(path).findings}
    out = tmp_path / "out.jsonl"
    done = CliRunner().invoke(app, ["convert", str(path), str(out), "--clean"])
    assert done.exit_code == 0
    assert list(read(out).texts) == ["a house"] * len(texts)
    assert not {each.kind for each in check(out).findings} & set(WRAPPED)


def test_the_check_tells_of_refusals(tmp_path: Path) -> None:
    path = tmp_path / "lists.jsonl"
    write(
        from_sentences([Sentence("0", [Candidate("", flag="refused"), Candidate("a", flag="cut short")])]),
        path,
    )
    assert {"refused", "cut short"} <= {each.kind for each in check(path).findings}
