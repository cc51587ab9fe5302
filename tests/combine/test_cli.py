"""`manyways combine`, as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

import pytest

from manyways.candidates import Candidate, Sentence, from_sentences
from manyways.combine import Combiner, CombineSettings, training
from manyways.errors import TuneError
from tests.support.commands import manyways_command

RIGHT = [
    f"The {noun} sees the {other} today."
    for noun in ("cat", "dog", "boy", "girl", "king", "man", "fox", "cow", "lady", "nun")
    for other in ("house", "tree", "river", "road", "hill")
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three systems, each wrong at a place of its own."""
    made = tmp_path_factory.mktemp("systems")
    wrong = {"a": ("sees", "see"), "b": ("today", "yesterday"), "c": ("The", "A")}
    for name, (word, other) in wrong.items():
        (made / f"s.{name}.en").write_text("".join(f"{line.replace(word, other)}\n" for line in RIGHT))
    (made / "ref.en").write_text("".join(f"{line}\n" for line in RIGHT))
    done = manyways_command(
        "combine", "train", *systems(made), "--references", str(made / "ref.en"), "--rounds", "2",
        "--nbest", "20", "--gate", "--out", str(made / "combiner.toml"), "--quiet", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["score"] > 99
    assert set(told["gate"]) == {"never", "always", "gate", "kept"}
    return made


def systems(folder: Path) -> list[str]:
    return [str(folder / f"s.{name}.en") for name in "abc"]


def test_new_sentences_are_right_where_no_input_is(folder: Path, tmp_path: Path) -> None:
    outs = [str(tmp_path / name) for name in ("new.en", "words.jsonl", "page.html")]
    done = manyways_command(
        "combine", "apply", str(folder / "combiner.toml"), *systems(folder), "--no-gate", "--out", outs[0],
        "--provenance", outs[1], "--html", outs[2], "--references", str(folder / "ref.en"), "--json",
        "--quiet",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert Path(outs[0]).read_text() == (folder / "ref.en").read_text()
    told = json.loads(done.stdout)
    assert told["new"] == len(RIGHT)
    assert told["against"]["a"]["bleu"]["p"] < 0.05
    records = [json.loads(line) for line in Path(outs[1]).read_text().splitlines()]
    assert [record["text"] for record in records] == RIGHT
    assert all(word["from"] in word["agree"] for record in records for word in record["words"])
    page = Path(outs[2]).read_text()
    assert 'class="w0"' in page
    assert "Whose words were taken" in page


def test_explain_shows_whose_words_they_are(folder: Path) -> None:
    done = manyways_command(
        "combine", "explain", str(folder / "combiner.toml"), *systems(folder), "--id", "3", "--quiet"
    )
    assert done.returncode == 0, done.stderr
    assert "taken from" in done.stdout
    plain = manyways_command(
        "combine",
        "explain",
        str(folder / "combiner.toml"),
        *systems(folder),
        "--id",
        "3",
        "--json",
        "--quiet",
    )
    told = json.loads(plain.stdout)
    assert told["inputs"].keys() == {"a", "b", "c"}
    assert told["words"]


def test_lists_of_several_new_sentences_are_lists(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "lists.jsonl"
    done = manyways_command(
        "combine",
        "apply",
        str(folder / "combiner.toml"),
        *systems(folder),
        "--out",
        str(out),
        "--nbest",
        "5",
        "--quiet",
    )
    assert done.returncode == 0, done.stderr
    checked = manyways_command("check", str(out))
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["combine", "apply", "C", "A", "SHORT"], "has 2 lines"),
        (["combine", "apply", "C", "A"], "nothing to combine"),
        (["combine", "apply", "A", "A", "B"], "TOML"),
        (["combine", "apply", "C", "A", "B", "--nbest", "3", "--out", "x.en"], "ends in .jsonl"),
        (["combine", "explain", "C", "A", "B", "--id", "nobody"], "no sentence 'nobody'"),
        (["combine", "train", "A", "B", "--out", "x.toml"], "no references"),
        (
            ["combine", "train", "A", "B", "--references", "R", "--out", "x.toml", "--fix", "radios=3"],
            "radius",
        ),
        (["combine", "train", "A", "B", "--references", "R", "--out", "x.toml", "--folds", "3"], "--try"),
        (["combine", "train", "A", "B", "--references", "R", "--out", "x.json"], ".toml"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    arguments: list[str], told: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "short").write_text("one\ntwo\n")
    monkeypatch.chdir(tmp_path)
    names = {
        "C": str(folder / "combiner.toml"),
        "A": systems(folder)[0],
        "B": systems(folder)[1],
        "R": str(folder / "ref.en"),
        "SHORT": "short",
    }
    done = manyways_command(*(names.get(each, each) for each in arguments), "--quiet")
    assert done.returncode == 2, done.stderr
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("x.*"))


def test_files_appear_together_or_not_at_all(folder: Path, tmp_path: Path) -> None:
    out, words = tmp_path / "new.en", tmp_path / "words.jsonl"
    words.write_text("old\n")
    asked = ["combine", "apply", str(folder / "combiner.toml"), *systems(folder), "--out", str(out)]
    asked += ["--provenance", str(words), "--force", "--quiet", "--html"]
    done = manyways_command(*asked, "/dev/full")
    assert done.returncode == 2
    assert "/dev/full" in done.stderr
    assert not out.exists()
    assert words.read_text() == "old\n"
    assert manyways_command(*asked, str(tmp_path / "page.html")).returncode == 0
    assert len(out.read_text().splitlines()) == len(words.read_text().splitlines()) == len(RIGHT)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["new.en", "page.html", "words.jsonl"]


def test_a_gate_on_too_few_sentences_is_refused_before_the_work(tmp_path: Path) -> None:
    lists = from_sentences(
        [Sentence(str(i), [Candidate("a b"), Candidate("b a")], references=["a b"]) for i in range(39)]
    )
    with mock.patch.object(training, "tune_with", side_effect=AssertionError("work was done")):
        with pytest.raises(TuneError, match="only 19 sentences"):
            Combiner.train(lists, None, CombineSettings(gate=True))


def test_a_language_model_that_was_changed_is_refused(folder: Path, tmp_path: Path) -> None:
    lines = tmp_path / "text"
    lines.write_text("".join(f"{line}\n" for line in RIGHT))
    model = str(tmp_path / "lm.bin")
    estimate = ["lm", "estimate", str(lines), "--smoothing", "witten-bell", "--out", model, "--quiet"]
    assert manyways_command(*estimate, "--order", "2").returncode == 0
    combiner = str(tmp_path / "combiner.toml")
    done = manyways_command(
        "combine", "train", *systems(folder), "--references", str(folder / "ref.en"), "--rounds", "1",
        "--lm", model, "--how", "confusion", "--out", combiner, "--quiet",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert manyways_command(*estimate, "--order", "3", "--force").returncode == 0
    done = manyways_command("combine", "apply", combiner, *systems(folder), "--quiet")
    assert done.returncode == 2
    assert "is not the file that" in done.stderr
