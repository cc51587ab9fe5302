"""Reports: one self-contained HTML file with text, tables and pictures.

    report = Report("Demo")
    report.text("What was done.")
    report.table(["list", "oracle BLEU"], [["20 best", 41.2]])
    report.figure(figure, "Oracle BLEU against list size.")
    report.write("report.html")

Nothing is fetched from anywhere: style and pictures (SVG) are inside. Everything is escaped.
"""

from __future__ import annotations

import io
import os
import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import manyways
from manyways.files import atomic_write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Report", "new_figure"]


def new_figure(width: float = 7.0, height: float = 4.0) -> Figure:
    """A figure to draw on, without touching Matplotlib's global state."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


@dataclass
class Report:
    """Parts are added in reading order; `write` makes the file."""

    title: str
    _parts: list[dict[str, Any]] = field(default_factory=list)

    def section(self, heading: str) -> None:
        self._parts.append({"kind": "section", "text": heading})

    def text(self, text: str) -> None:
        self._parts.append({"kind": "text", "text": text})

    def table(self, header: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> None:
        """Numbers are right-aligned; floats are shown with two decimals."""
        cells = [[_cell(value) for value in row] for row in rows]
        self._parts.append({"kind": "table", "header": list(header), "rows": cells, "caption": caption})

    def figure(self, figure: Figure, caption: str = "") -> None:
        self._parts.append({"kind": "figure", "svg": _svg(figure), "caption": caption})

    def html(self) -> str:
        from jinja2 import Environment, PackageLoader

        environment = Environment(loader=PackageLoader("manyways.report"), autoescape=True)
        template = environment.get_template("report.html")
        return template.render(title=self.title, parts=self._parts, version=manyways.__version__)

    def write(self, path: str | os.PathLike[str]) -> None:
        with atomic_write(path) as out:
            out.write(self.html())


def _cell(value: object) -> dict[str, Any]:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return {"text": str(value), "number": False}
    return {"text": f"{value:,.2f}" if isinstance(value, float) else f"{value:,}", "number": True}


def _svg(figure: Figure) -> str:
    """The figure as an SVG element; equal figures give equal text."""
    import matplotlib

    buffer = io.StringIO()
    with (
        matplotlib.rc_context({"svg.hashsalt": "manyways", "svg.fonttype": "none"}),
        warnings.catch_warnings(),
    ):
        # Text stays text in the file: the browser has fonts for scripts that Matplotlib's own lacks.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return re.sub(r"^.*?(?=<svg)", "", buffer.getvalue(), flags=re.DOTALL)
