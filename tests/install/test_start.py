"""Starting is quick because little is loaded, and nothing is imported that is not installed.

Modules are counted, not seconds: the machine that runs the tests may be busy.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import ROOT

SOURCES = sorted((ROOT / "src" / "manyways").rglob("*.py"))
# Packages that an extra brings, and the only file that may ask for them.
OPTIONAL = {
    "highspy": "baselines.py",
    "lightgbm": "learners.py",
    "Stemmer": "words.py",
    "snowballstemmer": "words.py",
    "spacy": "spacy_tags.py",
}
# Packages of the extra `web`, and the room that alone may ask for them, beside the verb that starts it.
WEB = {"argon2", "fastapi", "pydantic", "sqlalchemy", "starlette", "uvicorn"}
HEAVY = {"numpy", "rich", "typer", "click", "jinja2", "scipy", "matplotlib", "sacrebleu", "manyways._core"}


def loaded_by(code: str, *, given: str = "") -> set[str]:
    """The modules that a fresh Python has after `code`."""
    code += "\nprint('MODULES', *sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", "import sys\n" + code], input=given, capture_output=True, text=True, check=True
    )
    return set(run.stdout.rpartition("MODULES ")[2].split())


def command(*arguments: str) -> str:
    lines = [f"sys.argv = {['manyways', *arguments]!r}", "from manyways.__main__ import main"]
    return "\n".join([*lines, "try:", "    main()", "except SystemExit as done:", "    assert not done.code"])


def test_importing_manyways_loads_nothing_heavy() -> None:
    assert not loaded_by("import manyways") & HEAVY


def test_the_version_is_answered_without_loading_anything_heavy() -> None:
    assert not loaded_by(command("--version")) & (HEAVY | {"manyways.cli.main"})


def test_the_version_is_the_one_of_the_package() -> None:
    run = subprocess.run([sys.executable, "-m", "manyways", "--version"], capture_output=True, text=True)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert run.stdout == f"manyways {version}\n"


def test_help_of_one_verb_loads_no_other() -> None:
    loaded = loaded_by(command("score", "--help"))
    verbs = {name for name in loaded if name.startswith("manyways.cli.")}
    assert verbs == {f"manyways.cli.{name}" for name in ("main", "options", "score", "verb")}
    assert "numpy" not in loaded


def test_plain_translation_loads_only_what_it_needs(trained: Path) -> None:
    loaded = loaded_by(command("translate", str(trained)), given="das haus ist klein .\n")
    assert "manyways.search" in loaded
    for name in ("rich", "jinja2", "manyways.tune", "manyways.diverse", "manyways.exact", "manyways.report"):
        assert name not in loaded


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name.split(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_what_is_imported_is_a_dependency(path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    given = {re.split(r"[<>=!;\[ ]", each)[0] for each in project["dependencies"]}
    allowed = {name for name, file in OPTIONAL.items() if path.name == file}
    if "web" in path.parts or path.name == "serve.py":
        allowed |= WEB
    assert imported(path) - set(sys.stdlib_module_names) - {"manyways"} <= given | allowed
