"""Tables for people, in which no name and no number is ever cut.

    print_tables(Table(["file", "BLEU"], [["a.en", 32.35]], title="30 sentences"))

A table that is wider than the terminal is printed row by row, a line for each cell. In a pipe tables are as
wide as they need to be, unless COLUMNS says how wide they may.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

__all__ = ["Table", "print_tables", "printer"]

_WIDE = 1 << 16  # wider than any table


@dataclass
class Table:
    """Headings and rows; ints and floats stand at the right, floats with two decimals.

    right: columns of texts that stand at the right too: numbers with something about them.
    """

    headings: Sequence[str]
    rows: Iterable[Sequence[object]]
    title: str = ""
    caption: str = ""
    right: bool = False

    def __post_init__(self) -> None:
        self.rows = [list(row) for row in self.rows]


def printer() -> Console:
    """Standard output as tables are printed on it."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        return Console(highlight=False, width=_WIDE)
    return console


def print_tables(*tables: Table, console: Console | None = None) -> None:
    """Print on standard output, the titles above and the captions below."""
    from rich.text import Text

    console = console or printer()
    for number, table in enumerate(tables):
        if number:
            console.print()
        if table.title:
            console.print(Text(table.title, style="bold"), soft_wrap=True)
        grid = _grid(table)
        natural = console.measure(grid, options=console.options.update_width(_WIDE)).maximum
        if natural <= console.width:
            console.print(grid)
        else:
            _print_rows(table, console)
        if table.caption:
            console.print(Text(table.caption, style="dim"), soft_wrap=True)


def _cell(value: object) -> str:
    return f"{value:,.2f}" if isinstance(value, float) else str(value)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) or value == ""


def _grid(table: Table) -> Grid:
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid()
    rows = list(table.rows)
    for index, heading in enumerate(table.headings):
        numeric = all(_is_number(row[index]) for row in rows) or (table.right and index > 0)
        grid.add_column(Text(heading), justify="right" if numeric else "left", no_wrap=True)
    for row in rows:
        grid.add_row(*(Text(_cell(value)) for value in row))
    return grid


def _print_rows(table: Table, console: Console) -> None:
    from rich.cells import cell_len
    from rich.text import Text

    width = max(cell_len(heading) for heading in table.headings)
    for number, row in enumerate(table.rows):
        if number:
            console.print()
        for heading, value in zip(table.headings, row, strict=True):
            if value == "":
                continue
            label = Text(heading + " " * (width - cell_len(heading) + 2), style="bold")
            console.print(label.append(_cell(value), style="not bold"), soft_wrap=True)
