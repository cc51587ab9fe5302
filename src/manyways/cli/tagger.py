"""`manyways tagger`: part-of-speech tags, learnt from tagged text."""

from __future__ import annotations

import typer

from manyways.cli import tagger_apply, tagger_score, tagger_train
from manyways.cli.verb import Verb, VerbGroup

__all__ = ["app"]

app = typer.Typer(
    cls=VerbGroup,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Learn from tagged text what words are, nouns or verbs; tag text, and see how well.",
)
app.command("train", cls=Verb)(tagger_train.command)
app.command("apply", cls=Verb)(tagger_apply.command)
app.command("score", cls=Verb)(tagger_score.command)
