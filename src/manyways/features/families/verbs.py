"""VERB: finite and non-finite verbs of a candidate, by its tags (of the Penn Treebank, or GUM's)."""

from __future__ import annotations

import numpy as np

from manyways.features.base import Columns, Values, feature, share
from manyways.features.rich.prepared import prepared

__all__ = ["FEATURES", "FINITE", "NON_FINITE"]

# To be and to have have tags of their own in some treebanks: VHZ, VVZ.
FINITE = frozenset({"MD", *(f"V{verb}{form}" for verb in "BHV" for form in "PZD")})
NON_FINITE = frozenset(f"V{verb}{form}" for verb in "BHV" for form in ("", "G", "N"))
_NAMES = ("finite/words", "non-finite/words", "finite/verbs", "non-finite/verbs")


@feature(*(f"verb:{name}" for name in _NAMES), needs=("tagger",), pack="rich")
def verbs(columns: Columns) -> Values:
    """The shares of finite and of non-finite verbs among the words, and among the verbs."""
    texts = prepared(columns)
    tags = texts.tags
    words = np.diff(tags.offsets).astype(np.float64)
    of_text = np.repeat(np.arange(len(words)), np.diff(tags.offsets))
    counts = []
    for kind in (FINITE, NON_FINITE):
        is_one = np.array([name in kind for name in tags.names], dtype=np.float64)
        counts.append(np.bincount(of_text, is_one[tags.ids], len(words)).astype(np.float64))
    every = counts[0] + counts[1]
    shares = [share(each, whole) for whole in (words, every) for each in counts]
    return texts.spread(np.column_stack(shares))


FEATURES = (verbs,)
