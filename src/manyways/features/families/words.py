"""Single words by name: `word:cap` is how often a candidate says cap."""

from __future__ import annotations

import re

import numpy as np

from manyways.features.base import Columns, Computed, family_of, feature

__all__ = ["FEATURES", "bare"]

_EDGES = re.compile(r"^\W+|\W+$")


def bare(word: str) -> str:
    """A word as it is compared: in small letters, without marks at its ends."""
    return _EDGES.sub("", word).casefold()


@feature("word:*", pack="named")
def words(columns: Columns) -> Computed:
    """How often a word stands in it, of those that are asked for by name."""
    wanted = [name for name in columns.named if family_of(name) == "word"]
    tokens = columns.lists.tokens
    spelt = [bare(tokens.vocabulary.word(i)) for i in range(len(tokens.vocabulary))]
    found: dict[str, np.ndarray] = {}
    for name in wanted:
        is_word = np.array([each == bare(name.partition(":")[2]) for each in spelt], dtype=np.float64)
        hits = np.concatenate([[0.0], np.cumsum(is_word[tokens.ids] if len(tokens.ids) else np.zeros(0))])
        found[name] = hits[tokens.offsets[1:]] - hits[tokens.offsets[:-1]]
    return found


FEATURES = (words,)
