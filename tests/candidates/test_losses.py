"""What a format cannot hold is refused where numbers would come out wrong, and told where not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manyways.candidates import read, read_chunks, write, write_chunks
from manyways.errors import InputError
from tests.support.commands import manyways_command

Records = list[dict[str, Any]]
PIPED = ("moses", "marian", "cdec", "travatar")


def lists_of(tmp_path: Path, records: Records) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in records))
    return path


def sentence(id: str, *candidates: Any, **more: Any) -> dict[str, Any]:
    return {"id": id, "candidates": list(candidates), **more}


def scored(text: str, score: float, **more: Any) -> dict[str, Any]:
    return {"text": text, "score": score, **more}


@pytest.mark.parametrize("format", PIPED)
def test_a_missing_score_is_never_made_up(format: str, tmp_path: Path) -> None:
    lists = read(lists_of(tmp_path, [sentence("0", scored("a", -5.0), "b")]))
    with pytest.raises(InputError, match=r"1 candidate\(s\) have no score, the first of sentence '0'"):
        write(lists, tmp_path / "out", format=format)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("format", PIPED)
def test_lists_without_scores_have_none_afterwards(format: str, tmp_path: Path) -> None:
    records = [sentence("0", {"text": "a", "features": {"lm": 1.0}}, {"text": "b", "features": {"lm": 2}})]
    for given in (records, [sentence("0", "a", "b")]):
        write(read(lists_of(tmp_path, given)), tmp_path / "out", format=format)
        again = read(tmp_path / "out")
        assert list(again.texts) == ["a", "b"]
        assert np.all(np.isnan(again.scores))


def test_scores_that_begin_late_are_not_lost(tmp_path: Path) -> None:
    path = lists_of(tmp_path, [sentence("0", "a"), sentence("1", scored("b", 1.0))])
    with pytest.raises(InputError, match="for all or for none"):
        write_chunks((read(path).split([s]) for s in range(2)), tmp_path / "out", format="moses")


@pytest.mark.parametrize("format", [*PIPED, "text"])
def test_several_systems_are_refused(format: str, tmp_path: Path) -> None:
    records = [sentence("0", scored("a", 1.0, system="x"), scored("b", 0.5, system="y"))]
    with pytest.raises(InputError, match=r"several systems \('x', 'y'\)"):
        write(read(lists_of(tmp_path, records)), tmp_path / "out", format=format)


def test_harmless_losses_are_told(tmp_path: Path) -> None:
    records = [
        sentence("0", scored("a", 1.0, system="x"), references=["r"], source="s"),
        sentence("1", references=["r"], source="s"),
    ]
    (said,) = write(read(lists_of(tmp_path, records)), tmp_path / "out", format="moses")
    assert all(word in said for word in ("references", "sources", "name (x)", "1 sentence(s) without"))
    assert write(read(tmp_path / "in.jsonl"), tmp_path / "again.jsonl") == []
    told = manyways_command("convert", str(tmp_path / "in.jsonl"), str(tmp_path / "told.moses"), "--quiet")
    assert told.stderr == f"{said}\n"
    assert read(tmp_path / "again.jsonl").system_names == ("x",)


@pytest.mark.parametrize("one", ["a b", "", "a|||b"])
def test_ids_that_would_break_a_line_are_refused(one: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot hold the id"):
        write(read(lists_of(tmp_path, [sentence(one, scored("a", 1.0))])), tmp_path / "out", format="moses")


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([sentence("0", "a", "b"), sentence("1", "c")], "has 1 candidate, the first 2"),
        ([sentence("1", "a"), sentence("0", "c")], "'0' is out of order"),
        ([sentence("0", "a"), sentence("2", "c")], "'2' is out of order, or others are missing"),
    ],
)
def test_lines_without_ids_keep_their_places(records: Records, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=words):
        write(read(lists_of(tmp_path, records)), tmp_path / "out", format="text")


def test_plain_text_in_order_is_written(tmp_path: Path) -> None:
    for start in (0, 1):
        records = [sentence(str(start + s), *"ab") for s in range(3)]
        write(read(lists_of(tmp_path, records)), tmp_path / "out", format="text")
        assert (tmp_path / "out").read_text() == "a\nb\n" * 3


def test_sentences_without_ids_are_numbered_through(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text('{"candidates": ["a"]}\n' * 100_000)
    chunks = list(read_chunks(path, chunk=10))
    assert len(chunks) > 1
    assert [one for each in chunks for one in each.ids] == [str(s) for s in range(100_000)]
    path.write_text('{"candidates": ["a"]}\n{"id": "0", "candidates": ["b"]}\n')
    with pytest.raises(InputError, match='line 2: has an "id", sentences before have none'):
        read(path)


def test_an_id_that_means_two_sentences_is_refused(tmp_path: Path) -> None:
    records = [sentence("0", "a", references=["x"]), sentence("0", "b", references=["y"])]
    with pytest.raises(InputError, match="'0' comes twice, with different references"):
        read(lists_of(tmp_path, records))
