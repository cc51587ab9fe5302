"""MIXLM: several language models mixed into one, by expectation maximisation on held-out text."""

from __future__ import annotations

from manyways.features.base import Columns, Values, feature
from manyways.features.rich.prepared import prepared

__all__ = ["FEATURES"]


@feature("mixlm", needs=("mixlm",), pack="rich")
def mixed(columns: Columns) -> Values:
    """The logarithm of the probability per word, the end of the sentence being one."""
    texts = prepared(columns)
    scores = texts.log_probability(texts.pack.language_models["mixlm"])
    return texts.spread(scores / (texts.words + 1))


FEATURES = (mixed,)
