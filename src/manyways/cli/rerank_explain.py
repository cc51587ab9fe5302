"""`manyways rerank explain`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli import options as shared
from manyways.cli.rerank_files import Lists, Sources, files_of
from manyways.cli.verb import needs, together


@together(needs("--by-position", on=["--source"]))
def command(
    ctx: typer.Context,
    reranker: Annotated[str, typer.Argument(metavar="RERANKER", help="What `rerank train` wrote.")],
    lists: Lists,
    id: Annotated[str, typer.Option("--id", help="The sentence.")],
    source: Sources = None,
    *,
    reading: shared.Reading,
    running: shared.Running,
) -> None:
    """Show which features made a candidate win: each step from the other's value to the winner's.

    The other is the one that was first in the list; if that won, the next text.

    Example: manyways rerank explain reranker.toml lists.jsonl --id 17
    """
    from manyways.rerank import explain_file
    from manyways.tables import print_tables

    found = explain_file(reranker, files_of(ctx), id, threads=running.threads)
    shared.print_json(found.as_json()) if running.json else print_tables(*found.tables())
