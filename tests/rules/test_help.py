"""Every verb explains itself with an example, and the documentation knows it."""

from __future__ import annotations

import re
import runpy
import sys

import pytest

from manyways import __version__ as version
from tests.conftest import ROOT
from tests.support.verbs import command_of, verbs


@pytest.mark.parametrize("verb", verbs(), ids=" ".join)
def test_help_has_an_example(verb: tuple[str, ...]) -> None:
    text = command_of(verb).help or ""  # type: ignore[attr-defined]
    assert "xample" in text
    assert f"manyways {' '.join(verb)}" in " ".join(text.split())


@pytest.mark.parametrize("verb", verbs(), ids=" ".join)
def test_the_documentation_knows_the_verb(verb: tuple[str, ...]) -> None:
    pages = " ".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))
    assert f"manyways {' '.join(verb)}" in pages


def test_the_readme_gives_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make demo" in readme
    assert "make test" in readme


def test_the_documentation_is_built_without_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sphinx reads the version where it stands, not from a compiled package."""
    monkeypatch.setitem(sys.modules, "manyways", None)
    settings = runpy.run_path(str(ROOT / "docs" / "conf.py"))
    assert settings["release"] == version
    rule = re.search(r"^docs:(.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert rule is not None
    assert rule[1].split() == ["$(VENV)/.dev"]  # not the native build


def test_the_python_page_has_every_room_that_gives_names() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    named = set(re.findall(r"automodule:: (manyways\.[\w.]+)", page))
    rooms = [path.parent for path in sorted((ROOT / "src" / "manyways").glob("*/__init__.py"))]
    public = {
        f"manyways.{room.name}" for room in rooms if "__all__" in (room / "__init__.py").read_text("utf-8")
    }
    assert not public - named
