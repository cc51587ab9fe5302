"""`manyways parser score`."""

from __future__ import annotations

import dataclasses
from typing import Annotated

import typer

from manyways.cli.options import Json, Quiet, Threads, print_json
from manyways.cli.tagger_files import Trees
from manyways.wording import counted


def command(
    model: Annotated[str, typer.Argument(metavar="PARSER", help="What `parser train` wrote.")],
    trees: Trees,
    given_tags: Annotated[
        bool, typer.Option("--given-tags", help="Tell the parser the tags that the trees have.")
    ] = False,
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """See how far found trees agree with given ones: labelled brackets, as evalb counts them.

    Example: manyways parser score en.parser test.mrg
    """
    from manyways.linguistics.files import score_parser

    found, tags = score_parser(model, trees, given_tags=given_tags, threads=threads)
    if json:
        brackets = {"f1": found.f1, "precision": found.precision, "recall": found.recall}
        print_json(brackets | dataclasses.asdict(found) | {"tags": dataclasses.asdict(tags)})
        return
    print(
        f"brackets F1 {100 * found.f1:.2f}, precision {100 * found.precision:.2f}, "
        f"recall {100 * found.recall:.2f}"
    )
    print(f"all of them in {found.whole:,} of {counted(found.trees, 'trees')}")
    print(f"tags {100 * tags.share:.2f} % the same")
