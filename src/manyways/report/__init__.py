"""Reports: one self-contained HTML file with text, tables and pictures.

    report = Report("Demo")
    report.text("What was done.")
    report.table(["list", "oracle BLEU"], [["20 best", 41.2]])
    report.figure(plot, "Oracle BLEU against list size.")        # a manyways.report.svg.Plot
    report.write("report.html")

Nothing is fetched from anywhere: style and pictures (SVG) are inside. Everything is escaped. Colours follow
the reader's choice of light or dark.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import manyways
from manyways.files import atomic_write
from manyways.report.svg import Plot

__all__ = ["Report"]


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

    def figure(self, plot: Plot, caption: str) -> None:
        """The caption is also what a reader who cannot see the picture is told."""
        self._parts.append({"kind": "figure", "svg": plot.svg(caption), "caption": caption})

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
