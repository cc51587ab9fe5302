"""`manyways study`: people edit and judge translations, and what comes out of it."""

from __future__ import annotations

from manyways.cli.verb import group_of

__all__ = ["app"]

app = group_of(
    "study",
    "new",
    "serve",
    "export",
    "analyse",
    "simulate",
    help="Studies with people: they edit translations of two kinds of lists, and judge the texts.",
)
