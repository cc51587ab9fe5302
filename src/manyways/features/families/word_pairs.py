"""What an aligner says of a candidate and its source (core/features/word_pairs.h)."""

from __future__ import annotations

import numpy as np

from manyways._core import features as core
from manyways.features.base import Columns, Values, feature

__all__ = ["FEATURES"]


@feature(
    "align:forward", "align:reverse", "align:covered", "align:linked", needs=("align", "source"), pack="basic"
)
def word_pairs(columns: Columns) -> Values:
    """Logs of Model 1 per word: of it given the source, and back; shares of words with a partner.

    `covered` is the share of the source's words, `linked` of its own. The logarithm of the source given it
    is what a translation back would score.
    """
    aligner = columns.resources.aligner
    assert aligner is not None
    sources = aligner.source_words(columns.sources, columns.threads)
    words = aligner.target_words(columns.texts, columns.threads)
    offsets = np.ascontiguousarray(columns.lists.sentence_offsets)
    found = core.score_pairs(aligner.pairs, sources, words, offsets, columns.threads)
    found[:, 0] /= np.maximum(np.diff(words[1]), 1)
    found[:, 1] /= np.maximum(columns.spread(np.diff(sources[1])), 1)
    return found


FEATURES = (word_pairs,)
