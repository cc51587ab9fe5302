from __future__ import annotations

import hashlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from pathlib import Path

import pytest

import manyways
from manyways.errors import InputError
from manyways.files import atomic_write
from manyways.progress import Reporter, reporting
from manyways.run import Run
from manyways.run.manifest import Manifest
from manyways.seal import sealed_json

SCRIPT = """
import os, signal, sys
from pathlib import Path
from manyways.files import atomic_write
from manyways.progress import Reporter, reporting
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

with reporting(Reporter()), Run(directory) as run:
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
    for content in ({"steps": {"a": {}}}, {"steps": []}, {"step": {}}):
        (tmp_path / "manifest.json").write_text(sealed_json(content))
        with pytest.raises(InputError, match="is not a manifest"), Run(tmp_path):
            pass
    for text in ('{"steps": {}}', "[]", "{"):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(InputError, match=r"manifest\.json: has no seal"), Run(tmp_path):
            pass
    (tmp_path / "manifest.json").write_text(sealed_json({"steps": {}}).replace("}", "} "))
    with pytest.raises(InputError, match=r"manifest\.json: was changed"), Run(tmp_path):
        pass


def test_a_step_takes_from_an_earlier_one_only_what_that_wrote(tmp_path: Path) -> None:
    def work(name: str, run: Run) -> Callable[[], dict[str, object]]:
        def action() -> dict[str, object]:
            (run.directory / name).write_text(name)
            return {}

        return action

    def both(run: Run) -> None:
        run.step("a", inputs={}, settings={}, outputs=["a"], action=work("a", run))
        after(run)

    def after(run: Run) -> None:
        inputs = {"a": run.directory / "a"}
        run.step("b", inputs=inputs, settings={}, outputs=["b"], action=work("b", run))

    with Run(tmp_path) as run:
        both(run)
    (tmp_path / "a").write_text("A")
    with Run(tmp_path) as run, pytest.raises(InputError, match=r"/a: was changed after it was written"):
        after(run)
    with Run(tmp_path) as run:
        both(run)
    assert (tmp_path / "a").read_text() == "a"


def test_an_output_that_is_taken_gets_the_next_name(tmp_path: Path) -> None:
    def write(text: str) -> Callable[[Sequence[Path]], dict[str, object]]:
        def action(paths: Sequence[Path]) -> dict[str, object]:
            paths[0].write_text(text)
            return {}

        return action

    def make(value: int, taken: set[str]) -> tuple[list[str], bool]:
        with Run(tmp_path) as run:
            done = run.step(
                "x",
                inputs={},
                settings={"v": value},
                outputs=["x.bin"],
                taken=taken,
                action=write(str(value)),
            )
        return list(done.record.outputs), done.fresh

    assert make(1, set()) == (["x.bin"], True)
    assert make(1, {"x.bin"}) == (["x.bin"], False)
    assert make(2, {"x.bin"}) == (["x.2.bin"], True)
    assert make(2, {"x.bin"}) == (["x.2.bin"], False)
    assert make(3, {"x.2.bin"}) == (["x.bin"], True)
    assert ((tmp_path / "x.bin").read_text(), (tmp_path / "x.2.bin").read_text()) == ("3", "2")


@pytest.mark.parametrize("link", ["a", "work", ".lock", "manifest.json"])
def test_a_link_out_of_the_directory_is_not_written_through(tmp_path: Path, link: str) -> None:
    run_directory, outside = tmp_path / "run", tmp_path / "outside"
    run_directory.mkdir()
    outside.mkdir()
    (outside / "file").write_text("precious")
    (run_directory / link).symlink_to(outside if link == "work" else outside / "file")
    outputs = ["work/a" if link == "work" else "a"]
    with pytest.raises(InputError), Run(run_directory) as run:
        run.step("a", inputs={}, settings={}, outputs=outputs, action=dict)
    assert [each.read_text() for each in outside.iterdir()] == ["precious"]


def test_a_missing_input_is_named(tmp_path: Path) -> None:
    with Run(tmp_path / "run") as run, pytest.raises(InputError, match="absent: cannot be read"):
        run.step("x", inputs={"in": tmp_path / "absent"}, settings={}, outputs=[], action=dict)


def test_the_manifest_keeps_the_version_of_each_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def do(*names: str) -> list[bool]:
        with Run(tmp_path) as run:
            done = [run.step(name, inputs={}, settings={}, outputs=[], action=dict) for name in names]
        return [each.fresh for each in done]

    monkeypatch.setattr(manyways, "__version__", "1.0")
    assert do("a", "b") == [True, True]
    monkeypatch.setattr(manyways, "__version__", "2.0")
    assert do("b") == [True]
    assert do("b") == [False]
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert {name: step["version"] for name, step in manifest["steps"].items()} == {"a": "1.0", "b": "2.0"}


def test_while_a_step_works_nobody_vouches_for_its_outputs(tmp_path: Path) -> None:
    """A step that is killed at its second work must not be taken for done, whatever it left."""

    def do(value: int) -> None:
        def action() -> dict[str, object]:
            assert "a" not in Manifest.read(tmp_path).steps
            (tmp_path / "a").write_text(str(value))
            return {}

        with Run(tmp_path) as run:
            assert run.step("a", inputs={}, settings={"v": value}, outputs=["a"], action=action).fresh

    do(1)
    do(2)


def test_a_step_with_one_output_more_is_done_again(tmp_path: Path) -> None:
    def do(*outputs: str) -> bool:
        def action() -> dict[str, object]:
            for each in outputs:
                (tmp_path / each).write_text(each)
            return {}

        with Run(tmp_path) as run:
            return run.step("a", inputs={}, settings={}, outputs=outputs, action=action).fresh

    assert [do("a"), do("a"), do("a", "b"), do("a", "b"), do("b"), do("a")] == [
        True,
        False,
        True,
        False,
        True,
        True,
    ]


def test_the_hash_of_an_output_is_that_of_its_last_content(tmp_path: Path) -> None:
    """Also where it was read, and written again in the same length, within one tick of the clock."""
    with Run(tmp_path) as run:
        for number in range(20):

            def action() -> dict[str, object]:
                (tmp_path / "a").write_text("early")
                run.hash_of(tmp_path / "a")
                (tmp_path / "a").write_text("late!")
                return {}

            done = run.step("a", inputs={}, settings={"n": number}, outputs=["a"], action=action)
            assert done.record.outputs == {"a": hashlib.sha256(b"late!").hexdigest()}


def test_what_a_killed_step_left_half_written_goes_in_folders_too(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    with Run(tmp_path) as run:

        def action() -> dict[str, object]:
            (tmp_path / "work" / "a").write_text("a")
            return {}

        with pytest.raises(RuntimeError), atomic_write(tmp_path / "work" / "a") as out:
            out.write("half")
            [half] = (tmp_path / "work").iterdir()
            kept = half.read_bytes()
            raise RuntimeError
        half.write_bytes(kept)  # as if the process had been killed
        run.step("a", inputs={}, settings={}, outputs=["work/a"], action=action)
    assert [each.name for each in (tmp_path / "work").iterdir()] == ["a"]


def test_a_step_says_that_it_works_and_how_long_it_took(tmp_path: Path) -> None:
    start = time.monotonic()
    with redirect_stderr(io.StringIO()) as said, reporting(Reporter()), Run(tmp_path) as run:

        def action() -> dict[str, object]:
            until = time.process_time() + 0.01
            while time.process_time() < until:
                pass
            return {}

        for _ in range(2):
            done = run.step("a", inputs={}, settings={}, outputs=[], action=action)
    assert said.getvalue().splitlines() == ["a: working", "a: done before"]
    assert 0.009 <= done.record.seconds <= time.monotonic() - start
    assert done.record.cpu_seconds >= 0.009
    assert done.record.peak_memory_mb > 1


def test_a_manifest_without_facts_and_version_is_read(tmp_path: Path) -> None:
    step = {"key": "k", "inputs": {}, "settings": {}, "outputs": {}}
    (tmp_path / "manifest.json").write_text(sealed_json({"steps": {"a": step}}))
    found = Manifest.read(tmp_path).steps["a"]
    assert (found.facts, found.version, found.seconds) == ({}, "", 0.0)


def test_a_file_that_changes_is_hashed_again(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with Run(tmp_path / "run") as run:
        for text in ("one", "three"):
            path.write_text(text)
            assert run.hash_of(path) == run.hash_of(path) == hashlib.sha256(text.encode()).hexdigest()


def test_a_step_that_is_forgotten_is_done_again(tmp_path: Path) -> None:
    with Run(tmp_path) as run:
        fresh = []
        for _ in range(2):
            fresh += [run.step("a", inputs={}, settings={}, outputs=[], action=dict).fresh for _ in range(2)]
            run.forget("a")
            run.forget("unknown")
        assert fresh == [True, False, True, False]
    with Run(tmp_path, finished=True) as run, pytest.raises(InputError, match="step 'a'"):
        run.step("a", inputs={}, settings={}, outputs=[], action=dict)
