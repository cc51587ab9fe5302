"""What language models think of a candidate."""

from __future__ import annotations

import numpy as np

from manyways.features.base import Columns, Computed, feature

__all__ = ["FEATURES"]


@feature("lm:*", needs=("lm",), pack="basic")
def language_models(columns: Columns) -> Computed:
    """Of each model: the natural logarithm of the probability, the same per word, and unknown words."""
    found: dict[str, np.ndarray] = {}
    for name, opened in columns.resources.lms.items():
        texts = opened.prepared(columns.texts, columns.threads)
        ids, offsets = opened.model.encode(texts, threads=columns.threads)
        scores, _, unknown = opened.model.core.score_sentences(ids, offsets, True, True, columns.threads)
        found[f"lm:{name}"] = scores
        found[f"lm:{name}/word"] = scores / (np.diff(offsets) + 1)
        found[f"lm:{name}/unknown"] = unknown.astype(np.float64)
    return found


FEATURES = (language_models,)
