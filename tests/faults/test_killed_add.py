"""`train --add` is killed whenever it touches the disk: the model there works, as the old or the new one."""

from __future__ import annotations

import builtins
import functools
import os
import pathlib
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import manyways.train.language_models
import manyways.train.parts
import manyways.train.pipeline
from manyways._core import base
from manyways.cli.main import app
from manyways.errors import ManywaysError
from manyways.files import content_hash
from manyways.train import Inputs, add
from manyways.translator import Translator
from tests.faults.figures import assert_unharmed
from tests.faults.tiny import TEXTS, train_tiny

# Where Python asks for something on disk, and where the core writes a file by itself.
WATCHED: list[tuple[Any, str]] = [
    *((os, name) for name in ("replace", "rename", "unlink", "link", "fsync", "mkdir", "rmdir")),
    (pathlib.Path, "unlink"),
    (pathlib.Path, "mkdir"),
    (builtins, "open"),
    (base.OutputFile, "__init__"),
    (base.OutputFile, "commit"),
    (manyways.train.pipeline, "train_phrases"),
    (manyways.train.language_models, "write_model"),
    (manyways.train.parts, "write_links"),
    (manyways.train.parts.AlignmentModel, "save"),
]
FIGURES = ("kills", "broken", "neither old nor new", "not clean", "not finished", "strays")
MOMENTS = 8  # kills by the clock, for what happens inside the core


def campaign(work: Path, *, scale: int = 1) -> dict[str, int]:
    """Kill before every watched call, and at some moments between; then look, and add again."""
    old = train_tiny(work, 60)
    inputs = _new_pairs(work)
    new = work / "new"
    shutil.copytree(old, new)
    steps, seconds = _steps(inputs, new)
    wanted = (_state(old), _state(new))
    found = Counter(dict.fromkeys(FIGURES, 0))
    victims: list[Callable[[], None]] = [
        functools.partial(_kill_at, inputs, work / "model-x", number) for number in range(steps)
    ]
    victims += [
        functools.partial(_kill_after, inputs, work / "model-x", seconds * (i + 1) / (MOMENTS * scale))
        for i in range(MOMENTS * scale)
    ]
    for victim in victims:
        shutil.copytree(old, work / "model-x")
        _in_a_child(victim)
        found.update(_symptoms(work / "model-x", inputs, *wanted))
        shutil.rmtree(work / "model-x")
    return dict(found)


def _new_pairs(work: Path) -> Inputs:
    (work / "new.de").write_text("Der Zeppelin schläft .\n" * 3 + "Der Zeppelin lacht .\n")
    (work / "new.en").write_text("The zeppelin sleeps .\n" * 3 + "The zeppelin laughs .\n")
    return Inputs(source=work / "new.de", target=work / "new.en")


def _steps(inputs: Inputs, model: Path) -> tuple[int, float]:
    """Add for good; how many watched calls that makes, and how long it takes."""
    reading, writing = os.pipe()

    def count() -> None:
        calls = _watch(lambda number: None)
        started = time.monotonic()
        add(inputs, model, threads=1)
        os.write(writing, f"{calls[0]} {time.monotonic() - started}".encode())

    _in_a_child(count)
    os.close(writing)
    with open(reading, "rb") as stream:
        calls, seconds = stream.read().split()
    return int(calls), float(seconds)


def _kill_at(inputs: Inputs, model: Path, victim: int) -> None:
    _watch(lambda number: os.kill(os.getpid(), signal.SIGKILL) if number == victim else None)
    add(inputs, model, threads=1)


def _kill_after(inputs: Inputs, model: Path, seconds: float) -> None:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # the alarm ends the process wherever it is
    signal.setitimer(signal.ITIMER_REAL, seconds)
    add(inputs, model, threads=1)


def _watch(look: Callable[[int], None]) -> list[int]:
    """Call `look` with a running number before every watched call."""
    calls = [0]

    def watched(original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def call(*arguments: Any, **named: Any) -> Any:
            look(calls[0])
            calls[0] += 1
            return original(*arguments, **named)

        return call

    for place, name in WATCHED:
        setattr(place, name, watched(getattr(place, name)))
    return calls


def _in_a_child(work: Callable[[], None]) -> None:
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def _state(model: Path) -> tuple[list[str], dict[str, str], set[str]]:
    """What it translates, its content (but for times, in the manifest), and the names of its files."""
    found = [f"{each.text} {each.score}" for each in Translator(model, threads=1).translate(TEXTS)]
    names = {path.relative_to(model).as_posix() for path in model.rglob("*") if path.is_file()}
    hashes = {name: content_hash(model / name) for name in names if name != "manifest.json"}
    return found, hashes, names


def _symptoms(model: Path, inputs: Inputs, old: Any, new: Any) -> list[str]:
    found = ["kills"]
    try:
        translations = [f"{t.text} {t.score}" for t in Translator(model, threads=1).translate(TEXTS)]
        found += [] if translations in (old[0], new[0]) else ["neither old nor new"]
    except ManywaysError as error:
        print(error)
        found.append("broken")
    checked = CliRunner().invoke(app, ["check", str(model)])
    if checked.exit_code != 0:
        print(checked.stdout)
        found.append("not clean")
    try:
        add(inputs, model, threads=1)
        texts, hashes, names = _state(model)
        found += [] if (texts, hashes) == new[:2] else ["not finished"]
        found += [] if names == new[2] else ["strays"]
    except ManywaysError as error:
        print(error)
        found.append("not finished")
    return found


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked here")
def test_a_killed_add_leaves_a_model_that_works_and_goes_on_to_the_same(tmp_path: Path) -> None:
    assert_unharmed(campaign(tmp_path), least=50)
