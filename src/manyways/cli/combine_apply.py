"""`manyways combine apply`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli import options as shared
from manyways.cli.combine_files import CombinerFile, First, Lists, References, files_of
from manyways.cli.verb import needs, together
from manyways.progress import warn


@together(
    needs("--by-position", on=["--references", "--source"]),
    needs("--source", on=["--html"]),
    needs("--tokenise", on=["--references"]),
    needs("--force", on=["--out", "--provenance", "--html"]),
)
def command(
    ctx: typer.Context,
    combiner: CombinerFile,
    lists: Lists,
    out: Annotated[
        str | None,
        shared.written_file("--out", help="A text per sentence; lists, best first, if it is .jsonl."),
    ] = None,
    words: Annotated[
        str | None,
        shared.written_file("--provenance", help="Whose every word is, as JSON Lines."),
    ] = None,
    html: shared.Html = None,
    references: References = None,
    source: shared.Source = None,
    nbest: Annotated[int, typer.Option("--nbest", min=1, help="New sentences of each list.")] = 1,
    no_gate: Annotated[bool, typer.Option("--no-gate", help="Combine all, whatever was learned.")] = False,
    force: shared.Force = False,
    first: First = None,
    tokenise: shared.Tokenise = None,
    *,
    reading: shared.Reading,
    running: shared.Running,
) -> None:
    """Make a new sentence out of the candidates of each list.

    With --references the gain is shown with its interval and p, against every system and the first
    candidates. --provenance and --html say whose every word is. Files that are asked for all appear, or none.

    Example: manyways combine apply combiner.toml test.*.en --out new.en
    """
    from manyways.combine.job import ApplySettings, apply_files
    from manyways.errors import ConfigError
    from manyways.outputs import all_or_none, is_stdout
    from manyways.tables import print_tables

    to_stdout = is_stdout(out) if out else not (words or html)
    if to_stdout and (references or running.json):
        raise ConfigError("--out", out or "-", "a file with --references or --json")
    settings = ApplySettings(
        out=out or (None if words or html else "-"),
        words=words,
        size=nbest,
        gate=not no_gate,
        tokenise=shared.Words(tokenise=tokenise).tokeniser,
    )
    with all_or_none():
        applied = apply_files(combiner, files_of(ctx), settings, threads=running.threads)
        if html:
            from manyways.report.combination import combination_page

            combination_page(applied.found, gain=applied.gain, threads=running.threads).write(html)
    for remark in applied.remarks:
        warn(f"note: {remark}")
    shared.print_json(applied.as_json()) if running.json else print_tables(*applied.tables())
