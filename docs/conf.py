"""Sphinx settings: `make docs`."""

import manyways

project = "Manyways"
author = "The Manyways authors"
release = manyways.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = f"Manyways {release}"
exclude_patterns = ["_build"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
