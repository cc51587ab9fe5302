"""What is done to a good file, and what must be said of it then: tables in `tests/data/damage`.

    @damaged("arpa")
    def test_a_broken_arpa_is_told_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:

The first row of a table names the test's arguments; each further row is a case. A message is what the test
makes of it: a regular expression, or words to be found.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

TABLES = Path(__file__).parents[1] / "data" / "damage"


def damaged(table: str, *more: tuple[str, ...]) -> pytest.MarkDecorator:
    """more: cases that only a program can write."""
    names, *cases = tomllib.loads((TABLES / f"{table}.toml").read_text())["damage"]
    return pytest.mark.parametrize(tuple(names), [tuple(case) for case in cases] + list(more))
