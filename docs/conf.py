"""Sphinx settings: `make docs`. The compiled core is not needed: pages from docstrings see a stand-in."""

import re
import sys
import tomllib
from pathlib import Path

root = Path(__file__).parent.parent
sys.path.insert(0, str(root / "src"))
project_table = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
project = "Manyways"
author = "The Manyways authors"
release = project_table["version"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = f"Manyways {release}"
exclude_patterns = ["_build"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
autodoc_mock_imports = ["manyways._core"]
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True}
suppress_warnings = ["ref.python"]  # some names, as `tune`, are in several rooms


def _to_rst(app: object, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Docstrings are plain text: code in backticks, examples indented. Nothing else in them is markup."""
    found: list[str] = []
    for line in lines:
        if line.startswith("    "):
            if not found or not found[-1].startswith("    "):
                while found and not found[-1]:
                    found.pop()
                found += ["", "::", ""]
            found.append(line)
        else:
            parts = re.split(r"(`+[^`]+`+)", line)
            found += [""] if found and found[-1].startswith("    ") else []
            found.append("".join(_code(p) if i % 2 else _plain(p) for i, p in enumerate(parts)))
    lines[:] = [*found, ""]


def _code(text: str) -> str:
    return f"``{text.strip('`')}``"


def _plain(text: str) -> str:
    return re.sub(r"([\\*|_])", r"\\\1", text)


def setup(app: object) -> None:
    app.connect("autodoc-process-docstring", _to_rst)  # type: ignore[attr-defined]
