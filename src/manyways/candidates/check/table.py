"""The report of a check, for people."""

from __future__ import annotations

from textwrap import wrap

from rich.console import Console
from rich.text import Text

from manyways.candidates.check.report import Report
from manyways.tables import printer
from manyways.wording import counted

__all__ = ["print_report"]

_COLOURS = {"error": "red", "warning": "yellow"}


def print_report(report: Report, console: Console | None = None) -> None:
    """A line about the file, then some lines per finding: what it is and where, the case, the remedy."""
    console = console or printer()
    about = report.format or "format unknown"
    if report.candidates:
        about = (
            f"{counted(report.sentences, 'sentences')}, {counted(report.candidates, 'candidates')} ({about})"
        )
    console.print(Text(f"{report.path}: {about}"), soft_wrap=True)
    if not report.findings:
        console.print(Text("Nothing to complain about.", style="green"))
    for each in report.findings:
        where = "" if each.line is None else f", line {each.line}"
        head = Text(each.severity, style=_COLOURS[each.severity]).append(
            f": {each.kind}{where}", style="bold"
        )
        console.print(head, soft_wrap=True)
        for text, style in ((each.message, ""), (each.remedy and f"→ {each.remedy}", "dim")):
            for line in wrap(text, max(console.width - 4, 1), break_long_words=False, break_on_hyphens=False):
                console.print(Text(f"    {line}", style=style), soft_wrap=True)
