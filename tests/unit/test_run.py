from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from manyways.errors import InputError
from manyways.run import Run

SCRIPT = """
import os, signal, sys
from pathlib import Path
from manyways.files import atomic_write
from manyways.run import Run

directory, killed_at = Path(sys.argv[1]), sys.argv[2]

def work(name):
    def action():
        with atomic_write(directory / name) as out:
            out.write(name * 3)
            if killed_at == name:
                os.kill(os.getpid(), signal.SIGKILL)
        return {"size": 3}
    return action

with Run(directory) as run:
    for name in ("a", "b", "c"):
        run.step(name, inputs={}, settings={"n": 1}, outputs=[name], action=work(name))
"""


def do_step(directory: Path, source: Path, settings: dict[str, object]) -> bool:
    with Run(directory) as run:

        def copy() -> dict[str, object]:
            (directory / "copy").write_bytes(source.read_bytes())
            return {"bytes": source.stat().st_size}

        result = run.step("copy", inputs={"in": source}, settings=settings, outputs=["copy"], action=copy)
        return result.fresh


def test_a_step_is_repeated_only_when_something_changed(tmp_path: Path) -> None:
    source, directory = tmp_path / "source", tmp_path / "run"
    source.write_text("one")
    assert do_step(directory, source, {"x": 1})
    assert not do_step(directory, source, {"x": 1})
    assert do_step(directory, source, {"x": 2})
    source.write_text("two")
    assert do_step(directory, source, {"x": 2})
    (directory / "copy").write_text("tampered")
    assert do_step(directory, source, {"x": 2})
    os.unlink(directory / "copy")
    assert do_step(directory, source, {"x": 2})
    record = json.loads((directory / "manifest.json").read_text())["steps"]["copy"]
    assert record["facts"] == {"bytes": 3}


@pytest.mark.parametrize("killed_at", ["a", "b", "c"])
def test_a_killed_run_goes_on_to_the_same_result(tmp_path: Path, killed_at: str) -> None:
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    killed = subprocess.run([*command, killed_at])
    assert killed.returncode == -signal.SIGKILL
    assert len(list(tmp_path.glob("*.partial"))) == 1
    resumed = subprocess.run([*command, "never"], capture_output=True, text=True, check=True)
    done = [name for name in "abc" if f"{name}: done before" in resumed.stderr]
    assert done == [name for name in "abc" if name < killed_at]
    assert [(tmp_path / name).read_text() for name in "abc"] == ["aaa", "bbb", "ccc"]
    assert not list(tmp_path.glob("*.partial"))


def test_a_broken_manifest_says_what_to_do(tmp_path: Path) -> None:
    for content in ('{"steps": {"a": {}}}', "[]", "{"):
        (tmp_path / "manifest.json").write_text(content)
        with pytest.raises(InputError, match=r"is not a manifest|not valid JSON"), Run(tmp_path):
            pass


def test_a_missing_input_is_named(tmp_path: Path) -> None:
    with Run(tmp_path / "run") as run, pytest.raises(InputError, match="absent: cannot be read"):
        run.step("x", inputs={"in": tmp_path / "absent"}, settings={}, outputs=[], action=dict)
