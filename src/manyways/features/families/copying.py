"""What a candidate takes over from its source word by word."""

from __future__ import annotations

from manyways.features.base import Columns, Values, feature, share

__all__ = ["FEATURES"]


@feature("copied", needs=("source",), pack="basic")
def copied(columns: Columns) -> Values:
    """The share of its words that stand in the source too."""
    return share(columns.count("copied"), columns.count("words"))


@feature("untranslated", needs=("source",), pack="basic")
def untranslated(columns: Columns) -> Values:
    """Words of the source that it has and fewer than half of its list have."""
    return columns.count("untranslated")


FEATURES = (copied, untranslated)
