"""How long a candidate is, beside its source and beside the others."""

from __future__ import annotations

import numpy as np

from manyways.features.base import Columns, Values, feature

__all__ = ["FEATURES"]


@feature("words", "characters", pack="basic")
def lengths(columns: Columns) -> Values:
    """Words, and characters that are no white space."""
    return np.column_stack([columns.count("words"), columns.count("characters")])


@feature("length-ratio", needs=("source",), pack="basic")
def length_ratio(columns: Columns) -> Values:
    """The logarithm of its characters by the source's, one added to both."""
    return np.log((columns.count("characters") + 1) / (columns.source_count("characters") + 1))


@feature("length-gap", pack="basic")
def length_gap(columns: Columns) -> Values:
    """How far the logarithm of its characters, one added, is from the mean of its list."""
    size = np.log(columns.count("characters") + 1)
    return np.abs(size - columns.mean(size))


FEATURES = (lengths, length_ratio, length_gap)
