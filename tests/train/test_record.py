"""Training tells the truth: keys hold all settings, recipes are read whole, threads reach every step."""

from __future__ import annotations

import dataclasses
import re
import typing
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import manyways
from manyways import _core
from manyways.errors import ManywaysError
from manyways.run import Run, StepResult
from manyways.run.steps import _key
from manyways.settings import read_settings
from manyways.train import Inputs, TextSettings, TrainSettings, add, pipeline, train
from manyways.train import settings as recipe
from manyways.train.settings import KINDS
from tests.support.commands import manyways_command
from tests.support.trained import first_pairs

STEPS = {
    "text": "text",
    "filter": "text",
    "align": "align",
    "phrases": "table",
    "rules": "rules",
    "lm": "LM0",
}
WORDS = {("text", "tokenised"), ("phrases", "longest")}  # say, too, which words have a translation
PLAIN = TextSettings(tokenised=True, casing="keep")


@pytest.fixture(scope="module")
def few(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Inputs:
    """Forty pairs: what is learnt from them does not matter here."""
    return first_pairs(corpus, 40, tmp_path_factory.mktemp("few"))


@pytest.fixture(scope="module")
def models(few: Inputs, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A small model of each kind."""
    root = tmp_path_factory.mktemp("models")
    for kind in KINDS:
        train(few, root / kind, TrainSettings(kind=kind), threads=1)
    return {each.name: each for each in root.iterdir()}


def planned(
    monkeypatch: pytest.MonkeyPatch, few: Inputs, directory: Path, settings: TrainSettings
) -> dict[str, str]:
    """The keys of all steps of a training that is not done."""
    keys = {}

    def step(run: Run, name: str, *, inputs: Any, settings: Any, **rest: Any) -> StepResult:
        keys[name] = _key(name, settings, {role: run._hash(path) for role, path in inputs.items()})
        done = run.manifest.steps
        return StepResult(done.get(name, done["text"]), fresh=False)  # a setting may add a step

    with monkeypatch.context() as patch:
        patch.setattr(Run, "step", step)
        patch.setattr(Run, "forget", lambda run, name: None)
        patch.setattr(pipeline, "publish", lambda *arguments, **named: None)
        train(few, directory, settings, threads=1)
    return keys


def other_values(hint: Any, value: Any) -> list[Any]:
    """Values that a setting may have instead; some that it may not."""
    if typing.get_origin(hint) is typing.Literal:
        return [each for each in typing.get_args(hint) if each != value]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, float)):
        return [value + 1, value / 2 + 0.07, value - 1]
    if isinstance(value, tuple):
        return [(*value, value[-1] + 1), tuple(each / 2 for each in value)]
    return ["witten-bell", "xx"]


def changed(settings: Any, name: str) -> Any:
    """The same settings but for one."""
    hint = typing.get_type_hints(type(settings))[name]
    for value in other_values(hint, getattr(settings, name)):
        try:
            return dataclasses.replace(settings, **{name: value})
        except ManywaysError:
            continue
    raise AssertionError(f"no other value of {name} is known")


def settings_of(section: str) -> Iterator[tuple[str, str]]:
    for field in dataclasses.fields(getattr(TrainSettings(), section)):
        yield section, field.name


@pytest.mark.parametrize(("section", "name"), [pair for each in STEPS for pair in settings_of(each)])
def test_the_key_of_a_step_changes_with_every_setting(
    monkeypatch: pytest.MonkeyPatch, few: Inputs, models: dict[str, Path], section: str, name: str
) -> None:
    settings = TrainSettings(kind="hierarchical" if section == "rules" else "phrase")
    other = dataclasses.replace(settings, **{section: changed(getattr(settings, section), name)})
    before = planned(monkeypatch, few, models[settings.kind], settings)
    after = planned(monkeypatch, few, models[settings.kind], other)
    also = {"words.source"} if (section, name) in WORDS else set()
    assert {step for step in before if before[step] != after.get(step)} == {"recipe", STEPS[section]} | also


def test_every_section_of_a_recipe_belongs_to_a_step() -> None:
    names = {field.name for field in dataclasses.fields(TrainSettings)}
    assert names == {*STEPS, "kind", "distortion_limit"}  # these two are in the recipe's own key


@pytest.mark.parametrize("kind", ["phrase", "hierarchical"])
def test_the_keys_of_all_steps_change_with_the_version(
    monkeypatch: pytest.MonkeyPatch, few: Inputs, models: dict[str, Path], kind: Any
) -> None:
    before = planned(monkeypatch, few, models[kind], TrainSettings(kind=kind))
    assert before == planned(monkeypatch, few, models[kind], TrainSettings(kind=kind))
    monkeypatch.setattr(manyways, "__version__", "999")
    after = planned(monkeypatch, few, models[kind], TrainSettings(kind=kind))
    assert before.keys() == after.keys()
    assert not any(before[step] == after[step] for step in before)


def test_the_recipe_of_the_documentation_is_one(tmp_path: Path) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text((recipe.__doc__ or "").partition("[train]")[2].join(["[train]", ""]))
    settings = read_settings(TrainSettings, path, table="train")
    assert (settings.text.source_language, settings.lm.order) == ("de", 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[text]\nsource_language = "de"\n', "found text\n    Did you mean [train.text]?"),
        ('kind = "phrase"\n', "found kind\n    Did you mean kind below [train]?"),
        ("[tran.lm]\norder = 3\n", "found tran\n    Did you mean [train]?"),
        ("[train.lms]\norder = 3\n", "train.lms must be a known setting"),
        ("[train.lm]\nordre = 3\n", "Did you mean order?"),
        ("[train.lm]\nthreads = 3\n", "train.lm.threads must be a known setting"),
        ("[train]\ntext = 3\n", "train.text must be"),
        ("train = 3\n", "[train] must be a table"),
    ],
)
def test_what_a_recipe_cannot_say_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "recipe.toml").write_text(text)
    with pytest.raises(ManywaysError, match=re.escape(message)):
        read_settings(TrainSettings, tmp_path / "recipe.toml", table="train")


def test_the_command_refuses_an_unknown_table(few: Inputs, tmp_path: Path) -> None:
    (tmp_path / "recipe.toml").write_text("[lm]\norder = 2\n")
    files = (
        "--source",
        str(few.source),
        "--target",
        str(few.target),
        "--recipe",
        str(tmp_path / "recipe.toml"),
    )
    done = manyways_command("train", *files, "--out", str(tmp_path / "model"))
    assert (done.returncode, "[train.lm]" in done.stderr) == (2, True)
    assert not (tmp_path / "model").exists()


class Threads:
    """What the core is told about threads: every function and class of it that can be told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.told: dict[str, set[object]] = {}
        for room in ("text", "align", "phrases", "grammar", "lm"):
            module = getattr(_core, room)
            for name in dir(module):
                each = getattr(module, name)
                doc = (each.__init__ if isinstance(each, type) else each).__doc__ or ""
                names = re.findall(r"(\w+): ", doc.splitlines()[0] if doc else "")
                if callable(each) and "threads" in names:
                    place = names.index("threads") - (isinstance(each, type) and names[0] == "self")
                    monkeypatch.setattr(module, name, self._spy(f"{room}.{name}", each, place))

    def _spy(self, name: str, each: Any, place: int) -> Any:
        def told(*arguments: Any, **named: Any) -> Any:
            threads = arguments[place] if len(arguments) > place else named.get("threads", "nothing")
            self.told.setdefault(name, set()).add(threads)
            return each(*arguments, **named)

        return told


@pytest.mark.parametrize("kind", ["phrase", "hierarchical"])
def test_threads_reach_every_step(
    monkeypatch: pytest.MonkeyPatch, few: Inputs, tmp_path: Path, kind: Any
) -> None:
    spies = Threads(monkeypatch)
    train(few, tmp_path / "model", TrainSettings(kind=kind), threads=3)
    add(few, tmp_path / "model", threads=3)
    table = "phrases.train" if kind == "phrase" else "grammar.train"
    assert {"text.encode", "align.Aligner", "lm.Estimator", table} <= spies.told.keys()
    assert {name: told for name, told in spies.told.items() if told != {3}} == {}


def test_text_is_encoded_once_and_files_are_read_for_their_hash_once(
    monkeypatch: pytest.MonkeyPatch, few: Inputs, tmp_path: Path
) -> None:
    encoded: list[object] = []
    hashed: Counter[Path] = Counter()

    def spy(name: str, seen: Any) -> None:
        room, _, function = name.rpartition(".")
        original = getattr(__import__(room, fromlist=[function]), function)

        def called(first: Any, *rest: Any, **named: Any) -> Any:
            seen(first)
            return original(first, *rest, **named)

        monkeypatch.setattr(name, called)

    for name in ("manyways.train.parts.encode", "manyways.align.aligner.encode"):
        spy(name, encoded.append)
    for name in ("run.steps", "run.manifest", "model.directory"):
        spy(f"manyways.{name}.content_hash", lambda path: hashed.update([Path(path)]))
    train(few, tmp_path / "model", TrainSettings(), threads=1)
    assert len(encoded) == 2  # the source side and the target side
    assert {few.source, tmp_path / "model" / "work" / "0.target"} <= hashed.keys()
    assert {path: times for path, times in hashed.items() if times > 1} == {}


def test_a_file_that_changes_within_a_run_is_read_again(tmp_path: Path) -> None:
    with Run(tmp_path / "run") as run:
        (tmp_path / "a").write_text("one")
        first = run.hash_of(tmp_path / "a")
        assert run.hash_of(tmp_path / "a") == first
        (tmp_path / "a").write_text("three")
        assert run.hash_of(tmp_path / "a") != first


def test_pairs_of_other_settings_are_remarked_on(few: Inputs, tmp_path: Path) -> None:
    model = tmp_path / "model"
    (tmp_path / "new.de").write_text("der Mann schläft .\n" * 2)
    (tmp_path / "new.en").write_text("the man sleeps .\n" * 2)
    settings = TrainSettings(text=PLAIN)
    assert train(few, model, settings, threads=1).remarks == []
    assert add(Inputs(source=tmp_path / "new.de", target=tmp_path / "new.en"), model, threads=1).remarks == []
    assert train(few, model, settings, threads=1).remarks == []
    other = dataclasses.replace(settings, align=dataclasses.replace(settings.align, null=0.3))
    (remark,) = train(few, model, other, threads=1).remarks
    assert "added later (work/1.source): made with other settings of align" in remark


def test_a_part_is_aligned_anew_when_the_aligner_before_it_has_learnt_otherwise(
    few: Inputs, tmp_path: Path
) -> None:
    model, settings = tmp_path / "model", TrainSettings(text=PLAIN)
    train(few, model, settings, threads=1)
    (tmp_path / "new.de").write_text("der Mann schläft .\n" * 2)
    (tmp_path / "new.en").write_text("the man sleeps .\n" * 2)
    new = Inputs(source=tmp_path / "new.de", target=tmp_path / "new.en")
    add(new, model, threads=1)
    assert not add(new, model, threads=1).steps["align 1"].fresh
    train(new, model, settings, threads=1)
    assert add(new, model, threads=1).steps["align 1"].fresh
