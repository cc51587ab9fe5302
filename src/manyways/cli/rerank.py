"""`manyways rerank`: learn to choose from lists with references, and see why."""

from __future__ import annotations

import typer

from manyways.cli import rerank_ablate, rerank_explain, rerank_lists, rerank_prepare, rerank_train
from manyways.cli.verb import Verb, VerbGroup

__all__ = ["app"]

app = typer.Typer(
    cls=VerbGroup,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Learn from lists with references how to choose; see what made one win and what features are worth.",
)
app.command("train", cls=Verb)(rerank_train.command)
app.command("explain", cls=Verb)(rerank_explain.command)
app.command("ablate", cls=Verb)(rerank_ablate.command)
app.command("lists", cls=Verb)(rerank_lists.command)
app.command("prepare", cls=Verb)(rerank_prepare.command)
