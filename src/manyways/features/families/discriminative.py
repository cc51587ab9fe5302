"""DISC: language models of good and of bad translations, learnt from lists with references (TUNE1).

Each n-gram of a list's candidates counts as much as its candidate is good (BLEU + 1, from 0 for the worst of
its list to 1 for the best) in the one model, and as much as it is bad in the other.
"""

from __future__ import annotations

from manyways.features.base import Columns, Computed, feature
from manyways.features.rich.linguistic import tag_texts
from manyways.features.rich.prepared import prepared

__all__ = ["FEATURES"]


@feature("disc:*", needs=("disc",), pack="rich")
def of_words(columns: Columns) -> Computed:
    """The logarithm of the candidate's probability as a good and as a bad translation, by order."""
    texts = prepared(columns)
    return {
        f"disc:{role.removeprefix('disc-')}": texts.spread(
            texts.log_probability(texts.pack.language_models[role])
        )
        for role in texts.pack.roles("disc")
    }


@feature("disc-tags:*", needs=("disc tags",), pack="rich")
def of_tags(columns: Columns) -> Computed:
    """The same of the candidate's tags."""
    texts = prepared(columns)
    column = tag_texts(texts.tags, threads=columns.threads)
    return {
        f"disc-tags:{role.removeprefix('disc-tags-')}": texts.spread(
            texts.log_probability(texts.pack.language_models[role], column)
        )
        for role in texts.pack.roles("disc tags")
    }


FEATURES = (of_words, of_tags)
