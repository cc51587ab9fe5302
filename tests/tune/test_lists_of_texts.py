"""Tuning on lists that came as texts alone: features first, honest folds, a metric that is independent."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from manyways.candidates import read_systems
from manyways.choose import Chooser, choose
from manyways.errors import InputError
from manyways.tune import TuneSettings, tune_lists
from manyways.tune.inputs import TuneInputSettings, read_tuning_lists
from manyways.tune.weighted import best_rows
from tests.support.commands import manyways_command as run

WORDS = [f"w{i}" for i in range(40)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    rng = np.random.default_rng(1)
    lines: dict[str, list[str]] = {name: [] for name in ("src.de", "ref.en", "good.en", "bad.en", "odd.en")}
    for number in range(40):
        words = [*rng.choice(WORDS, 8), str(number)]
        lines["src.de"].append(" ".join(["q"] * 8 + [str(number)]))
        lines["ref.en"].append(" ".join(words))
        for name, rate in (("good.en", 0.2), ("bad.en", 0.6), ("odd.en", 0.5)):
            lines[name].append(" ".join(str(rng.choice(WORDS)) if rng.random() < rate else w for w in words))
    for name, texts in lines.items():
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_features_are_computed_and_the_weights_choose_from_plain_lists(folder: Path) -> None:
    options = ["--candidates", "good.en", "bad.en", "odd.en", "--references", "ref.en", "--source", "src.de"]
    done = run(
        "tune", *options, "--features", "basic", "--with", "pro", "--folds", "4", "--out", "w.toml", "--json"
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert {"system:good", "consensus:bleu", "numbers-lost"} <= set(told["weights"])
    assert told["gain"]["scores"]["bleu"]["chosen_by"]
    assert told["gain"]["scores"]["chrf"]["chosen_by"]
    assert not told["gain"]["scores"]["ter"]["chosen_by"]
    assert told["gain"]["against"]["bad"]["bleu"]["gain"] > 10
    assert told["gain"]["scores"]["bleu"]["value"] == pytest.approx(
        told["scores"]["bleu"]["folds"]["value"], abs=0.5
    )
    assert "look at ter" in done.stderr
    files = ["good.en", "bad.en", "odd.en"]
    (folder / "src.jsonl").write_text("")
    done = run("features", *files, "--source", "src.de", "--out", "lists.jsonl")
    done = run("choose", "lists.jsonl", "--by", "w.toml", "--out", "best.en")
    assert done.returncode == 0, done.stderr
    assert len((folder / "best.en").read_text().splitlines()) == 40


def test_choosing_by_weights_computes_what_the_lists_lack(folder: Path) -> None:
    wanted = TuneInputSettings(features=("system", "consensus:bleu", "words"))
    read = read_tuning_lists(["good.en", "bad.en", "odd.en"], ["ref.en"], wanted)
    tuning = tune_lists(read.lists, TuneSettings(tuner="pro"), out="w.toml")
    plain = read_systems(["good.en", "bad.en", "odd.en"])
    chosen = choose(plain, Chooser.named("w.toml").scorer)
    rows = best_rows(read.lists, tuning.best.weights)
    assert list(chosen.top_texts()) == [read.lists.texts[int(row)] for row in rows]


def test_what_cannot_be_computed_is_said(folder: Path) -> None:
    read = read_tuning_lists(
        ["good.en", "bad.en"], ["ref.en"], TuneInputSettings(features=("length-ratio",), source="src.de")
    )
    tune_lists(read.lists, TuneSettings(tuner="pro"), out="w.toml")
    plain = read_systems(["good.en", "bad.en"])
    with pytest.raises(InputError, match=r"no feature length-ratio, which w\.toml weighs"):
        choose(plain, Chooser.named("w.toml").scorer)


def test_lists_without_features_are_told_how_to_get_some(folder: Path) -> None:
    done = run("tune", "--candidates", "good.en", "bad.en", "--references", "ref.en")
    assert done.returncode == 2
    assert "--features basic" in done.stderr
    done = run("tune", "--candidates", "good.en", "bad.en", "--references", "ref.en", "--source", "src.de")
    assert "--source has no effect without --features" in done.stderr
