"""`manyways tagger score`."""

from __future__ import annotations

import dataclasses
from typing import Annotated

import typer

from manyways.cli.options import Json, Quiet, Threads, print_json
from manyways.wording import counted


def command(
    model: Annotated[str, typer.Argument(metavar="TAGGER", help="What `tagger train` wrote.")],
    gold: Annotated[
        list[str], typer.Argument(metavar="TAGGED", help="Text with the tags to compare with; may be *.gz.")
    ],
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """See how many words get the tag that they have in tagged text.

    Example: manyways tagger score en.tagger test.tagged
    """
    from manyways.linguistics.files import score_tagger

    found = score_tagger(model, gold, threads=threads)
    if json:
        print_json({"share": found.share} | dataclasses.asdict(found))
        return
    print(f"tags {100 * found.share:.2f} % the same: {found.same:,} of {counted(found.words, 'words')}")
    print(f"all of them in {found.whole:,} of {counted(found.sentences, 'sentences')}")
