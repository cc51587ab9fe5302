"""What the verbs of `manyways rerank` read, spelt once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from manyways.rerank import RerankFiles

__all__ = ["Apart", "Features", "Lists", "Pack", "Parallel", "References", "Sources", "files_of"]

Lists = Annotated[
    list[str], typer.Argument(metavar="LISTS", help="Lists in any format, or a plain file per system.")
]
References = Annotated[
    list[str] | None, typer.Option("--references", help="Right translations; default: those in the lists.")
]
Features = Annotated[
    list[str] | None, typer.Option("--features", help="Columns to learn from, with commas. Default: all.")
]
Sources = Annotated[str | None, typer.Option("--source", help="The source texts, a line per sentence.")]
Apart = Annotated[
    list[str] | None,
    typer.Option("--apart", help="Sentences, one per line, that must not be among the sources."),
]
Pack = Annotated[
    str | None, typer.Option("--pack", help="What `rerank prepare` made: adds the rich features.")
]
Parallel = Annotated[
    list[str] | None,
    typer.Option("--parallel", help="Source and target text (given twice) to make the pack of."),
]


def files_of(ctx: typer.Context) -> RerankFiles:
    """The files that the command line names."""
    from manyways.rerank import RerankFiles

    given = ctx.params
    return RerankFiles(
        lists=tuple(given["lists"]),
        references=tuple(given.get("references") or ()),
        source=given.get("source"),
        apart=tuple(given.get("apart") or ()),
        by_position=given.get("by_position", False),
        format=given.get("source_format"),
        per_source=given.get("per_source"),
        pack=given.get("pack"),
        parallel=tuple(given.get("parallel") or ()),
    )
