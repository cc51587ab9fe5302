"""`manyways parser apply`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli.tagger_files import Applying
from manyways.cli.verb import needs, together


@together(needs("--force", on=["--out"]))
def command(
    model: Annotated[str, typer.Argument(metavar="PARSER", help="What `parser train` wrote.")],
    *,
    given: Applying,
) -> None:
    """Parse tokenised text: a tree in brackets for each line.

    Example: manyways parser apply en.parser dev.en --out dev.mrg
    """
    from manyways.linguistics.files import parse_file

    parse_file(model, given.text, given.out, threads=given.threads)
