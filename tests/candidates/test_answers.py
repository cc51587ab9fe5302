"""What language models and the programs around them really write is read as it is meant."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from manyways.candidates import CandidateLists, read, write
from manyways.candidates.formats import detect
from manyways.errors import InputError
from tests.conftest import ROOT

ANSWERS = ROOT / "tests" / "data" / "answers"
Row = list[str | float | None]

# Of each file: its format, answers per source, and what must come out: text, system, score, flag.
EXPECTED = json.loads((ANSWERS.parent / "answers.json").read_text(encoding="utf-8"))


def rows(lists: CandidateLists) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {one: [] for one in lists.ids}
    for row, text in enumerate(lists.texts):
        score = float(lists.scores[row])
        system = lists.system_names[lists.systems[row]]
        flag = "" if lists.flags is None else lists.flags[row]
        found[lists.ids[int(lists.sentence_of[row])]].append(
            [text, system, None if math.isnan(score) else score, flag]
        )
    return found


def test_every_file_is_expected() -> None:
    assert {path.name for path in ANSWERS.iterdir()} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_answers_are_recognised_and_read(name: str, tmp_path: Path) -> None:
    wanted = EXPECTED[name]
    assert detect(ANSWERS / name).name == wanted["format"]
    lists = read(ANSWERS / name, per_source=wanted["per_source"])
    assert rows(lists) == wanted["lists"]
    write(lists, tmp_path / "out.jsonl")
    assert rows(read(tmp_path / "out.jsonl")) == wanted["lists"]


def test_columns_of_a_table_that_mean_nothing_else_are_features() -> None:
    lists = read(ANSWERS / "candidates.tsv")
    assert lists.feature_names == ("fluency",)
    assert lists.features[:, 0].tolist() == [0.9, 0.7, 0.5]
    assert list(lists.sources or ()) == ["ein Haus", "der Garten"]


def test_a_table_of_systems_brings_its_references() -> None:
    assert [list(each) for each in read(ANSWERS / "systems.tsv").references or ()] == [
        ["a house", "the garden"]
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"choices": [{"delta": {"content": "a"}}]}\n', "stream in pieces"),
        ('{"type": "message", "content": [{"type": "text", "text": 3}]}\n', "not a text"),
        ('{"model": "m", "response": "a", "done": false}\n', "ends within an answer"),
        ("text\tfluency\na house\tgood\n", "is not a number"),
        ("text\tscore\na house\n", "has 1 columns, the header 2"),
        ("text\tmt\tid\na\tb\t0\n", "several columns are the text"),
    ],
)
def test_what_cannot_be_meant_is_said(content: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read(path)
    assert said in str(caught.value)
    assert caught.value.line is not None


def test_an_unknown_shape_is_told_the_smallest_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text('{"answer": "a house"}\n', encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read(path)
    assert '{"candidates": ["a house", "one house"]}' in str(caught.value.remedy)
