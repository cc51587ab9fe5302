"""`manyways parser train`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from manyways.cli.options import Force, Quiet, Seed
from manyways.cli.tagger_files import Also, Beam, Clusters, Out, Passes, Plain, Trees
from manyways.cli.verb import excludes, together
from manyways.wording import counted


@together(excludes("--text", on=["--clusters"]))
def command(
    trees: Trees,
    out: Out,
    force: Force = False,
    also: Also = None,
    clusters: Clusters = None,
    plain: Plain = None,
    passes: Passes = 4,
    beam: Beam = 12,
    heads: Annotated[
        Literal["english", "first", "last"],
        typer.Option("--heads", help="How heads of constituents are found: rules, or which child."),
    ] = "english",
    folds: Annotated[
        int, typer.Option("--folds", min=1, max=100, help="Parts that are tagged by what the others taught.")
    ] = 4,
    seed: Seed = 1,
    quiet: Quiet = False,
) -> None:
    """Learn to tag and to parse from trees in any language; one file holds both.

    Example: manyways parser train train.mrg --out en.parser
    """
    from manyways.linguistics import ParserSettings
    from manyways.linguistics.files import Helps, train_parser_on
    from manyways.progress import say

    settings = ParserSettings(passes=passes, beam=beam, heads=heads, folds=folds, seed=seed)
    helps = Helps(also=also or (), classes=clusters, plain=plain or ())
    found = train_parser_on(trees, out, settings, helps)
    say(f"learnt from {counted(found, 'trees')}: {out}")
