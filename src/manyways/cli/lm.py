"""`manyways lm`: estimate, query, interpolate and convert n-gram language models."""

from __future__ import annotations

from manyways.cli.verb import group_of

__all__ = ["app"]

app = group_of(
    "lm",
    "estimate",
    "query",
    "interpolate",
    "convert",
    help="N-gram language models: estimate, query and mix them.",
)
