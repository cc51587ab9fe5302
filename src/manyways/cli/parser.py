"""`manyways parser`: constituency trees, learnt from trees."""

from __future__ import annotations

from manyways.cli.verb import group_of

__all__ = ["app"]

app = group_of(
    "parser",
    "train",
    "apply",
    "score",
    help="Learn from trees which words belong together; parse text, and see how far trees agree.",
)
