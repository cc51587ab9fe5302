"""Sphinx settings: `make docs`."""

import tomllib
from pathlib import Path

project_table = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
project = "Manyways"
author = "The Manyways authors"
release = project_table["version"]
extensions = ["myst_parser"]
html_theme = "furo"
html_title = f"Manyways {release}"
exclude_patterns = ["_build"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
