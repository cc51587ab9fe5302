"""`manyways tagger train`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli.options import Force, Quiet, Seed
from manyways.cli.tagger_files import Also, Beam, Clusters, Out, Passes
from manyways.wording import counted


def command(
    text: Annotated[
        list[str],
        typer.Argument(metavar="TAGGED", help="word_TAG or word/TAG lines, CoNLL-U, or trees; may be *.gz."),
    ],
    out: Out,
    force: Force = False,
    also: Also = None,
    clusters: Clusters = None,
    passes: Passes = 5,
    beam: Beam = 4,
    seed: Seed = 1,
    quiet: Quiet = False,
) -> None:
    """Learn to tag from tagged text in any language.

    Example: manyways tagger train train.tagged --out en.tagger
    """
    from manyways.linguistics import TaggerSettings
    from manyways.linguistics.files import train_tagger_on
    from manyways.progress import say

    settings = TaggerSettings(passes=passes, beam=beam, seed=seed)
    found = train_tagger_on(text, out, settings, also=also or [], classes=clusters)
    say(f"learnt from {counted(len(found), 'sentences')}: {out}")
