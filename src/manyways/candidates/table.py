"""The doctor's report as a table for people."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from manyways.candidates.check import Report

__all__ = ["print_report"]

_COLOURS = {"error": "red", "warning": "yellow"}


def print_report(report: Report, console: Console | None = None) -> None:
    """A line about the file, then one row per finding."""
    console = console or Console(highlight=False, soft_wrap=False)
    about = report.format or "format unknown"
    if report.candidates:
        about = f"{report.sentences:,} sentences, {report.candidates:,} candidates ({about})"
    console.print(Text(f"{report.path}: {about}"))
    if not report.findings:
        console.print(Text("Nothing to complain about.", style="green"))
        return
    table = Table(show_edge=False, pad_edge=False, box=None, header_style="bold")
    for title, justify in (("", "left"), ("line", "right"), ("finding", "left")):
        table.add_column(title, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for each in report.findings:
        finding = Text().append(each.kind, style="bold").append(f"\n{each.message}")
        finding.append(f"\n→ {each.remedy}", style="dim")
        line = "" if each.line is None else f"{each.line:,}"
        table.add_row(Text(each.severity, style=_COLOURS[each.severity]), line, finding)
    console.print(table)
