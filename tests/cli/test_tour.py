"""What README and the first steps tell a newcomer to type runs, in that order, on text of their own."""

from __future__ import annotations

import contextlib
import glob
import re
import shlex
from pathlib import Path

import pytest

from manyways.text.toy import generate
from tests.conftest import ROOT
from tests.support.commands import manyways_command

SIZES = {"train": 600, "dev": 40, "test": 20}
# What the reader's other system has made: lists of the development set.
OTHERS = ["translate models/de-en dev.de --nbest 5 --out dev.jsonl", "convert dev.jsonl nbest.gz"]


def tour(page: str) -> list[str]:
    """The commands in a page's blocks that begin with `manyways`."""
    blocks = re.findall(
        r"^```\n(manyways .*?)^```", (ROOT / page).read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    return [
        line.partition(" #")[0].removeprefix("manyways ") for block in blocks for line in block.splitlines()
    ]


def expanded(command: str, folder: Path) -> list[str]:
    """The words of a command, file patterns replaced as a shell does."""
    found = []
    for word in shlex.split(command):
        names = sorted(glob.glob(word, root_dir=folder)) if "*" in word else []
        found += names or [word]
    return found


def write_systems(folder: Path) -> None:
    """What thirteen systems made of the test set: its references with a word lost here and there."""
    references = generate(SIZES["test"], seed=1, split="test").raw_references[0]
    for k, name in enumerate("ABCDEFGHIJKLM"):
        texts = []
        for s, line in enumerate(references):
            words = line.split()
            lost = (s * 5 + k * 3) % len(words)
            texts.append(" ".join(words[:lost] + words[lost + (s + k) % 2 :]))
        (folder / f"system.{name}.en").write_text("".join(f"{text}\n" for text in texts), "utf-8")


def run(command: str, folder: Path) -> None:
    with contextlib.chdir(folder):
        done = manyways_command(*expanded(command, folder))
    assert done.returncode == 0, f"manyways {command}\n{done.stderr}"


@pytest.mark.slow
@pytest.mark.parametrize(("page", "before"), [("README.md", ""), ("docs/start.md", "convert nbest.gz")])
def test_the_tour_runs(page: str, before: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name, size in SIZES.items():
        corpus = generate(size, seed=1, split=name)  # type: ignore[arg-type]
        for suffix, lines in (("de", corpus.raw_sources), ("en", corpus.raw_references[0])):
            (tmp_path / f"{name}.{suffix}").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    write_systems(tmp_path)
    commands = tour(page)
    assert len(commands) >= 5
    for command in commands:
        for other in OTHERS if before and command.startswith(before) else []:
            run(other, tmp_path)
        run(command, tmp_path)
