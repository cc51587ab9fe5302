"""`manyways lm`: estimate, query, interpolate and convert n-gram language models."""

from __future__ import annotations

import typer

from manyways.cli import lm_convert, lm_estimate, lm_interpolate, lm_query
from manyways.cli.verb import Verb, VerbGroup

__all__ = ["app"]

app = typer.Typer(
    cls=VerbGroup,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="N-gram language models: estimate, query and mix them.",
)
app.command("estimate", cls=Verb)(lm_estimate.command)
app.command("query", cls=Verb)(lm_query.command)
app.command("interpolate", cls=Verb)(lm_interpolate.command)
app.command("convert", cls=Verb)(lm_convert.command)
