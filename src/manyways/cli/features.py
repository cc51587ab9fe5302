"""`manyways features`: candidate lists in, the same lists with features out."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli import options as shared
from manyways.cli.verb import needs, together
from manyways.progress import warn

__all__ = ["command"]

_FEATURES = "basic, all, rich, names with commas between, or a file of your own that ends in .py."


@together(
    needs("--by-position", on=["--source"]),
    needs("--wait", "--retries", "--cache", on=["--command", "--judge"]),
)
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
    align: Annotated[
        str | None, typer.Option(help="A model of `manyways train`, whose aligner compares words.")
    ] = None,
    glossary: Annotated[str | None, typer.Option(help="A term, a tab and its translation per line.")] = None,
    scores: Annotated[
        list[str] | None, typer.Option(help="Numbers of others: a line per candidate, or id, system, score.")
    ] = None,
    program: Annotated[
        list[str] | None,
        typer.Option("--command", metavar="[NAME=]PROGRAM", help="Asks a program: JSON in, numbers out."),
    ] = None,
    judge: Annotated[
        list[str] | None, typer.Option(help="Asks a language model, as this TOML file describes.")
    ] = None,
    wait: Annotated[float, typer.Option(min=0.01, help="Seconds to wait for an answer.")] = 60,
    retries: Annotated[int, typer.Option(min=0, max=100, help="How often to ask again.")] = 2,
    cache: Annotated[str | None, typer.Option(metavar="DIR", help="Where answers are kept.")] = None,
    pack: Annotated[
        str | None, typer.Option(help="What `rerank prepare` made: adds the rich features.")
    ] = None,
    force: shared.Force = False,
    *,
    reading: shared.Reading,
    running: shared.Running,
) -> None:
    """Compute features of candidates from any system: columns that tune, choose and rerank read.

    No training data and no references are needed. What needs something that the lists do not have (a source,
    scores, several systems) is left out of basic and all, and a note says so.

    Example: manyways features system.*.en --source src.de --out lists.jsonl
    """
    from manyways.features import FeatureSettings, OutsideSettings, ResourceSettings, feature_files
    from manyways.outputs import is_stdout
    from manyways.tables import print_tables

    settings = FeatureSettings(
        features=tuple(features or ("basic",)),
        source=source,
        resources=ResourceSettings(lm=tuple(lm or ()), align=align, glossary=glossary, pack=pack),
        scores=tuple(scores or ()),
        commands=tuple(program or ()),
        judges=tuple(judge or ()),
        outside=OutsideSettings(cache=cache, wait=wait, retries=retries),
        **reading.arguments,
    )
    done = feature_files(files, out, settings, threads=running.threads)
    for remark in done.remarks:
        warn(f"note: {remark}")
    if running.json:
        shared.print_json(done.as_json())
    elif not is_stdout(out):
        print_tables(*done.tables())
