"""Punctuation, brackets, quotes, capitals and the end of the sentence."""

from __future__ import annotations

import numpy as np

from manyways.features.base import Columns, Values, feature, share

__all__ = ["FEATURES"]


@feature("punctuation-ratio", needs=("source",), pack="basic")
def punctuation_ratio(columns: Columns) -> Values:
    """The logarithm of its punctuation marks by the source's, one added to both."""
    return np.log((columns.count("punctuation") + 1) / (columns.source_count("punctuation") + 1))


@feature("ending", needs=("source",), pack="basic")
def ending(columns: Columns) -> Values:
    """1 if it ends in another way than the source: stop, question, exclamation, comma or colon, other."""
    found: Values = (columns.count("ending") != columns.source_count("ending")).astype(np.float64)
    return found


@feature("brackets", pack="basic")
def brackets(columns: Columns) -> Values:
    """Brackets without a partner."""
    return columns.count("unbalanced")


@feature("quotes", pack="basic")
def quotes(columns: Columns) -> Values:
    """1 if the number of quotation marks is odd."""
    return columns.count("quotes") % 2


@feature("capitals", pack="basic")
def capitals(columns: Columns) -> Values:
    """The share of its letters that are capitals."""
    return share(columns.count("capitals"), columns.count("letters"))


FEATURES = (punctuation_ratio, ending, brackets, quotes, capitals)
