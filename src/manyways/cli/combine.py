"""`manyways combine`: new sentences out of several candidates."""

from __future__ import annotations

from manyways.cli.verb import group_of

__all__ = ["app"]

app = group_of(
    "combine",
    "train",
    "apply",
    "explain",
    help="Make new sentences out of several candidates: learn how, do it, and see whose every word is.",
)
