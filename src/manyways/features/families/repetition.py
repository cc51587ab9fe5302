"""Signs of a text that goes in circles."""

from __future__ import annotations

from manyways.features.base import Columns, Values, feature, share

__all__ = ["FEATURES"]


@feature("doubled", pack="basic")
def doubled(columns: Columns) -> Values:
    """Words that follow themselves."""
    return columns.count("doubled")


@feature("repeated", pack="basic")
def repeated(columns: Columns) -> Values:
    """The share of its words that end three words which were there before."""
    return share(columns.count("repeated"), columns.count("words"))


@feature("longest-run", pack="basic")
def longest_run(columns: Columns) -> Values:
    """The longest run of one character, white space and digits left out."""
    return columns.count("longest-run")


FEATURES = (doubled, repeated, longest_run)
