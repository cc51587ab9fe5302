"""`--kind auto`: both kinds from one corpus, chosen on sentences that the weights had not seen."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from manyways.errors import ConfigError, InputError
from manyways.grammar import RuleSettings
from manyways.metrics import Bleu
from manyways.model import Model, check
from manyways.phrases import PhraseSettings
from manyways.run import Manifest
from manyways.text import toy
from manyways.text.column import TextColumn
from manyways.train import Development, Inputs, TrainSettings, add, kind_step, kinds, train
from manyways.train.kinds import KindChoice, Rival
from manyways.train.settings import KINDS
from manyways.translator import Translator
from manyways.tune.model_task import ModelTask
from tests.support.commands import manyways_command
from tests.support.trained import CONFIG, first_pairs, inputs

AUTO = replace(CONFIG, kind="auto")


@pytest.fixture(scope="module")
def texts(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hundred pairs, and thirty sentences to choose by."""
    directory = tmp_path_factory.mktemp("texts")
    first_pairs(corpus, 100, directory)
    made = toy.generate(30, split="dev")
    for name, lines in (("dev.de", made.raw_sources), ("dev.en", made.raw_references[0])):
        (directory / name).write_text("".join(f"{line}\n" for line in lines))
    (directory / "other.en").write_text("".join(f"{line} Yes.\n" for line in made.raw_references[0]))
    return directory


def development(texts: Path, reference: str = "dev.en") -> Development:
    return Development.read(texts / "dev.de", [texts / reference])


