"""What the verbs of `manyways combine` read, spelt once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from manyways.cli.options import given_fields

if TYPE_CHECKING:
    from manyways.combine.job import CombineFiles

__all__ = ["CombinerFile", "First", "Lists", "References", "files_of"]

Lists = Annotated[
    list[str], typer.Argument(metavar="LISTS", help="A plain file per system, or lists in any format.")
]
CombinerFile = Annotated[str, typer.Argument(metavar="COMBINER", help="What `combine train` wrote.")]
References = Annotated[
    list[str] | None, typer.Option("--references", help="Right translations; default: those in the lists.")
]
First = Annotated[
    int | None, typer.Option("--first", min=2, help="Candidates of each list to combine; default: all.")
]


def files_of(ctx: typer.Context) -> CombineFiles:
    """The files that the command line names."""
    from manyways.combine.job import CombineFiles

    return CombineFiles(**given_fields(ctx, CombineFiles))
