"""GOOG: how much of a candidate stands in a large collection of n-grams, as Google's Web 1T is one."""

from __future__ import annotations

import numpy as np

from manyways.features.base import Columns, Values, feature, share
from manyways.features.rich.prepared import prepared

__all__ = ["ABOVE", "FEATURES"]

ABOVE = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_NAMES = ("goog:matches", "goog:misses", *(f"goog:above-{each}" for each in ABOVE))


@feature(*_NAMES, needs=("goog",), pack="rich")
def collection(columns: Columns) -> Values:
    """5-grams that are in the collection; those that are not; 1 if the share of the first is above x."""
    texts = prepared(columns)
    found = texts.pack.ngrams.match((texts.column.data, texts.column.offsets), columns.threads)
    counts = found.astype(np.float64)
    part = share(counts[:, 0], counts.sum(axis=1))
    return texts.spread(np.column_stack([counts, *(part > each for each in ABOVE)]))


FEATURES = (collection,)
