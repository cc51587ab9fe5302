"""`manyways rerank`: learn to choose from lists with references, and see why."""

from __future__ import annotations

from manyways.cli.verb import group_of

__all__ = ["app"]

app = group_of(
    "rerank",
    "train",
    "explain",
    "ablate",
    "lists",
    "prepare",
    help="Learn from lists with references how to choose; see what made one win and what features are worth.",
)
