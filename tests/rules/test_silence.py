"""The library prints nothing: remarks belong to results, progress goes to who asked for it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import manyways

ROOT = Path(manyways.__file__).parent
SPEAKERS = {"progress.py", "outputs.py"}  # the reporter itself; standard error made safe
SILENT = {"tune", "translator", "train", "search", "exact", "diverse"}  # not a word even to the reporter


def spoken(text: str, *, silent: bool = False) -> list[str]:
    """What writes on standard error, or has a message written there; `silent`: also what prints or says."""
    words = ("Reporter", "hush", "warn", "say") if silent else ("Reporter", "hush", "warn")
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.stderr", "sys.__stderr__"):
            found.append("sys.stderr")
        if isinstance(node, ast.ImportFrom) and node.module == "manyways.progress":
            found += [each.name for each in node.names if each.name in words]
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("warnings.warn", "logging.getLogger"):
            found.append(ast.unparse(node.func))
        if silent and isinstance(node, ast.Call) and ast.unparse(node.func) == "print":
            found.append("print")
    return found


FILES = [
    path
    for path in sorted(ROOT.rglob("*.py"))
    if "cli" not in path.relative_to(ROOT).parts and str(path.relative_to(ROOT)) not in SPEAKERS
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_the_command_line_speaks(path: Path) -> None:
    silent = path.relative_to(ROOT).parts[0] in SILENT
    assert spoken(path.read_text(encoding="utf-8"), silent=silent) == []


@pytest.mark.parametrize(
    "line",
    ["print('x', file=sys.stderr)", "from manyways.progress import Progress, warn", "warnings.warn('x')"],
)
def test_a_speaker_is_seen(line: str) -> None:
    assert len(spoken(line)) == 1


def test_progress_is_no_speech_but_where_silence_is_whole() -> None:
    line = "from manyways.progress import Progress, say\nsay('x')"
    assert spoken(line) == []
    assert spoken(line, silent=True) == ["say"]
    assert spoken("print('a')", silent=True) == ["print"]
