"""`manyways parser train`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from manyways.cli.tagger_files import Beam, Out, Passes, Teaching, Trees
from manyways.cli.verb import excludes, together
from manyways.wording import counted


@together(excludes("--text", on=["--clusters"]))
def command(
    trees: Trees,
    out: Out,
    passes: Passes = 4,
    beam: Beam = 12,
    heads: Annotated[
        Literal["english", "first", "last"],
        typer.Option("--heads", help="How heads of constituents are found: rules, or which child."),
    ] = "english",
    folds: Annotated[
        int, typer.Option("--folds", min=1, max=100, help="Parts that are tagged by what the others taught.")
    ] = 4,
    *,
    teaching: Teaching,
) -> None:
    """Learn to tag and to parse from trees in any language; one file holds both.

    Example: manyways parser train train.mrg --out en.parser
    """
    from manyways.linguistics import ParserSettings
    from manyways.linguistics.files import Helps, train_parser_on
    from manyways.progress import say

    settings = ParserSettings(passes=passes, beam=beam, heads=heads, folds=folds, seed=teaching.seed)
    found = train_parser_on(trees, out, settings, Helps(**teaching.arguments))
    say(f"learnt from {counted(found, 'trees')}: {out}")
