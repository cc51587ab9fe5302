"""`manyways tagger train`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli.tagger_files import Beam, Out, Passes, Teaching
from manyways.cli.verb import excludes, together
from manyways.wording import counted


@together(excludes("--text", on=["--clusters"]))
def command(
    text: Annotated[
        list[str],
        typer.Argument(metavar="TAGGED", help="word_TAG or word/TAG lines, CoNLL-U, or trees; may be *.gz."),
    ],
    out: Out,
    spacy: Annotated[
        str | None, typer.Option("--spacy", help="A pipeline of spaCy that tags the text first.")
    ] = None,
    passes: Passes = 5,
    beam: Beam = 4,
    *,
    teaching: Teaching,
) -> None:
    """Learn to tag from tagged text in any language, or, with --spacy, from plain text and its tags.

    Example: manyways tagger train train.tagged --out en.tagger
    """
    from manyways.linguistics import TaggerSettings
    from manyways.linguistics.files import Helps, train_tagger_on
    from manyways.progress import say

    settings = TaggerSettings(passes=passes, beam=beam, seed=teaching.seed)
    found = train_tagger_on(text, out, settings, Helps(**teaching.arguments, spacy=spacy))
    say(f"learnt from {counted(len(found), 'sentences')}: {out}")
