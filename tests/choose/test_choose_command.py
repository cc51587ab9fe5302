"""`manyways choose` from end to end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from manyways.candidates import read
from manyways.choose import ChooseSettings, choose_files
from manyways.errors import ConfigError, InputError
from tests.support.commands import manyways_command

SYSTEMS = {
    "A": ["the small house", "it rains", "good day"],
    "B": ["the little house", "it is raining", "a good day"],
    "C": ["this small house", "it rains today", "good day to you"],
}
REFERENCE = ["the small house", "it is raining today", "a good day"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, lines in SYSTEMS.items():
        (tmp_path / f"hyp.{name}.en").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (tmp_path / "ref.en").write_text("".join(f"{line}\n" for line in REFERENCE), encoding="utf-8")
    return tmp_path


def systems(folder: Path) -> list[str]:
    return [str(folder / f"hyp.{name}.en") for name in SYSTEMS]


def test_systems_in_one_text_out_with_the_gain(folder: Path) -> None:
    out, reference = folder / "best.en", str(folder / "ref.en")
    done = manyways_command(
        "choose", *systems(folder), "--by", "mbr", "--out", str(out), "--references", reference
    )
    assert done.returncode == 0, done.stderr
    assert out.read_text(encoding="utf-8").splitlines()[0] == "the small house"
    assert len(out.read_text(encoding="utf-8").splitlines()) == 3
    assert "Gain [95 %]" in done.stdout
    assert "bleu and chrf were used to choose" in done.stderr


def test_json_has_the_same_numbers(folder: Path) -> None:
    reference = str(folder / "ref.en")
    words = ["choose", *systems(folder), "--by", "mbr:ter", "--out", str(folder / "x.jsonl"), "--top", "1"]
    done = manyways_command(*words, "--references", reference, "--json", "--quiet")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["sentences"] == 3
    assert found["scores"]["ter"]["chosen_by"] is True
    assert found["scores"]["bleu"]["chosen_by"] is False
    assert set(found["against"]) == {"A", "B", "C"}
    assert set(found["against"]["A"]["bleu"]) == {"value", "gain", "low", "high", "p"}
    assert read(folder / "x.jsonl").sizes.tolist() == [1, 1, 1]


def test_one_sentence_is_explained(folder: Path) -> None:
    done = manyways_command("choose", *systems(folder), "--by", "mbr", "--explain", "1", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["id"] == "1"
    assert next(each["system"] for each in found["candidates"]) in SYSTEMS
    shown = manyways_command("choose", *systems(folder), "--by", "mbr", "--explain", "1")
    assert "ahead of" in shown.stdout


def write_lists(path: Path, sentences: int) -> None:
    lines = [
        json.dumps({"id": s, "candidates": [{"text": f"a b {s}", "score": -1}, {"text": "c", "score": -0.5}]})
        for s in range(sentences)
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_pieces_of_a_file_keep_their_order(tmp_path: Path) -> None:
    write_lists(tmp_path / "lists.jsonl", 2500)  # more than a chunk
    settings = ChooseSettings(by="score")
    outcome = choose_files([str(tmp_path / "lists.jsonl")], str(tmp_path / "best.txt"), settings)
    assert outcome.sentences == 2500
    assert (tmp_path / "best.txt").read_text("utf-8") == "c\n" * 2500
    choose_files(
        [str(tmp_path / "lists.jsonl")], str(tmp_path / "best.jsonl"), ChooseSettings(by="score", top=2)
    )
    assert read(tmp_path / "best.jsonl").ids == [str(s) for s in range(2500)]


def test_candidates_of_one_sentence_that_stand_apart_are_refused(tmp_path: Path) -> None:
    write_lists(tmp_path / "lists.jsonl", 3)
    text = (tmp_path / "lists.jsonl").read_text("utf-8")
    (tmp_path / "lists.jsonl").write_text(text + text.splitlines()[0] + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="'0' stand apart") as caught:
        choose_files([str(tmp_path / "lists.jsonl")], str(tmp_path / "out"), ChooseSettings(by="score"))
    assert caught.value.line == 4
    assert not (tmp_path / "out").exists()


def test_a_sentence_without_candidates_is_an_empty_line(tmp_path: Path) -> None:
    lines = [
        '{"id": 0, "candidates": ["a"]}',
        '{"id": 1, "candidates": []}',
        '{"id": 2, "candidates": ["c"]}',
    ]
    (tmp_path / "lists.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    choose_files([str(tmp_path / "lists.jsonl")], str(tmp_path / "out"), ChooseSettings(by="mbr"))
    assert (tmp_path / "out").read_text("utf-8") == "a\n\nc\n"


def write_dev(folder: Path) -> list[str]:
    """Enough sentences to learn from, of two systems."""
    words = [f"word{i}" for i in range(30)]
    texts: dict[str, list[str]] = {"good": [], "poor": [], "ref": []}
    for s in range(60):
        reference = [words[(s * 7 + k * k) % 30] for k in range(8)]
        texts["ref"].append(" ".join(reference))
        texts["good"].append(" ".join([*reference[:7], "oops"]))
        texts["poor"].append(" ".join([*reference[: s % 6], *["bad"] * (8 - s % 6)]))
    for name, lines in texts.items():
        (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return [str(folder / "good.txt"), str(folder / "poor.txt")]


def test_learn_then_choose_and_abstain(tmp_path: Path) -> None:
    files, reference, chooser = write_dev(tmp_path), str(tmp_path / "ref.txt"), str(tmp_path / "chooser.toml")
    words = ["--by", "mbr", "--references", reference, "--learn", chooser, "--votes", "system"]
    done = manyways_command("choose", *files, *words)
    assert done.returncode == 0, done.stderr
    assert "sentences kept" in done.stdout
    assert "without its fold (5 folds)" in done.stderr
    out = tmp_path / "best.jsonl"
    done = manyways_command("choose", *files, "--by", chooser, "--out", str(out))
    assert done.returncode == 0, done.stderr
    qualities = read(out).qualities
    assert qualities is not None
    middle = float(sorted(qualities)[30])
    text = tmp_path / "best.txt"
    done = manyways_command(
        "choose", *files, "--by", chooser, "--out", str(text), "--abstain-below", f"{middle}"
    )
    assert done.returncode == 0, done.stderr
    empty = sum(line == "" for line in text.read_text("utf-8").splitlines())
    assert empty == sum(each < middle for each in qualities)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--by", "mbr", "--top", "2", "--out", "OUT.txt"], "--top must be used with an --out"),
        (["--by", "mbr", "--abstain-below", "3", "--out", "OUT"], "--abstain-below must be used with"),
        (["--by", "mbr", "--json"], "--out must be a file"),
        (["--by", "mbr:best", "--out", "OUT"], "utility must be bleu, chrf, ter"),
        (["--by", "LM0", "--out", "OUT"], "the lists have no feature LM0: there are none"),
        (["--by", "score", "--out", "OUT"], "the lists have no scores"),
        (["--by", "score", "--consensus", "prune", "--out", "OUT"], "--consensus must be left out"),
        (
            ["--by", "mbr:ter", "--consensus", "aggregate", "--out", "OUT"],
            "--consensus must be pairs or prune",
        ),
        (["--by", "none.toml", "--out", "OUT"], "none.toml"),
    ],
)
def test_what_has_no_sense_is_refused_in_a_line(words: list[str], answer: str, folder: Path) -> None:
    done = manyways_command(
        "choose", *systems(folder), *[each.replace("OUT", str(folder / "out")) for each in words]
    )
    assert done.returncode == 2
    assert answer in done.stderr
    assert "Traceback" not in done.stderr
    assert not (folder / "out").exists()


def test_the_same_from_python(folder: Path) -> None:
    outcome = choose_files(systems(folder), str(folder / "best.en"), ChooseSettings(by="mbr"))
    assert outcome.sentences == 3
    with pytest.raises(ConfigError, match=r"choose\.top"):
        ChooseSettings(by="mbr", top=0)


def test_a_page_with_every_sentence(folder: Path) -> None:
    (folder / "src").write_text("eins\nzwei\ndrei\n", encoding="utf-8")
    words = ["choose", *systems(folder), "--by", "mbr", "--html", str(folder / "page.html")]
    done = manyways_command(*words, "--source", str(folder / "src"))
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""  # only the page was asked for
    page = (folder / "page.html").read_text(encoding="utf-8")
    assert '"sources":["eins","zwei","drei"]' in page
    assert "What was gained" not in page
    again = manyways_command(*words)
    assert again.returncode == 2
    assert "--force" in again.stderr


def test_a_page_beside_the_choice_keeps_what_top_cuts(folder: Path) -> None:
    words = ["choose", *systems(folder), "--by", "mbr", "--out", str(folder / "x.jsonl"), "--top", "1"]
    page = folder / "page.html"
    done = manyways_command(*words, "--references", str(folder / "ref.en"), "--html", str(page))
    assert done.returncode == 0, done.stderr
    assert read(folder / "x.jsonl").sizes.tolist() == [1, 1, 1]
    assert '"sizes":[3,3,3]' in page.read_text(encoding="utf-8")
    assert "What was gained" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--source", "src", "--out", "x"], "--source has no effect without --html"),
        (["--html", "page.html", "--learn", "l.toml"], "--html has no effect with --learn"),
        (["--html", "same", "--out", "same"], "two outputs"),
    ],
)
def test_a_page_that_makes_no_sense_is_refused(
    folder: Path, more: list[str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = manyways_command("choose", *systems(folder), "--by", "mbr", "--references", "ref.en", *more)
    assert done.returncode == 2
    assert told in done.stderr


def test_a_source_of_other_sentences_is_refused(folder: Path) -> None:
    (folder / "src").write_text("eins\n", encoding="utf-8")
    words = ["choose", *systems(folder), "--by", "mbr", "--html", str(folder / "page.html")]
    done = manyways_command(*words, "--source", str(folder / "src"))
    assert done.returncode == 2
    assert "src has 1" in done.stderr
    assert not (folder / "page.html").exists()
