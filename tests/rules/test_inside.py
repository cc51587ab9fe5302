"""No file of a model or a run is reached but through `manyways.inside`: names in it may be a stranger's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "manyways"
# The rooms that hold a model's or a run's directory in their hands.
ROOMS = ["run", "model", "search", "exact", "diverse", "tune", "train", "translator"]
DIRECTORIES = {"directory", "root"}  # what such a directory is called there
FOR_WORDS = {"path", "by"}  # arguments that messages are made of


def files() -> list[Path]:
    return [
        f for room in ROOMS for f in ([PACKAGE / room] if "." in room else (PACKAGE / room).rglob("*.py"))
    ]


def joins(tree: ast.AST) -> Iterator[ast.BinOp]:
    """Every `directory / name` that is not part of a message."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg in FOR_WORDS):
            continue
        if (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Div)
            and last_name(node.left) in DIRECTORIES
        ):
            yield node
        yield from joins(node)


def last_name(node: ast.AST) -> str:
    if isinstance(node, ast.Call) and node.args:
        return last_name(node.args[0])  # Path(directory) / name
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


@pytest.mark.parametrize("file", files(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_names_are_joined_to_a_models_directory_in_one_place(file: Path) -> None:
    found = [node.lineno for node in joins(ast.parse(file.read_text(encoding="utf-8")))]
    assert not found, f"{file.relative_to(ROOT)}, lines {found}: use manyways.inside, Model.path or Run.path"


@pytest.mark.parametrize(
    "line",
    [
        "open(model.directory / name)",
        "x = self.run.directory / 'a'",
        "root / 'model.toml'",
        "f(Path(root) / n)",
    ],
)
def test_a_join_is_seen(line: str) -> None:
    assert len(list(joins(ast.parse(line)))) == 1


def test_a_message_may_say_where_a_file_is() -> None:
    words = "raise InputError(f'{root / name} is odd', path=directory / name)"
    assert not list(joins(ast.parse(words)))
