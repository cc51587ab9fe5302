"""Options that many verbs share, so that they are spelt and explained once."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from manyways.progress import set_quiet

__all__ = [
    "Force",
    "Json",
    "Quiet",
    "Seed",
    "Threads",
    "Tokenised",
    "Verb",
    "claim",
    "print_json",
    "print_table",
    "written_file",
]


def _quiet(quiet: bool) -> bool:
    set_quiet(quiet)
    return quiet


def claim(ctx: typer.Context, path: str | os.PathLike[str]) -> None:
    """An error, before any work is done, if a file cannot be written or is there already, without --force."""
    from manyways.errors import InputError
    from manyways.outputs import claim_file

    claim_file(path, force=ctx.params["force"])
    claimed = ctx.meta.setdefault("manyways.outputs", set())
    place = os.path.realpath(path)
    if place in claimed:
        raise InputError("is named for two outputs", path=path)
    claimed.add(place)


def _claimed(ctx: typer.Context, value: Any) -> Any:
    if value is not None and not ctx.resilient_parsing:
        claim(ctx, value)
    return value


def written_file(*names: str, help: str, metavar: str | None = None) -> Any:
    """An option that names a file to write; a verb that has one has `force: Force` too."""
    return typer.Option(*names, help=help, metavar=metavar, callback=_claimed)


# Eager: known before the options that name files.
Force = Annotated[bool, typer.Option("--force", is_eager=True, help="Write where something is already.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for scripts.")]
Quiet = Annotated[bool, typer.Option("--quiet", callback=_quiet, help="No progress on standard error.")]
Threads = Annotated[int, typer.Option("--threads", min=0, help="Threads to use; 0 means all cores.")]
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
