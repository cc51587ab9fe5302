"""`manyways model`: what can be done to a model that is there."""

from __future__ import annotations

from manyways.cli.verb import group_of

__all__ = ["app"]

app = group_of("model", "add-lm", help="Models that are there: more language models for them.")
