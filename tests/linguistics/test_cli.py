"""The verbs of `tagger` and `parser`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.commands import manyways_command
from tests.support.syntax import small_parser, small_tagger, toy_bank


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.mrg"
    path.write_text("".join(f"{tree}\n" for tree in toy_bank("test", 60).trees.texts()), encoding="utf-8")
    return path


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text"
    path.write_text("".join(f"{line}\n" for line in toy_bank("test", 60).words), encoding="utf-8")
    return path


def run(*arguments: object) -> str:
    done = manyways_command(*map(str, arguments))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_tagger_is_trained_applied_and_scored(gold: Path, text: Path, tmp_path: Path) -> None:
    model = tmp_path / "en.tagger"
    run("tagger", "train", gold, "--out", model, "--passes", 3, "--quiet")
    tagged = run("tagger", "apply", model, text, "--quiet")
    (tmp_path / "tagged").write_text(tagged, encoding="utf-8")
    assert "all of them in 60 of 60 sentences" in run("tagger", "score", model, tmp_path / "tagged")
    found = json.loads(run("tagger", "score", model, gold, "--json"))
    assert found["share"] > 0.97
    tags = run("tagger", "apply", model, text, "--tags-only", "--quiet")
    assert tags.split()[0] == tagged.split()[0].rpartition("_")[2]


def test_a_parser_is_trained_applied_and_scored(gold: Path, text: Path, tmp_path: Path) -> None:
    model = tmp_path / "en.parser"
    run("parser", "train", gold, "--out", model, "--passes", 6, "--folds", 2, "--beam", 4, "--quiet")
    trees = run("parser", "apply", model, text, "--quiet")
    (tmp_path / "trees").write_text(trees, encoding="utf-8")
    assert "brackets F1 100.00" in run("parser", "score", model, tmp_path / "trees")
    told = json.loads(run("parser", "score", model, gold, "--given-tags", "--json"))
    assert told["tags"]["same"] == told["tags"]["words"]
    assert told["f1"] > 0.9


def test_runs_repeat_to_the_byte(gold: Path, tmp_path: Path) -> None:
    for name in ("one", "other"):
        run("parser", "train", gold, "--out", tmp_path / name, "--passes", 1, "--folds", 2, "--quiet")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    run("parser", "train", gold, "--out", tmp_path / "third", "--passes", 1, "--seed", 2, "--quiet")
    assert (tmp_path / "one").read_bytes() != (tmp_path / "third").read_bytes()


def test_a_model_of_another_kind_is_refused() -> None:
    for verb, model in (("tagger", small_parser()), ("parser", small_tagger())):
        done = manyways_command(verb, "apply", str(model), "/dev/null")
        assert done.returncode == 2
        assert model.name in done.stderr


def test_other_tags_are_converted(gold: Path, tmp_path: Path) -> None:
    """The same text with tags by other names: what they are called here is learnt."""
    bank = toy_bank("train", 300)
    other = tmp_path / "other.tagged"
    with other.open("w", encoding="utf-8") as out:
        for words, tags in zip(bank.words, bank.tags, strict=True):
            pairs = zip(words.split(), tags.split(), strict=True)
            out.write(" ".join(f"{word}_x{tag}" for word, tag in pairs) + "\n")
    train = tmp_path / "few.mrg"
    train.write_text("\n".join(list(bank.trees.texts())[:60]), encoding="utf-8")
    shares = []
    for more in ([], ["--also", other]):
        run("tagger", "train", train, *more, "--out", tmp_path / "en.tagger", "--force", "--quiet")
        shares.append(json.loads(run("tagger", "score", tmp_path / "en.tagger", gold, "--json"))["share"])
    assert shares[1] > shares[0]


def test_classes_help_with_words_that_were_never_tagged(tmp_path: Path) -> None:
    train, test, paths = tmp_path / "train", tmp_path / "test", tmp_path / "paths"
    train.write_text("blick_X bluck_Y\nblock_X black_Y\n" * 5)
    test.write_text("zorra_X\nmuni_Y\n")
    paths.write_text("".join(f"00\t{w}\t9\n" for w in ("blick", "block", "zorra")))
    with paths.open("a") as out:
        out.write("".join(f"11\t{w}\t9\n" for w in ("bluck", "black", "muni")))
    model = tmp_path / "model"
    run("tagger", "train", train, "--clusters", paths, "--out", model, "--quiet")
    assert json.loads(run("tagger", "score", model, test, "--json"))["same"] == 2
    paths.write_text("blick 17\n")
    done = manyways_command(
        "tagger", "train", str(train), "--clusters", str(paths), "--out", str(model), "--force"
    )
    assert done.returncode == 2
    assert "no path of bits" in done.stderr


def test_classes_are_found_in_plain_text(tmp_path: Path) -> None:
    train, test, plain = (tmp_path / name for name in ("train", "test", "plain"))
    train.write_text("blick_X bluck_Y\nblock_X black_Y\n" * 5)
    test.write_text("zorra_X\nmuni_Y\n")
    plain.write_text(
        "".join(f"{x} {y}\n" for x in ("blick", "block", "zorra") for y in ("bluck", "black", "muni"))
    )
    clusters = ["cluster", plain, "--into", 500, "--algorithm", "exchange", "--min-count", 3, "--sweeps", 6]
    run(*clusters, "--out", tmp_path / "paths", "--quiet")
    for name, more in (("one", ["--text", plain]), ("other", ["--clusters", tmp_path / "paths"])):
        run("tagger", "train", train, *more, "--out", tmp_path / name, "--quiet")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert json.loads(run("tagger", "score", tmp_path / "one", test, "--json"))["same"] >= 1
