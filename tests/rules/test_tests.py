"""Tests lie by room and stand alone: what two of them need is in `tests/support`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.conftest import ROOT

TESTS = ROOT / "tests"
# Beside the rooms of the package: what is compiled, the lower floors, installing; and kinds of tests.
OTHERS = {"core", "ground", "install", "browser", "contract", "faults", "oracles", "rules", "support"}


def folders() -> list[str]:
    return sorted(path.parent.name for path in TESTS.glob("*/__init__.py"))


def files() -> list[Path]:
    return sorted(TESTS.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The modules that a file imports, by their full names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_every_folder_is_a_room_or_a_kind_of_test() -> None:
    rooms = {path.parent.name for path in (ROOT / "src" / "manyways").glob("*/__init__.py")}
    assert set(folders()) <= rooms | OTHERS


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(TESTS)))
def test_no_test_imports_another_or_a_benchmark(path: Path) -> None:
    for name in imported(path):
        parts = name.split(".")
        assert parts[0] != "benchmarks", f"{name}: move what both need to tests/support"
        assert not (parts[0] == "tests" and any(part.startswith("test_") for part in parts)), name
