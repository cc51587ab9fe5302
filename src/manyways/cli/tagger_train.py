"""`manyways tagger train`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli.tagger_files import Beam, Out, Passes, Teaching
from manyways.wording import counted


def command(
    text: Annotated[
        list[str],
        typer.Argument(metavar="TAGGED", help="word_TAG or word/TAG lines, CoNLL-U, or trees; may be *.gz."),
    ],
    out: Out,
    passes: Passes = 5,
    beam: Beam = 4,
    *,
    teaching: Teaching,
) -> None:
    """Learn to tag from tagged text in any language.

    Example: manyways tagger train train.tagged --out en.tagger
    """
    from manyways.linguistics import TaggerSettings
    from manyways.linguistics.files import train_tagger_on
    from manyways.progress import say

    settings = TaggerSettings(passes=passes, beam=beam, seed=teaching.seed)
    found = train_tagger_on(text, out, settings, also=teaching.also or [], classes=teaching.clusters)
    say(f"learnt from {counted(len(found), 'sentences')}: {out}")
