"""Imports go one way: a floor of the house knows only the floors below it."""

from __future__ import annotations

import ast
import re

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "manyways"

# From the ground up; the members of one floor do not import each other unless a line here says so.
FLOORS: list[set[str]] = [
    {"errors", "_core", "lazy", "wording"},
    {"outputs", "reading"},
    {"files", "inside", "progress", "seal", "seeds", "tables", "toml"},
    {"settings"},
    {"run"},
    {"text"},
    {"candidates", "documents"},
    {"metrics"},
    {"align", "lm", "phrases"},
    {"grammar", "linguistics"},
    {"model"},
    {"search"},
    {"exact"},
    {"diverse"},
    {"translator"},
    {"features"},
    {"tune"},
    {"choose"},
    {"train"},
    {"combine", "rerank"},
    {"report"},
    {"reproduce"},
    {"demo"},
    {"web"},
    {"cli"},
    {"__main__"},
]
LEVEL = {name: level for level, floor in enumerate(FLOORS) for name in floor}

# The folders of the core, in the same way.
CORE = ROOT / "core"
CORE_FLOORS: list[set[str]] = [
    {"base"},
    {"align", "candidates", "cluster", "graph", "lm", "metrics", "phrases", "syntax", "text"},
    {"combine", "features", "grammar", "search", "tune"},
    {"chart", "geometry"},
    {"exact"},
    {"chart_exact"},
    {"diverse"},
]
CORE_LEVEL = {name: level for level, floor in enumerate(CORE_FLOORS) for name in floor}
INCLUDE = re.compile(r'^#include "(\w+)/', re.MULTILINE)


def rooms() -> list[str]:
    return sorted(p.stem if p.suffix == ".py" else p.name for p in PACKAGE.iterdir() if is_room(p))


def is_room(path: object) -> bool:
    name = path.name  # type: ignore[attr-defined]
    return name not in {"__init__.py", "py.typed", "__pycache__"} and not name.endswith(".so")


def imported_rooms(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {a.name.split(".")[1] for a in node.names if a.name.startswith("manyways.")}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            if node.module == "manyways":
                found |= {a.name for a in node.names if a.name in LEVEL}
            elif node.module and node.module.startswith("manyways."):
                found.add(node.module.split(".")[1])
    return found


@pytest.mark.parametrize("room", rooms())
def test_imports_go_downward(room: str) -> None:
    assert room in LEVEL, f"give {room} a floor"
    path = PACKAGE / room
    files = [path.with_suffix(".py")] if not path.is_dir() else sorted(path.rglob("*.py"))
    for file in files:
        for other in imported_rooms(ast.parse(file.read_text(encoding="utf-8"))):
            assert other == room or LEVEL[other] < LEVEL[room], (
                f"{file.relative_to(ROOT)} imports upward: {other}"
            )


def test_an_upward_arrow_is_seen() -> None:
    tree = ast.parse("from manyways.cli import main\nfrom manyways import errors\nimport manyways.lm.arpa")
    assert imported_rooms(tree) == {"cli", "errors", "lm"}


@pytest.mark.parametrize("folder", sorted(path.name for path in CORE.iterdir() if path.is_dir()))
def test_includes_of_the_core_go_downward(folder: str) -> None:
    assert folder in CORE_LEVEL, f"give core/{folder} a floor"
    for file in sorted((CORE / folder).iterdir()):
        for other in INCLUDE.findall(file.read_text(encoding="utf-8")):
            assert other == folder or CORE_LEVEL[other] < CORE_LEVEL[folder], f"{file.name} includes {other}"


def test_the_page_on_the_house_has_the_floors_as_they_are() -> None:
    page = (ROOT / "docs" / "design" / "000-house.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \d+ \| ([^|]+) \|", page, re.MULTILINE)
    built = [{name for name in floor if name in rooms()} for floor in FLOORS]
    told = [set(re.findall(r"`(\w+)`", row)) for row in rows]
    assert told == [floor for floor in built if floor and floor != {"__main__"}]
