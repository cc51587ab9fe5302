"""The files that design pages and the comments of the code point to are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT

FILE = re.compile(r"(?<![\w*/.-])[\w./-]*\w\.(?:cc|h|py|md|sh|lock)\b(?![\w(])")
FOLDER = re.compile(r"`([\w./-]+/)`")
PACKAGE = ROOT / "src" / "manyways"
HOMES = [ROOT, ROOT / "core", PACKAGE, ROOT / "docs", ROOT / "tests"]
WORDS = PACKAGE / "text" / "abbreviations.py"  # its "d.h." is German


def sources() -> list[Path]:
    core = [path for folder in ("core", "bindings") for path in (ROOT / folder).rglob("*.*")]
    return sorted({*core, *PACKAGE.rglob("*.py")} - {WORDS})


def comments(path: Path) -> str:
    """Comments of C++, or comments and docstrings of Python."""
    text = path.read_text(encoding="utf-8")
    pattern = r'""".*?"""|# [^\n]*' if path.suffix == ".py" else r"//[^\n]*"
    return "\n".join(re.findall(pattern, text, re.DOTALL))


def missing(names: list[str], beside: Path) -> list[str]:
    """Those that are neither beside the text nor in one of the places where we look. NAME stands for any."""
    places = [beside, *HOMES]
    return sorted(n for n in set(names) if "NAME" not in n and not any((at / n).exists() for at in places))


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "design").glob("*.md")), ids=lambda path: path.name)
def test_the_files_and_folders_that_a_design_page_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not missing(FILE.findall(text) + FOLDER.findall(text), page.parent)


def test_the_files_that_comments_name_are_there() -> None:
    assert not {
        str(path.relative_to(ROOT)): found
        for path in sources()
        if (found := missing(FILE.findall(comments(path)), path.parent))
    }


def test_the_rule_sees_a_file_that_is_not_there() -> None:
    assert FILE.findall("see steps.h, `lm/chart.h` and core/base/output_file.cc; u.h() is a call") == [
        "steps.h",
        "lm/chart.h",
        "core/base/output_file.cc",
    ]
    found = missing(["steps.h", "lm/chart.h", "bindings/NAME.cc", "core/no/"], ROOT / "core" / "exact")
    assert found == ["core/no/", "steps.h"]
