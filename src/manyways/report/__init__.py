"""Reports: one self-contained HTML file with text, tables, pictures and perhaps all sentences.

    report = Report("Demo")
    report.text("What was done.")
    report.table(["list", "oracle BLEU"], [["20 best", 41.2]])
    report.figure(plot, "Oracle BLEU against list size.")        # a manyways.report.svg.Plot
    report.sentences(sentences)                                  # a manyways.report.sentences.Sentences
    report.write("report.html")

Nothing is fetched from anywhere: style, pictures (SVG) and the little script that draws sentences are inside,
and the page itself forbids everything else (a Content-Security-Policy with the hashes of both). Everything is
escaped. Colours follow the reader's choice of light or dark.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import manyways
from manyways.files import atomic_write

if TYPE_CHECKING:
    from manyways.report.sentences import Sentences

__all__ = ["Drawing", "Fact", "Passage", "Report"]


class Drawing(Protocol):
    """What can be a figure: it draws itself as an SVG element, given what it shows in words."""

    def svg(self, title: str) -> str: ...


@dataclass(frozen=True)
class Fact:
    """A number that matters most: shown large, with what it is above and what to know of it below."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True)
class Passage:
    """A text whose words have colours: (word, number of the colour or -1, what to know of it); what colours
    mean.
    """

    id: str
    words: Sequence[tuple[str, int, str]]
    legend: Sequence[tuple[str, int]] = ()


@dataclass
class Report:
    """Parts are added in reading order; `write` makes the file."""

    title: str
    _parts: list[dict[str, Any]] = field(default_factory=list)

    def section(self, heading: str) -> None:
        self._parts.append({"kind": "section", "text": heading})

    def text(self, text: str) -> None:
        self._parts.append({"kind": "text", "text": text})

    def facts(self, facts: Sequence[Fact]) -> None:
        self._parts.append({"kind": "facts", "facts": facts})

    def table(self, header: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> None:
        """Numbers are right-aligned; floats are shown with two decimals."""
        cells = [[_cell(value) for value in row] for row in rows]
        self._parts.append({"kind": "table", "header": list(header), "rows": cells, "caption": caption})

    def passages(self, passages: Sequence[Passage]) -> None:
        """Texts in colours, one below the other."""
        self._parts.append({"kind": "passages", "passages": passages})

    def figure(self, plot: Drawing, caption: str) -> None:
        """The caption is also what a reader who cannot see the picture is told."""
        self.figures([(plot, caption)])

    def figures(self, plots: Sequence[tuple[Drawing, str]]) -> None:
        """The same for several, side by side where there is room."""
        drawn = [{"svg": plot.svg(caption), "caption": caption} for plot, caption in plots]
        self._parts.append({"kind": "figures", "figures": drawn})

    def sentences(self, sentences: Sentences) -> None:
        """A table of all sentences, which can be sorted, searched and filtered. A page has one at most."""
        from manyways.report.sentences import embedded

        assert not self._scripted
        self._parts.append({"kind": "sentences", "data": embedded(sentences.plain())})

    @property
    def _scripted(self) -> bool:
        return any(part["kind"] == "sentences" for part in self._parts)

    def html(self) -> str:
        from jinja2 import Environment, PackageLoader

        environment = Environment(loader=PackageLoader("manyways.report"), autoescape=True)
        assert environment.loader is not None
        style, script = (
            environment.loader.get_source(environment, name)[0] for name in ("report.css", "sentences.js")
        )
        policy = f"default-src 'none'; style-src {_hash(style)}; img-src data:; base-uri 'none'"
        if self._scripted:
            policy += f"; script-src {_hash(script)}"
        return environment.get_template("report.html").render(
            title=self.title,
            parts=self._parts,
            version=manyways.__version__,
            policy=f"{policy}; form-action 'none'",
            style=style,
            script=script if self._scripted else "",
        )

    def write(self, path: str | os.PathLike[str]) -> None:
        with atomic_write(path) as out:
            out.write(self.html())


def _hash(text: str) -> str:
    """How a policy names the one script or style that is allowed."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _cell(value: object) -> dict[str, Any]:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return {"text": str(value), "number": False}
    return {"text": f"{value:,.2f}" if isinstance(value, float) else f"{value:,}", "number": True}
