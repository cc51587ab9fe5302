"""SYN: how probable a candidate's tree is, by a language model of trees (core/features/treelets.h)."""

from __future__ import annotations

import numpy as np

from manyways.features.base import Columns, Values, feature
from manyways.features.rich.linguistic import parsed_columns
from manyways.features.rich.prepared import prepared

__all__ = ["FEATURES"]


@feature("syn:log", "syn:log/word", needs=("syn",), pack="rich")
def treelets(columns: Columns) -> Values:
    """The logarithm of the probability of the parser's tree, and the same per word."""
    texts = prepared(columns)
    scores = texts.pack.treelets.score_parsed(*parsed_columns(texts.trees), columns.threads)
    words = np.maximum(np.diff(texts.tokens.offsets), 1)
    return texts.spread(np.column_stack([scores, scores / words]))


FEATURES = (treelets,)
