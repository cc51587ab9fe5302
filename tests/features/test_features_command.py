"""`manyways features` from the outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from manyways.candidates import read
from tests.support.commands import manyways_command as run
from tests.support.moses import ARPA


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a.en").write_text("The house is 10 years old.\nHello!\n")
    (tmp_path / "b.en").write_text("The Haus is 11 years old.\nHello\n")
    (tmp_path / "src.de").write_text("Das Haus ist 10 Jahre alt.\nHallo!\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_systems_in_lists_with_features_out(folder: Path) -> None:
    done = run("features", "a.en", "b.en", "--source", "src.de", "--out", "lists.jsonl", "--json")
    assert done.returncode == 0, done.stderr
    lists = read(folder / "lists.jsonl")
    values = dict(zip(lists.feature_names, lists.features.T.tolist(), strict=True))
    assert values["numbers-lost"] == [0, 1, 0, 0]
    assert values["ending"] == [0, 0, 0, 1]
    assert values["system:a"] == [1, 0, 1, 0]
    told = json.loads(done.stdout)
    assert told["features"]["numbers-lost"]["highest"] == 1
    assert told["candidates"] == 4
    assert "no scores, so left out" in done.stderr


def test_a_language_model_and_a_glossary_in_files(folder: Path) -> None:
    (folder / "news.arpa").write_text(ARPA)
    (folder / "terms.tsv").write_text("Haus\thouse\n")
    options = ["--source", "src.de", "--lm", "news.arpa", "--glossary", "terms.tsv"]
    done = run("features", "a.en", "b.en", *options, "--out", "lists.jsonl")
    assert done.returncode == 0, done.stderr
    lists = read(folder / "lists.jsonl")
    values = dict(zip(lists.feature_names, lists.features.T.tolist(), strict=True))
    assert values["terms-missed"] == [0, 1, 0, 0]
    assert all(each < 0 for each in values["lm:news"])


def test_numbers_of_others_and_a_program(folder: Path) -> None:
    (folder / "comet.tsv").write_text("id\tsystem\tscore\n0\ta\t1\n0\tb\t2\n1\ta\t3\n1\tb\t4\n")
    options = ["--scores", "comet.tsv", "--command", "one=sed s/.*/1/", "--cache", "cache"]
    done = run("features", "a.en", "b.en", "--features", "words", *options, "--out", "lists.jsonl")
    assert done.returncode == 0, done.stderr
    lists = read(folder / "lists.jsonl")
    assert lists.feature_names == ("comet", "one", "words")
    assert lists.features[:, 0].tolist() == [1, 2, 3, 4]
    done = run("choose", "lists.jsonl", "--by", "comet", "--out", "best.en")
    assert (folder / "best.en").read_text() == (folder / "b.en").read_text()


def test_the_same_for_any_number_of_threads(folder: Path) -> None:
    for threads in ("1", "3"):
        run(
            "features", "a.en", "b.en", "--out", f"{threads}.jsonl", "--features", "all", "--threads", threads
        )
    assert (folder / "1.jsonl").read_bytes() == (folder / "3.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--features", "bassic"], "did you mean basic"),
        (["--features", "copied"], "copied cannot be computed: no source texts"),
        (["--features", "none.py"], "none.py: cannot be read"),
        (["--source", "lists"], "lists: cannot be read"),
        (["--source", "one"], "has 2 sentences"),
        (["--by-position"], "--by-position has no effect without --source"),
        (["--lm", "src.de"], "src.de"),
        (["--cache", "x"], "--cache has no effect without --command"),
        (["--glossary", "one"], "one, line 1: has 1 field"),
        (["--align", "src.de"], "src.de"),
        (["--scores", "one"], "one, line 1: one: 'one' is no finite number"),
        (["--command", "no-such-thing"], "no-such-thing cannot be started"),
        (["--judge", "one"], "one"),
        (["--features", "mine.py"], "mine.py, line 3: f: must be 4 numbers"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    folder: Path, options: list[str], said: str
) -> None:
    (folder / "one").write_text("one\n")
    (folder / "mine.py").write_text(
        "from manyways.features import feature\n\n@feature('f')\ndef f(columns):\n    return 1\n"
    )
    done = run("features", "a.en", "b.en", "--out", "lists.jsonl", *options)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    assert "Traceback" not in done.stderr
    assert not (folder / "lists.jsonl").exists()
