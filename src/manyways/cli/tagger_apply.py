"""`manyways tagger apply`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli.tagger_files import Applying
from manyways.cli.verb import needs, together


@together(needs("--force", on=["--out"]))
def command(
    model: Annotated[str, typer.Argument(metavar="TAGGER", help="What `tagger train` wrote.")],
    tags_only: Annotated[bool, typer.Option("--tags-only", help="Write tags without their words.")] = False,
    *,
    given: Applying,
) -> None:
    """Tag tokenised text: word_TAG word_TAG, a line per sentence.

    Example: manyways tagger apply en.tagger dev.en --out dev.tagged
    """
    from manyways.linguistics.files import tag_file

    tag_file(model, given.text, given.out, tags_only=tags_only, threads=given.threads)
