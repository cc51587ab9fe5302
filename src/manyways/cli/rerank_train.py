"""`manyways rerank train`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli import options as shared
from manyways.cli.rerank_files import Apart, Learning, Lists, Pack, Parallel, References, Sources, files_of
from manyways.cli.verb import needs, together
from manyways.progress import warn


@together(
    needs("--by-position", on=["--references", "--source"]),
    needs("--tokenise", on=["--metric bleu"]),
    needs("--parallel", on=["--pack"]),
)
def command(
    ctx: typer.Context,
    lists: Lists,
    out: Annotated[str, shared.written_file("--out", help="The reranker, a file that ends in .toml.")],
    references: References = None,
    source: Sources = None,
    apart: Apart = None,
    pack: Pack = None,
    parallel: Parallel = None,
    rivals: Annotated[
        list[str] | None,
        typer.Option("--rivals", metavar="TUNER", help="Show how others do on the same folds; or lightgbm."),
    ] = None,
    force: shared.Force = False,
    *,
    reading: shared.Reading,
    learning: Learning,
    running: shared.Running,
) -> None:
    """Learn from lists with references how to choose, and write a reranker for `choose --by`.

    The default is a structured support vector machine whose price of a loss is chosen by folds. The gain
    that is shown is honest as far as folds go: each sentence is chosen for by weights learned without it.

    Example: manyways rerank train dev.jsonl --references dev.en --out reranker.toml
    """
    from manyways.errors import ConfigError
    from manyways.rerank import train_files
    from manyways.tables import print_tables

    if parallel and len(parallel) != 2:
        raise ConfigError("--parallel", " ".join(parallel), "two files: a source text and its translation")
    if not out.endswith(".toml"):
        raise ConfigError("--out", out, "a file that ends in .toml")
    trained = train_files(files_of(ctx), out, learning.settings(rivals), threads=running.threads)
    for remark in trained.remarks:
        warn(f"note: {remark}")
    shared.print_json(trained.as_json()) if running.json else print_tables(*trained.tables())
