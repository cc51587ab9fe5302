"""`manyways combine`: new sentences out of several candidates."""

from __future__ import annotations

import typer

from manyways.cli import combine_apply, combine_explain, combine_train
from manyways.cli.verb import Verb, VerbGroup

__all__ = ["app"]

app = typer.Typer(
    cls=VerbGroup,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Make new sentences out of several candidates: learn how, do it, and see whose every word is.",
)
app.command("train", cls=Verb)(combine_train.command)
app.command("apply", cls=Verb)(combine_apply.command)
app.command("explain", cls=Verb)(combine_explain.command)
