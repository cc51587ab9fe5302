"""Training as a whole, on the embedded language: resume, repeat, extend, and what goes wrong."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from manyways.errors import InputError
from manyways.model import Model, check
from manyways.phrases import PhraseSettings, PhraseTable
from manyways.train import Inputs, TextSettings, TrainSettings, add, train
from manyways.translator import Translator
from tests.support.commands import manyways_command
from tests.support.trained import CONFIG, inputs


def hashes(model: Path) -> dict[str, str]:
    paths = {role: Model.open(model).path(role) for role in Model.open(model).files}
    paths["model.toml"] = model / "model.toml"
    return {role: hashlib.sha256(path.read_bytes()).hexdigest() for role, path in paths.items()}


def test_a_model_comes_out_and_is_sound(trained: Path) -> None:
    model = Model.open(trained)
    assert check(trained) == []
    assert set(model.files) == {"table", "LM0", "truecase.source", "truecase.target", "words.source"}
    assert model.source["language"] == "de"
    assert "the" in [option.target for option in PhraseTable(model.path("table")).find("die")]


def test_a_second_call_does_nothing_and_threads_change_nothing(
    corpus: Path, trained: Path, tmp_path: Path
) -> None:
    before = hashes(trained)
    again = train(inputs(corpus), trained, CONFIG, threads=1)
    assert not any(step.fresh for step in again.steps.values())
    train(inputs(corpus), tmp_path / "one", CONFIG, threads=1)
    assert hashes(tmp_path / "one") == before == hashes(trained)


KILLED = """
import os, signal, sys
from dataclasses import replace
from pathlib import Path
import manyways.run.steps as steps
from manyways.train import Inputs, TextSettings, TrainSettings, train

source, target, out, victim, when = sys.argv[1:]
original = steps.Run.step

def step(self, name, *, action, **rest):
    def deadly(*paths):
        if name == victim and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        facts = action(*paths)
        if name == victim:
            os.kill(os.getpid(), signal.SIGKILL)
        return facts
    return original(self, name, action=deadly, **rest)

