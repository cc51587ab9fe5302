"""What language models and the programs around them really write is read as it is meant."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from manyways.candidates import CandidateLists, read, write
from manyways.candidates.formats import detect
from manyways.errors import InputError
from tests.conftest import ROOT

ANSWERS = ROOT / "tests" / "data" / "answers"
Row = tuple[str, str, float | None, str]  # text, system, score, flag

HOUSES: list[Row] = [("a house", "", None, ""), ("one house", "", None, "")]
GARDEN: list[Row] = [("the garden", "", None, "")]

# Of each file: its format, answers per source, and what must come out.
EXPECTED: dict[str, tuple[str, int | None, dict[str, list[Row]]]] = {
    "openai-chat.jsonl": (
        "openai",
        None,
        {
            "0": [("a house", "gpt-x-mini", -0.75, ""), ("one house", "gpt-x-mini", None, "")],
            "1": [
                ("", "gpt-x-mini", None, "refused"),
                ("", "gpt-x-mini", None, "tool call"),
                ("a hou", "gpt-x-mini", None, "cut short"),
            ],
        },
    ),
    "openai-batch.jsonl": (
        "openai",
        None,
        {
            "request-2": [("the garden", "gpt-x-mini", None, "")],
            "request-1": [("a house", "gpt-x-mini", None, ""), ("one house", "gpt-x-mini", None, "")],
            "request-3": [],
            "request-4": [],
        },
    ),
    "openai-completions.jsonl": (
        "openai",
        None,
        {"0": [("a house", "nmt-7b", -0.75, ""), ("one house", "nmt-7b", -1.0, "")]},
    ),
    "openai-responses.jsonl": (
        "openai",
        None,
        {
            "0": [("a house", "gpt-x", -0.5, ""), ("one house", "gpt-x", None, "")],
            "1": [("", "gpt-x", None, "refused")],
            "2": [("", "gpt-x", None, "tool call")],
            "3": [("a ho", "gpt-x", None, "cut short")],
        },
    ),
    "anthropic-message.json": ("anthropic", None, {"0": [("a house", "claude-x", None, "")]}),
    "anthropic-batch.jsonl": (
        "anthropic",
        None,
        {
            "s2": [("the garden", "claude-x", None, "")],
            "s1": [("a house", "claude-x", None, "")],
            "s3": [("", "claude-x", None, "refused")],
            "s4": [("", "claude-x", None, "tool call")],
            "s5": [],
            "s6": [],
        },
    ),
    "gemini.json": (
        "gemini",
        None,
        {"0": [("a house", "gemini-x-flash", -0.5, ""), ("one house", "gemini-x-flash", -0.625, "")]},
    ),
    "gemini-batch.jsonl": (
        "gemini",
        None,
        {
            "0": [("a house", "gemini-x", None, "")],
            "1": [("", "gemini-x", None, "refused")],
            "2": [("", "gemini-x", None, "refused")],
            "3": [],
        },
    ),
    "ollama-chat.jsonl": (
        "ollama",
        2,
        {"0": [("a house", "qwen-x:7b", None, ""), ("one house", "qwen-x:7b", None, "")]},
    ),
    "ollama-generate-stream.jsonl": (
        "ollama",
        2,
        {"0": [("a house", "m", None, ""), ("one house", "m", None, "cut short")]},
    ),
    "llamacpp.json": (
        "llamacpp",
        2,
        {"0": [("a house", "m.gguf", -0.75, ""), ("one hou", "m.gguf", None, "cut short")]},
    ),
    "vllm-offline.jsonl": (
        "vllm",
        None,
        {"0": [("a house", "", -0.75, ""), ("one house", "", -1.5, "")], "1": [("", "", None, "no text")]},
    ),
    "huggingface-lists.json": ("huggingface", None, {"0": HOUSES, "1": GARDEN}),
    "huggingface-arrays.jsonl": ("huggingface", None, {"0": HOUSES, "1": GARDEN}),
    "strings.jsonl": ("jsonl", None, {"0": HOUSES, "1": GARDEN}),
    "candidates.tsv": (
        "tsv",
        None,
        {
            "0": [("a house", "A", -1.5, ""), ("one house", "B", -2.0, "")],
            "1": [("the garden", "A", -1.0, "")],
        },
    ),
    "systems.tsv": (
        "tsv",
        None,
        {
            "0": [("a house", "A", None, ""), ("one house", "B", None, "")],
            "1": [("the garden", "A", None, ""), ("the yard", "B", None, "")],
        },
    ),
}


def rows(lists: CandidateLists) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {one: [] for one in lists.ids}
    for row, text in enumerate(lists.texts):
        score = float(lists.scores[row])
        system = lists.system_names[lists.systems[row]]
        flag = "" if lists.flags is None else lists.flags[row]
        found[lists.ids[int(lists.sentence_of[row])]].append(
            (text, system, None if math.isnan(score) else score, flag)
        )
    return found


def test_every_file_is_expected() -> None:
    assert {path.name for path in ANSWERS.iterdir()} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_answers_are_recognised_and_read(name: str, tmp_path: Path) -> None:
    format, per_source, expected = EXPECTED[name]
    assert detect(ANSWERS / name).name == format
    lists = read(ANSWERS / name, per_source=per_source)
    assert rows(lists) == expected
    write(lists, tmp_path / "out.jsonl")
    assert rows(read(tmp_path / "out.jsonl")) == expected


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
