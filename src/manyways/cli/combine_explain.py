"""`manyways combine explain`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli import options as shared
from manyways.cli.combine_files import CombinerFile, First, Lists, files_of


def command(
    ctx: typer.Context,
    combiner: CombinerFile,
    lists: Lists,
    id: Annotated[str, typer.Option("--id", help="The sentence.")],
    first: First = None,
    source_format: shared.From = None,
    per_source: shared.PerSource = None,
    *,
    running: shared.Running,
) -> None:
    """Show whose words a new sentence is made of, in colours, and which features put it before the next.

    Example: manyways combine explain combiner.toml test.*.en --id 17
    """
    from rich.console import Console

    from manyways.combine.job import explain_file
    from manyways.tables import print_tables

    found = explain_file(combiner, files_of(ctx), id, threads=running.threads)
    if running.json:
        shared.print_json(found.as_json())
        return
    Console(highlight=False).print(found.painted(), soft_wrap=True)
    print_tables(*found.tables())