steps.Run.step = step
settings = TrainSettings(text=TextSettings(source_language="de", target_language="en"))
train(Inputs(source=Path(source), target=Path(target)), out, settings)
"""


@pytest.mark.parametrize("victim", ["text", "align", "table", "LM0"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_at_any_step_it_resumes_to_the_same_model(
    corpus: Path, trained: Path, tmp_path: Path, victim: str, when: str
) -> None:
    source, target, out = str(corpus / "train.de"), str(corpus / "train.en"), tmp_path / "model"
    killed = subprocess.run([sys.executable, "-c", KILLED, source, target, str(out), victim, when])
    assert killed.returncode == -signal.SIGKILL
    assert not (out / "model.toml").exists()
    train(inputs(corpus), out, CONFIG)
    assert hashes(out) == hashes(trained)


def test_other_links_and_more_text_are_used(corpus: Path, tmp_path: Path) -> None:
    given = Inputs(source=corpus / "train.de", target=corpus / "train.en", links=corpus / "train.links")
    extra = tmp_path / "extra.en"
    extra.write_text("the zebra sings .\n")
    settings = TrainSettings(text=TextSettings(tokenised=True, casing="keep"))
    summary = train(given, tmp_path / "model", settings, lm_text=[extra])
    assert "align" not in summary.steps
    assert "zebra" in (tmp_path / "model" / "work" / "lm.0").read_text()


def test_pairs_can_be_added_and_old_links_stay(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    train(inputs(corpus), out, CONFIG)
    old_links = (out / "work" / "0.links").read_bytes()
    (tmp_path / "new.de").write_text("Der Zeppelin schläft .\n" * 3 + "Der Zeppelin lacht .\n")
    (tmp_path / "new.en").write_text("The zeppelin sleeps .\n" * 3 + "The zeppelin laughs .\n")
    new = Inputs(source=tmp_path / "new.de", target=tmp_path / "new.en")
    summary = add(new, out)
    assert (out / "work" / "0.links").read_bytes() == old_links
    assert summary.model.provenance["parts"] == 2
    table = PhraseTable(summary.model.path("table"))
    assert "zeppelin" in [option.target for option in table.find("Zeppelin")]
    after = hashes(out)
    assert not any(step.fresh for step in add(new, out).steps.values())
    train(inputs(corpus), out, CONFIG)
    assert hashes(out) == after


def test_new_words_of_added_pairs_are_learnt_and_then_known(
    corpus: Path, trained: Path, tmp_path: Path
) -> None:
    out = tmp_path / "model"
    shutil.copytree(trained, out)
    words = " ".join((out / "work" / "0.source").read_text().split("\n")).split()
    near = max((word for word in words if len(word) >= 8 and word.islower()), key=words.count)
    new = near[:4] + near[3:]  # a letter twice
    assert list(Translator(out).prepare([f"x {new}"])) == [f"x {near}"]
    (tmp_path / "new.de").write_text(f"Der Zeppelin {new} .\n" * 3)
    (tmp_path / "new.en").write_text("The zeppelin zooms .\n" * 3)
    for _ in range(2):
        summary = add(Inputs(source=tmp_path / "new.de", target=tmp_path / "new.en"), out)
    assert PhraseTable(summary.model.path("table")).find(new)
    assert list(Translator(out).prepare([f"x {new}"])) == [f"x {new}"]
    assert check(out) == []


def new_pairs(directory: Path) -> Inputs:
    (directory / "new.de").write_text("Der Zeppelin schläft .\n" * 3)
    (directory / "new.en").write_text("The zeppelin sleeps .\n" * 3)
    return Inputs(source=directory / "new.de", target=directory / "new.en")


@pytest.mark.parametrize(
    "name",
    [
        *("work/0.source", "work/0.target", "work/0.links", "work/0.aligner", "work/lm.0"),
        *("truecase.source", "recipe.toml", "manifest.json", "model.toml"),
    ],
)
def test_nothing_is_learnt_from_damaged_files(corpus: Path, tmp_path: Path, name: str) -> None:
    """Three pairs are enough: what is damaged is found before anything is learnt."""
    for side in ("de", "en"):
        lines = (corpus / f"train.{side}").read_text().splitlines(keepends=True)[:30]
        (tmp_path / f"few.{side}").write_text("".join(lines))
    few = Inputs(source=tmp_path / "few.de", target=tmp_path / "few.en")
    train(few, tmp_path / "model", CONFIG, lm_text=[tmp_path / "few.en"], threads=1)
    path = tmp_path / "model" / name
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)
    before = hashes(tmp_path / "model") if name not in ("truecase.source", "model.toml") else None
    with pytest.raises(InputError, match=name):
        add(new_pairs(tmp_path), tmp_path / "model", threads=1)
    assert check(tmp_path / "model") != []
    assert before is None or hashes(tmp_path / "model") == before


def test_a_model_trained_anew_with_other_settings_opens(corpus: Path, tmp_path: Path) -> None:
    """Weights stay as long as the features are the same; a model of another kind leaves nothing behind."""
    few = Inputs(source=corpus / "train.de", target=corpus / "train.en", links=corpus / "train.links")
    text = TextSettings(tokenised=True, casing="keep")
    model = train(few, tmp_path / "model", TrainSettings(text=text), threads=1).model
    model.copied(tmp_path / "model", model.weights.replaced(["LM0"], [0.7]))
    plain = PhraseSettings(reordering="none")
    model = train(few, tmp_path / "model", TrainSettings(text=text, phrases=plain), threads=1).model
    assert "LexicalReordering0" not in model.weights
    assert Translator(model).translate("der Mann schläft").text
    model = train(few, tmp_path / "model", TrainSettings(text=text, kind="hierarchical"), threads=1).model
    assert model.kind == "hierarchical"
    assert check(tmp_path / "model") == []
    assert not list((tmp_path / "model").glob("phrases*"))


@pytest.mark.parametrize(
    "other",
    [
        {"order": 3},
        {"smoothing": "witten-bell"},
        {"prune": (0, 1)},
        {"discount_fallback": (0.1, 0.2, 0.3)},
    ],
    ids=lambda other: str(*other),
)
def test_another_setting_of_the_language_model_makes_it_anew(
    trained: Path, corpus: Path, tmp_path: Path, other: dict[str, Any]
) -> None:
    """The step of the language model is done again, and no other."""
    model = tmp_path / "model"
    shutil.copytree(trained, model)
    assert not train(inputs(corpus), model, CONFIG, threads=1).steps["LM0"].fresh
    steps = train(inputs(corpus), model, replace(CONFIG, lm=replace(CONFIG.lm, **other)), threads=1).steps
    assert [name for name, step in steps.items() if step.fresh] == ["LM0"]


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("eins\nzwei\n", "one\n", "no partner"),
        ("", "", "has no sentence pairs"),
        ("eins\n", "\n", "no pair is left after filtering"),
        (b"na\xefve\n", "naive\n", "is not UTF-8"),
    ],
)
def test_bad_input_is_named(tmp_path: Path, source: str | bytes, target: str, message: str) -> None:
    raw = source if isinstance(source, bytes) else source.encode()
    (tmp_path / "a.de").write_bytes(raw)
    (tmp_path / "a.en").write_text(target)
    with pytest.raises(InputError, match=message):
        train(Inputs(source=tmp_path / "a.de", target=tmp_path / "a.en"), tmp_path / "m", CONFIG)
    assert not (tmp_path / "m" / "model.toml").exists()


def test_the_command_tells_steps_in_json_and_errors_in_words(corpus: Path, tmp_path: Path) -> None:
    source, target = str(corpus / "train.de"), str(corpus / "train.en")
    done = manyways_command(
        "train", "--source", source, "--target", target, "--out", str(tmp_path / "m"), "--json", "--quiet"
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["steps"]["text"]["facts"]["pairs"] == 400
    assert done.stderr == ""
    missing = manyways_command(
        "train", "--source", "gone.de", "--target", target, "--out", str(tmp_path / "n")
    )
    assert missing.returncode == 2
    assert "gone.de: cannot be read" in missing.stderr
    assert "Traceback" not in missing.stderr


@pytest.mark.parametrize("change", ["text", "settings", "lm text"])
def test_a_finished_model_is_not_replaced_by_another_unasked(
    corpus: Path, tmp_path: Path, change: str
) -> None:
    train(inputs(corpus), tmp_path / "m", CONFIG, threads=1)
    before = hashes(tmp_path / "m")
    given, settings = inputs(corpus), CONFIG
    more: list[Path] = []
    if change == "text":
        given = Inputs(source=corpus / "train.en", target=corpus / "train.de")
    elif change == "settings":
        settings = replace(CONFIG, distortion_limit=4)
    else:
        more = [corpus / "train.en"]
    with pytest.raises(InputError, match="was made from other inputs"):
        train(given, tmp_path / "m", settings, lm_text=more, threads=1, force=False)
    assert hashes(tmp_path / "m") == before
    train(inputs(corpus), tmp_path / "m", CONFIG, threads=1, force=False)
    assert hashes(tmp_path / "m") == before
    train(given, tmp_path / "m", settings, lm_text=more, threads=1, force=True)
    assert hashes(tmp_path / "m") != before


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full to stand for a full disk")
def test_a_full_disk_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        from manyways.files import atomic_write

        with atomic_write(tmp_path / "x") as out:
            os.dup2(os.open("/dev/full", os.O_WRONLY), out.buffer.fileno())  # type: ignore[attr-defined]
            out.write("x" * 100_000)
    assert list(tmp_path.iterdir()) == []