@pytest.fixture(scope="module")
def chosen(texts: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("chosen") / "model"
    summary = train(inputs(texts), out, AUTO, development=development(texts), force=False, threads=1)
    assert list(summary.steps) == ["text", "align", "table", "rules", "LM0", "kind"]
    assert summary.choice is not None
    assert str(summary).startswith(f"kind: {summary.choice.kind}, because on 30 development sentences")
    return out


def files(model: Path) -> dict[str, bytes]:
    opened = Model.open(model)
    return {role: opened.path(role).read_bytes() for role in opened.files} | {
        "model.toml": (model / "model.toml").read_bytes()
    }


def test_the_better_kind_is_kept_and_is_what_its_name_would_give(
    texts: Path, chosen: Path, tmp_path: Path
) -> None:
    kind = Model.open(chosen).kind
    train(inputs(texts), tmp_path / "m", replace(CONFIG, kind=kind), development=development(texts))
    assert files(chosen) == files(tmp_path / "m")
    assert check(chosen) == []
    assert {path.name for path in chosen.glob("*.bin")} == {"phrases.bin", "LM0.bin"}
    assert not (chosen / "work" / "kinds").exists()
    facts = Manifest.read(chosen).steps["kind"].facts
    assert facts["kind"] == kind
    assert facts["why"] == KindChoice.recalled(facts).why


@pytest.mark.parametrize("forced", ["phrase", "hierarchical"])
def test_either_kind_can_win(
    texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forced: str
) -> None:
    """The loser's table goes, and a second call does not miss it."""
    rivals: list[set[str]] = []

    def choose(models: Any, *rest: Any, **named: Any) -> KindChoice:
        rivals.append({role for model in models.values() for role in model.files})
        return made(kind=forced)

    monkeypatch.setattr(kind_step, "choose_kind", choose)
    for fresh in (True, False):
        summary = train(inputs(texts), tmp_path / "m", AUTO, development=development(texts), force=False)
        assert summary.steps["kind"].fresh is fresh
        assert summary.model.kind == forced
    assert len(rivals) == 1
    assert {"table", "rules", "LM0"} <= rivals[0]
    names = {path.name for path in (tmp_path / "m").glob("*.bin")}
    assert names == {"LM0.bin", "phrases.bin" if forced == "phrase" else "rules.bin"}
    assert check(tmp_path / "m") == []


def test_a_second_call_does_nothing_and_other_references_need_force(
    texts: Path, chosen: Path, tmp_path: Path
) -> None:
    out = tmp_path / "m"
    shutil.copytree(chosen, out)
    before = files(out)
    call = ["train", "--source", texts / "train.de", "--target", texts / "train.en", "--out", out]
    words = [*map(str, call), "--kind", "auto", "--dev", str(texts / "dev.de")]
    told = json.loads(manyways_command(*words, str(texts / "dev.en"), "--json").stdout)
    assert not any(step["fresh"] for step in told["steps"].values())
    assert told["choice"]["why"] == Manifest.read(out).steps["kind"].facts["why"]
    other = manyways_command(*words, str(texts / "other.en"))
    assert (other.returncode, "--force" in other.stderr) == (2, True)
    assert files(out) == before
    again = train(inputs(texts), out, AUTO, development=development(texts, "other.en"), force=True)
    assert again.steps["rules"].fresh  # learnt again, for the new choice
    assert not again.steps["align"].fresh
    assert not again.steps["LM0"].fresh


def test_a_kind_by_name_forgets_the_choice_and_shares_the_rest(
    texts: Path, chosen: Path, tmp_path: Path
) -> None:
    out = tmp_path / "m"
    shutil.copytree(chosen, out)
    other = next(kind for kind in KINDS if kind != Model.open(out).kind)
    summary = train(inputs(texts), out, replace(CONFIG, kind=other), development=development(texts))
    assert {name for name, step in summary.steps.items() if step.fresh} == {"rules"}
    assert summary.model.kind == other
    assert summary.choice is None
    assert "kind" not in Manifest.read(out).steps


KILLED = """
import os, signal, sys
from pathlib import Path
from manyways.metrics import significance
from manyways.model import Model
from manyways.train import Development, Inputs, TextSettings, TrainSettings, kinds, pipeline, train
from manyways.tune.model_task import ModelTask

texts, out, when = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
die = lambda *a, **b: os.kill(os.getpid(), signal.SIGKILL)
if when == "second rival":
    held = kinds._held_out
    kinds._held_out = lambda model, *a, **b: die() if model.kind == "hierarchical" else held(model, *a, **b)
elif when == "compare":
    kinds.paired_bootstrap = die
elif when == "chosen":
    pipeline.forget_others = die
else:
    pipeline.remove_others_tables = die
train(
    Inputs(source=texts / "train.de", target=texts / "train.en"), out,
    TrainSettings(kind="auto", text=TextSettings(source_language="de", target_language="en")),
    development=Development.read(texts / "dev.de", [texts / "dev.en"]), force=False,
)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is of POSIX")
@pytest.mark.parametrize("when", ["second rival", "compare", "chosen", "published"])
def test_killed_while_it_chooses_it_ends_with_the_same_model(
    texts: Path, chosen: Path, tmp_path: Path, when: str
) -> None:
    out = tmp_path / "m"
    killed = subprocess.run([sys.executable, "-c", KILLED, str(texts), str(out), when])
    assert killed.returncode == -signal.SIGKILL
    summary = train(inputs(texts), out, AUTO, development=development(texts), force=False)
    assert not summary.steps["align"].fresh
    assert files(out) == files(chosen)
    assert {path.name for path in out.glob("*.bin")} == {path.name for path in chosen.glob("*.bin")}
    assert not (out / "work" / "kinds").exists()


def test_a_choice_needs_a_development_set_that_is_large_enough(texts: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="development set"):
        train(inputs(texts), tmp_path / "m", AUTO)
    few = development(texts)
    few = Development(few.sources[:19], [each.take(range(19)) for each in few.references], few.files)
    with pytest.raises(InputError, match=r"19 lines; --kind auto compares on 20"):
        train(inputs(texts), tmp_path / "m", AUTO, development=few)
    assert not (tmp_path / "m").exists()
    call = ["train", "--source", str(texts / "train.de"), "--target", str(texts / "train.en")]
    done = manyways_command(*call, "--kind", "auto", "--out", str(tmp_path / "m"))
    assert (done.returncode, "--dev" in done.stderr) == (2, True)


def test_added_pairs_leave_the_kind_as_it_was_chosen(texts: Path, chosen: Path, tmp_path: Path) -> None:
    out = tmp_path / "m"
    shutil.copytree(chosen, out)
    (tmp_path / "new.de").write_text("Der Zeppelin schläft .\n" * 3)
    (tmp_path / "new.en").write_text("The zeppelin sleeps .\n" * 3)
    summary = add(Inputs(source=tmp_path / "new.de", target=tmp_path / "new.en"), out)
    assert summary.model.kind == Model.open(chosen).kind
    assert not {"rules", "kind"} & summary.steps.keys()
    assert check(out) == []


def test_settings_of_both_kinds_may_be_given_with_auto() -> None:
    settings = TrainSettings(kind="auto", rules=RuleSettings(gaps=1), phrases=PhraseSettings(longest=5))
    assert (settings.phrases.longest, settings.rules.gaps) == (5, 1)
    with pytest.raises(ConfigError, match="left out"):
        TrainSettings(kind="hierarchical", phrases=PhraseSettings(longest=5))


def test_no_sentence_is_scored_with_weights_that_saw_it(
    texts: Path, chosen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[set[int]] = []
    scored: list[set[int]] = []
    rows_of = ModelTask.rows

    def tune(task: ModelTask, seed: int, rows: Any, fold: int) -> Any:
        seen.append(set(rows.nonzero()[0].tolist()))
        return type("Untuned", (), {"weights": task.translator.weights})

    def rows(task: ModelTask, result: Any, chosen: Any) -> Any:
        scored.append(set(chosen.nonzero()[0].tolist()))
        return rows_of(task, result, chosen)

    monkeypatch.setattr(ModelTask, "tune", tune)
    monkeypatch.setattr(ModelTask, "rows", rows)
    part, model = development(texts), Model.open(chosen)
    found, _ = kinds._held_out(model, part, AUTO, threads=1, tell=print)
    assert [one & other for one, other in zip(seen, scored, strict=True)] == [set(), set()]
    assert scored[0] | scored[1] == set(range(30))
    plain = TextColumn.from_texts(Translator(model, threads=1).translate(part.sources).texts)
    assert found.tolist() == Bleu().statistics(plain, part.references).tolist()  # in the order of the text


def test_at_most_so_many_sentences_take_part(texts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "MOST", 25)
    whole, part = development(texts), kinds._drawn(development(texts))
    places = [whole.sources.index(source) for source in part.sources]
    assert len(part.sources) == 25
    assert places == sorted(places)
    assert [part.references[0][i] for i in range(25)] == [whole.references[0][i] for i in places]


def made(**given: Any) -> KindChoice:
    usual: dict[str, Any] = {
        "kind": "phrase",
        "metric": "BLEU",
        "sentences": 1000,
        "phrase": Rival(score=30.0, cpu_seconds=0.002),
        "hierarchical": Rival(score=30.4, cpu_seconds=0.01),
        "difference": 0.4,
        "low": -0.2,
        "high": 0.9,
        "p": 0.15,
    }
    return KindChoice(**{**usual, **given})


SEEN = "because on 1,000 development sentences that the weights had not seen it scored"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (
            {},
            f"phrase, {SEEN} 30.00, 0.40 BLEU less than hierarchical (p = 0.150): "
            "the difference may be chance, and it is 5.0 times as fast",
        ),
        (
            {"kind": "hierarchical", "p": 0.001},
            f"hierarchical, {SEEN} 30.40, 0.40 BLEU more than phrase (p = 0.001)",
        ),
        (
            {"difference": -0.4, "p": 0.01},
            f"phrase, {SEEN} 30.00, 0.40 BLEU more than hierarchical (p = 0.010)",
        ),
    ],
)
def test_the_reason_is_one_sentence(given: dict[str, Any], why: str) -> None:
    choice = made(**given)
    assert choice.why == why
    assert KindChoice.recalled(json.loads(json.dumps(choice.facts()))) == choice


def test_a_manifest_that_tells_no_kind_is_an_error(texts: Path, chosen: Path, tmp_path: Path) -> None:
    out = tmp_path / "m"
    shutil.copytree(chosen, out)
    manifest = Manifest.read(out)
    manifest.steps["kind"].facts["kind"] = "other"
    manifest.write(out)
    with pytest.raises(InputError, match="which kind was chosen"):
        train(inputs(texts), out, AUTO, development=development(texts), force=False)
