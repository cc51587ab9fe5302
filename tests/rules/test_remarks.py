"""The library returns what a person should know; only the command line prints it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "manyways"
SILENT = ["tune", "translator", "train", "search", "exact", "diverse"]  # bars of progress are not words
SPEAKING = {"say", "warn", "print"}


def files() -> list[Path]:
    return [file for room in SILENT for file in sorted((PACKAGE / room).rglob("*.py"))]


def spoken(tree: ast.AST) -> Iterator[int]:
    """Lines that print, or import what does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "manyways.progress":
            if SPEAKING & {each.name for each in node.names}:
                yield node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield node.lineno


@pytest.mark.parametrize("file", files(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_the_library_prints_nothing(file: Path) -> None:
    found = list(spoken(ast.parse(file.read_text(encoding="utf-8"))))
    assert not found, f"{file.relative_to(ROOT)}, lines {found}: return a remark, or call what was handed in"


@pytest.mark.parametrize("line", ["from manyways.progress import Progress, say", "print('a')"])
def test_a_word_is_heard(line: str) -> None:
    assert list(spoken(ast.parse(line))) == [1]
