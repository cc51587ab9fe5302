"""`manyways tagger apply`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli.options import Force, Quiet, Threads
from manyways.cli.tagger_files import Text, Written
from manyways.cli.verb import needs, together


@together(needs("--force", on=["--out"]))
def command(
    model: Annotated[str, typer.Argument(metavar="TAGGER", help="What `tagger train` wrote.")],
    text: Text = "-",
    out: Written = Path("-"),
    force: Force = False,
    tags_only: Annotated[bool, typer.Option("--tags-only", help="Write tags without their words.")] = False,
    threads: Threads = 0,
    quiet: Quiet = False,
) -> None:
    """Tag tokenised text: word_TAG word_TAG, a line per sentence.

    Example: manyways tagger apply en.tagger dev.en --out dev.tagged
    """
    from manyways.linguistics.files import tag_file

    tag_file(model, text, out, tags_only=tags_only, threads=threads)
