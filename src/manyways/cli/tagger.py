"""`manyways tagger`: part-of-speech tags, learnt from tagged text."""

from __future__ import annotations

from manyways.cli.verb import group_of

__all__ = ["app"]

app = group_of(
    "tagger",
    "train",
    "apply",
    "score",
    help="Learn from tagged text what words are, nouns or verbs; tag text, and see how well.",
)
