"""The wheel, as a user gets it: in an empty environment with what it depends on, and nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

MOST_PACKAGES = 12
MOST_MEGABYTES = 130
UV = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
# What uv says when there is neither a network nor a copy of the packages.
OFFLINE = ("Failed to fetch", "error sending request", "dns error", "client error (Connect)", "timed out")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        UV is None or not (ROOT / ".venv" / ".run").exists(), reason="needs what `make setup` makes"
    ),
]


def run(*command: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done  # type: ignore[no-any-return]


def install(folder: Path) -> Path:
    """An environment with the wheel of `make wheel` in it."""
    run("make", "--no-print-directory", "wheel", f"DIST={folder / 'dist'}", cwd=ROOT)
    (wheel,) = (folder / "dist").glob("manyways-*.whl")
    assert UV is not None
    run(UV, "venv", "--quiet", "--python", sys.executable, folder / "venv")
    python = folder / "venv" / "bin" / "python"
    command = [UV, "pip", "install", "--quiet", "--compile-bytecode", "--python", str(python), str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and any(sign in done.stderr for sign in OFFLINE):
        pytest.skip("no network, and no copy of the packages that the wheel needs")
    assert done.returncode == 0, done.stderr
    return folder / "venv"


def check_size(installed: Path) -> None:
    assert UV is not None
    python = installed / "bin" / "python"
    listed = json.loads(run(UV, "pip", "list", "--format", "json", "--python", python).stdout)
    names = sorted(each["name"] for each in listed)
    assert "manyways" in names
    assert len(names) <= MOST_PACKAGES, names
    files = [path for path in (installed / "lib").rglob("*") if path.is_file() and not path.is_symlink()]
    assert sum(path.stat().st_size for path in files) <= MOST_MEGABYTES * 1e6


def check_translation(installed: Path, tmp_path: Path) -> None:
    manyways, python = installed / "bin" / "manyways", installed / "bin" / "python"
    assert run(manyways, "--version", cwd=tmp_path).stdout.startswith("manyways ")
    run(python, "-c", "from manyways.text import toy; toy.write(toy.generate(120), 'toy')", cwd=tmp_path)
    texts = ("--source", "toy/train.de", "--target", "toy/train.en")
    run(manyways, "train", *texts, "--out", "model", "--threads", "1", "--quiet", cwd=tmp_path)
    line = (tmp_path / "toy" / "train.de").read_text(encoding="utf-8").splitlines()[0]
    found = run(manyways, "translate", "model", cwd=tmp_path, input=line + "\n").stdout
    assert len(found.split()) > 2
    assert found != line + "\n"


def check_tuning(installed: Path, tmp_path: Path) -> None:
    """What needed SciPy and Matplotlib once."""
    rows = [(s, w, w + 0.1 * s) for s in range(4) for w in (0.0, 1.0, 2.0)]
    lines = [
        f"{s} ||| {'right ' * int(w) + 'wrong ' * int(2 - w)}||| F0= {f} G0= {-f} ||| {f}" for s, w, f in rows
    ]
    (tmp_path / "lists").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "reference").write_text("right right\n" * 4, encoding="utf-8")
    command = [installed / "bin" / "manyways", "tune", "--candidates", "lists", "--references", "reference"]
    for tuner in ("pro", "apro", "expected-bleu"):
        report = f"{tuner}.html"
        more = ["--set", "least=0"] if tuner == "pro" else []
        run(*command, "--with", tuner, *more, "--metric", "chrf", "--html", report, "--quiet", cwd=tmp_path)
        assert "<svg" in (tmp_path / report).read_text(encoding="utf-8")


def test_the_wheel_is_small_and_works(tmp_path: Path) -> None:
    """One test, so that one process builds."""
    installed = install(tmp_path)
    check_size(installed)
    check_translation(installed, tmp_path)
    check_tuning(installed, tmp_path)
