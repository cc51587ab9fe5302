"""Options that many verbs share, so that they are spelt and explained once."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from manyways._core.base import MOST_THREADS
from manyways.progress import set_quiet

__all__ = ["Json", "Quiet", "Threads", "Seed", "Tokenised", "Verb", "print_json", "print_table"]


def _quiet(quiet: bool) -> bool:
    set_quiet(quiet)
    return quiet


Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for scripts.")]
Quiet = Annotated[bool, typer.Option("--quiet", callback=_quiet, help="No progress on standard error.")]
Threads = Annotated[
    int, typer.Option("--threads", min=0, max=MOST_THREADS, help="Threads to use; 0 means all cores.")
]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="Seed of all random choices.")]
Tokenised = Annotated[bool, typer.Option("--tokenised", help="The text is split already: leave it alone.")]


class Verb(TyperCommand):
    """A command whose repeatable options take several values: `--references a b` is `--references a
    --references b`. The values end at the next option, or at `--`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        names = {name for each in self.params if getattr(each, "multiple", False) for name in each.opts}
        spread: list[str] = []
        open_option = ""
        for number, each in enumerate(args):
            if each == "--":
                spread += args[number:]
                break
            if each.startswith("-") and each != "-":
                open_option = each.split("=")[0] if each.split("=")[0] in names else ""
            elif open_option and spread[-1] != open_option:
                spread.append(open_option)
            spread.append(each)
        return super().parse_args(ctx, spread)


def print_json(value: Any) -> None:
    """One JSON object on standard output, in UTF-8, without NaN."""
    json.dump(value, sys.stdout, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")


def print_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table on standard output; numbers right-aligned, floats with two decimals."""
    from rich.console import Console
    from rich.table import Table

    table = Table()
    filled = [list(row) for row in rows]
    for index, name in enumerate(header):
        numeric = all(isinstance(row[index], (int, float)) for row in filled)
        table.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in filled:
        table.add_row(*(f"{cell:,.2f}" if isinstance(cell, float) else str(cell) for cell in row))
    Console().print(table)
