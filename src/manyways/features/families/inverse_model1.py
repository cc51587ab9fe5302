"""INVMOD1: how well a candidate explains its source, by IBM Model 1 in the other direction.

Hildebrand and Vogel (2008), section 2.2, turned round, as in Gimpel et al. (2013).
"""

from __future__ import annotations

import numpy as np

from manyways.features.base import Columns, Values, feature
from manyways.features.rich.prepared import prepared

__all__ = ["FEATURES"]

_NAMES = ("sum", "best", "weak", "sum/word", "best/word")


@feature(*(f"invmod1:{name}" for name in _NAMES), needs=("source", "invmod1"), pack="rich")
def inverse_model1(columns: Columns) -> Values:
    """log P(source | candidate); the same with each word's best partner; the share of source words
    without a probable partner; and the first two per word of the candidate."""
    pack = columns.resources.pack
    assert pack is not None
    texts = prepared(columns)
    column = texts.column.take(texts.of_row)
    sources = pack.source.prepare(columns.sources, threads=columns.threads)
    rows = pack.model1.score(
        (column.data, column.offsets),
        np.ascontiguousarray(columns.lists.sentence_offsets),
        (sources.data, sources.offsets),
        pack.setting("weak", float),
        columns.threads,
    )
    words = np.maximum(texts.spread(texts.words), 1)
    return np.column_stack([rows, rows[:, 0] / words, rows[:, 1] / words])


FEATURES = (inverse_model1,)
