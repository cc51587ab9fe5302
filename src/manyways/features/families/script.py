"""Whether a candidate is written as the others are: its script, its words and its language."""

from __future__ import annotations

import numpy as np

from manyways.features.base import Columns, Values, feature, share

__all__ = ["FEATURES"]


@feature("foreign-letters", pack="basic")
def foreign_letters(columns: Columns) -> Values:
    """The share of its letters that are not of the script of most letters of its list."""
    return share(columns.count("foreign"), columns.count("letters"))


@feature("own-words", pack="basic")
def own_words(columns: Columns) -> Values:
    """The share of its different words that no other candidate has: high in another language."""
    return share(columns.count("own"), columns.count("types"))


@feature("other-language", pack="basic")
def other_language(columns: Columns) -> Values:
    """1 if its small words are of another language than most of its list's (core/features/languages.h)."""
    lists, language = columns.lists, columns.count("language").astype(np.int64)
    votes = np.zeros((len(lists), int(language.max(initial=0)) + 1))
    np.add.at(votes, (lists.sentence_of, language), 1)
    votes[:, 0] = 0.5  # what cannot be told wins against none alone
    most = columns.spread(votes.argmax(axis=1))
    other: Values = ((language != most) & (language != 0) & (most != 0)).astype(np.float64)
    return other


@feature("source-language", needs=("source",), pack="basic")
def source_language(columns: Columns) -> Values:
    """1 if its small words are of the same language as the source's: left untranslated, perhaps."""
    language = columns.count("language")
    same: Values = ((language == columns.source_count("language")) & (language != 0)).astype(np.float64)
    return same


FEATURES = (foreign_letters, own_words, other_language, source_language)
