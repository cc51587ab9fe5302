"""`manyways features`: candidate lists in, the same lists with features out."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli import options as shared
from manyways.cli.verb import needs, together
from manyways.progress import warn

__all__ = ["command"]

_FEATURES = "basic, all, rich, names with commas between, or a file of your own that ends in .py."


@together(needs("--by-position", on=["--source"]))
def command(
    files: Annotated[
        list[str],
        typer.Argument(metavar="CANDIDATES", help="Lists in any format, or a plain file per system."),
    ],
    out: Annotated[str, shared.written_file("--out", help="Where the lists go, as JSON Lines.")],
    features: Annotated[list[str] | None, typer.Option(help=f"{_FEATURES} Default: basic.")] = None,
    source: Annotated[str | None, typer.Option(help="The source texts, a line per sentence.")] = None,
    lm: Annotated[
        list[str] | None, typer.Option(help="Language models: ours, ARPA, or models with one.")
    ] = None,
    pack: Annotated[
        str | None, typer.Option(help="What `rerank prepare` made: adds the rich features.")
    ] = None,
    force: shared.Force = False,
    source_format: shared.From = None,
    per_source: shared.PerSource = None,
    by_position: shared.ByPosition = False,
    threads: shared.Threads = 0,
    json: shared.Json = False,
    quiet: shared.Quiet = False,
) -> None:
    """Compute features of candidates from any system: columns that tune, choose and rerank read.

    No training data and no references are needed. What needs something that the lists do not have (a source,
    scores, several systems) is left out of basic and all, and a note says so.

    Example: manyways features system.*.en --source src.de --out lists.jsonl
    """
    from manyways.features import FeatureSettings, ResourceSettings, feature_files
    from manyways.outputs import is_stdout
    from manyways.tables import print_tables

    settings = FeatureSettings(
        features=tuple(features or ("basic",)),
        source=source,
        resources=ResourceSettings(lm=tuple(lm or ()), pack=pack),
        by_position=by_position,
        format=source_format,
        per_source=per_source,
    )
    done = feature_files(files, out, settings, threads=threads)
    for remark in done.remarks:
        warn(f"note: {remark}")
    if json:
        shared.print_json(done.as_json())
    elif not is_stdout(out):
        print_tables(*done.tables())
