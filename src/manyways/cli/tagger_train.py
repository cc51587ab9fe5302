"""`manyways tagger train`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli.options import Force, Quiet, Seed
from manyways.cli.tagger_files import Also, Beam, Clusters, Out, Passes, Plain
from manyways.cli.verb import excludes, together
from manyways.wording import counted


@together(excludes("--text", on=["--clusters"]))
def command(
    text: Annotated[
        list[str],
        typer.Argument(metavar="TAGGED", help="word_TAG or word/TAG lines, CoNLL-U, or trees; may be *.gz."),
    ],
    out: Out,
    force: Force = False,
    also: Also = None,
    clusters: Clusters = None,
    plain: Plain = None,
    spacy: Annotated[
        str | None, typer.Option("--spacy", help="A pipeline of spaCy that tags the text first.")
    ] = None,
    passes: Passes = 5,
    beam: Beam = 4,
    seed: Seed = 1,
    quiet: Quiet = False,
) -> None:
    """Learn to tag from tagged text in any language, or, with --spacy, from plain text and its tags.

    Example: manyways tagger train train.tagged --out en.tagger
    """
    from manyways.linguistics import TaggerSettings
    from manyways.linguistics.files import Helps, train_tagger_on
    from manyways.progress import say

    settings = TaggerSettings(passes=passes, beam=beam, seed=seed)
    helps = Helps(also=also or (), classes=clusters, plain=plain or (), spacy=spacy)
    found = train_tagger_on(text, out, settings, helps)
    say(f"learnt from {counted(len(found), 'sentences')}: {out}")
