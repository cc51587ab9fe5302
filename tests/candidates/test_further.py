"""Texts put into lists, the first of each alone, soft alignments, and whose troubles the check tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from manyways.candidates import read, write
from manyways.candidates.check import check
from tests.support.commands import manyways_command as run

SOFT = """\
0 ||| das Haus ||| 0.9,0.05,0.05 0.1,0.8,0.1 0,0,1 ||| F0= -1.77 ||| -0.73
0 ||| das alte Haus ||| 0.4,0.4,0.2 0.1,0.1,0.8 0.2,0.8,0 0,0,1 ||| F0= -2.77 ||| -1.73
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.en").write_text("one\ntwo\n")
    (tmp_path / "b.en").write_text("eins\n\n")
    (tmp_path / "src.de").write_text("eins\nzwei\n")
    (tmp_path / "ref.en").write_text("ONE\nTWO\n")
    return tmp_path


def test_sources_and_references_go_into_the_lists(folder: Path) -> None:
    texts = ["--source", "src.de", "--references", "ref.en", "src.de"]
    done = run("convert", "a.en", "b.en", "lists.jsonl", *texts)
    assert done.returncode == 0, done.stderr
    lists = read(folder / "lists.jsonl")
    assert lists.sources is not None
    assert list(lists.sources) == ["eins", "zwei"]
    assert [list(each) for each in lists.references or ()] == [["ONE", "TWO"], ["eins", "zwei"]]
    done = run("convert", "a.en", "x.jsonl", "--by-position")
    assert "--by-position has no effect without --references" in done.stderr
    (folder / "one.de").write_text("eins\n")
    done = run("convert", "a.en", "x.jsonl", "--source", "one.de")
    assert (done.returncode, "has 2 sentences, one.de has 1" in done.stderr) == (2, True), done.stderr


def test_the_first_of_each_list_as_text(folder: Path) -> None:
    rows = ['{"candidates": ["x", "y"]}', '{"candidates": []}', '{"candidates": ["z"]}']
    (folder / "lists.jsonl").write_text("\n".join(rows) + "\n")
    done = run("convert", "lists.jsonl", "--out", "best.en", "--to", "text")
    assert (done.returncode, "--top 1" in done.stderr) == (2, True), done.stderr
    done = run("convert", "lists.jsonl", "--out", "best.en", "--to", "text", "--top", "1")
    assert done.returncode == 0, done.stderr
    assert (folder / "best.en").read_text() == "x\n\nz\n"
    assert "1 sentence without candidates: an empty line each" in done.stderr
    run("convert", "a.en", "b.en", "systems.jsonl")
    done = run("convert", "systems.jsonl", "--out", "first.en", "--to", "text", "--top", "1")
    assert (folder / "first.en").read_text() == "one\ntwo\n"


def test_soft_alignments_become_the_most_probable_links(folder: Path) -> None:
    (folder / "nbest").write_text(SOFT)
    lists = read(folder / "nbest")
    assert lists.origin is not None
    assert lists.origin.format == "marian"
    assert lists.links is not None
    assert list(lists.links) == ["0-0 1-1", "0-0 1-2"]  # the end of the source is nobody's partner
    assert lists.feature_names == ("F0",)
    write(lists, folder / "out.nbest", format="marian")
    assert "||| 0-0 1-2 ||| F0= -2.77 |||" in (folder / "out.nbest").read_text()
    done = run("convert", "nbest", "there.jsonl")
    done = run("convert", "there.jsonl", "--out", "back", "--to", "marian")
    assert (folder / "back").read_text() == SOFT, done.stderr


def test_the_check_names_systems(folder: Path) -> None:
    run("convert", "a.en", "b.en", "systems.jsonl", "--source", "src.de")
    found = {each.kind: each.message for each in check(folder / "systems.jsonl").findings}
    assert found["empty texts"] == "1 candidate(s) have no text; of b 1"
    assert found["copies of the source"].endswith("'eins'; of b 1")


def test_the_check_tells_of_lists_out_of_the_order_of_scores(folder: Path) -> None:
    good = "0 ||| a ||| f= 1 ||| -1\n0 ||| b ||| f= 1 ||| -2\n"
    bad = "1 ||| a ||| f= 1 ||| -2\n1 ||| b ||| f= 1 ||| -1\n1 ||| c ||| f= 1 ||| -0.5\n"
    (folder / "nbest").write_text(good + bad)
    (finding,) = [each for each in check(folder / "nbest").findings if each.kind == "unsorted scores"]
    assert finding.message == "1 list(s) are not in the order of their scores, the first is '1'"
    assert finding.line == 4
    (folder / "nbest").write_text(good)
    assert not check(folder / "nbest").findings
    samples = [("a", -2), ("b", -1), ("a", -2)]
    rows = ", ".join(f'{{"text": "{text}", "score": {score}}}' for text, score in samples)
    (folder / "samples.jsonl").write_text(f'{{"candidates": [{rows}]}}\n')
    assert "unsorted scores" not in {each.kind for each in check(folder / "samples.jsonl").findings}
