"""Whether a candidate is written as the others are: its script and its words."""

from __future__ import annotations

from manyways.features.base import Columns, Values, feature, share

__all__ = ["FEATURES"]


@feature("foreign-letters", pack="basic")
def foreign_letters(columns: Columns) -> Values:
    """The share of its letters that are not of the script of most letters of its list."""
    return share(columns.count("foreign"), columns.count("letters"))


@feature("own-words", pack="basic")
def own_words(columns: Columns) -> Values:
    """The share of its different words that no other candidate has: high in another language."""
    return share(columns.count("own"), columns.count("types"))


FEATURES = (foreign_letters, own_words)
