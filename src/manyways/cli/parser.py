"""`manyways parser`: constituency trees, learnt from trees."""

from __future__ import annotations

import typer

from manyways.cli import parser_apply, parser_score, parser_train
from manyways.cli.verb import Verb, VerbGroup

__all__ = ["app"]

app = typer.Typer(
    cls=VerbGroup,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Learn from trees which words belong together; parse text, and see how far trees agree.",
)
app.command("train", cls=Verb)(parser_train.command)
app.command("apply", cls=Verb)(parser_apply.command)
app.command("score", cls=Verb)(parser_score.command)
