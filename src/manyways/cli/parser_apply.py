"""`manyways parser apply`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli.options import Force, Quiet, Threads
from manyways.cli.tagger_files import Text, Written
from manyways.cli.verb import needs, together


@together(needs("--force", on=["--out"]))
def command(
    model: Annotated[str, typer.Argument(metavar="PARSER", help="What `parser train` wrote.")],
    text: Text = "-",
    out: Written = Path("-"),
    force: Force = False,
    threads: Threads = 0,
    quiet: Quiet = False,
) -> None:
    """Parse tokenised text: a tree in brackets for each line.

    Example: manyways parser apply en.parser dev.en --out dev.mrg
    """
    from manyways.linguistics.files import parse_file

    parse_file(model, text, out, threads=threads)
