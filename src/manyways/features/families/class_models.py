"""WCLM: language models of word classes, by Brown's clustering: a column per clustering and order."""

from __future__ import annotations

from manyways.features.base import Columns, Computed, feature
from manyways.features.rich.prepared import prepared

__all__ = ["FEATURES"]


@feature("wclm:*", needs=("wclm",), pack="rich")
def class_models(columns: Columns) -> Computed:
    """The logarithm of the probability of the candidate's sequence of classes."""
    texts = prepared(columns)
    found = {}
    for classes, of_words in texts.pack.classes.items():
        for role in texts.pack.roles("wclm"):
            if role.startswith(f"wclm-{classes}-"):
                model = texts.pack.language_models[role]
                ids, offsets = model.encode(texts.column, classes=of_words, threads=columns.threads)
                scores = model.score_ids(ids, offsets, threads=columns.threads)
                found[f"wclm:{role.removeprefix('wclm-')}"] = texts.spread(scores)
    return found


FEATURES = (class_models,)
