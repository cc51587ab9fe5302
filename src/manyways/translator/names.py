"""Names and loan words that a model has no translation for, in another script: spelt, not copied.

names = Names(model.path("letters.source"), opened.table)
names.given(sentence)         # the same, with spellings given for such words

The spellings compete with each other under the model's weights: what the letters say is their translation
score, and the language model knows which of them are words.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import overload

from manyways.search import AnyTable, Given, Sentence
from manyways.search.inputs import words_of
from manyways.text.known_words import is_word
from manyways.text.transliterate import Transliterator

__all__ = ["Names"]

MOST = 10  # spellings of a word
_LEAST = 0.25  # of the best one's probability, which others need
_SHORTEST = 3  # letters of a word that is spelt


class Names:
    """Spellings of words by the letters of a model; safe to use from many threads."""

    def __init__(self, path: Path, table: AnyTable) -> None:
        self._path, self._table = path, table
        self._spelt = lru_cache(maxsize=1 << 16)(self._spellings)

    @cached_property
    def _transliterator(self) -> Transliterator:
        return Transliterator.load(self._path)

    def _spellings(self, word: str) -> tuple[tuple[str, float], ...]:
        if word.isascii() or len(word) < _SHORTEST or not is_word(word) or self._table.find(word):
            return ()
        if not self._transliterator.borrows(word):
            return ()
        found = self._transliterator.best(word, MOST)
        return tuple((text, share) for text, share in found if share >= _LEAST * found[0][1])

    @overload
    def given(self, source: Sentence) -> Sentence: ...
    @overload
    def given(self, source: str) -> str | Sentence: ...
    def given(self, source: str | Sentence) -> str | Sentence:
        """A text in the model's words with spellings of those that need them, unless others are given."""
        sentence = Sentence(source) if isinstance(source, str) else source
        taken = {place for given in sentence.given for place in range(given.start, given.end)}
        found = [
            Given(place, place + 1, text, exclusive=False, probability=share)
            for place, word in enumerate(words_of(sentence.text))
            if place not in taken
            for text, share in self._spelt(word)
        ]
        return replace(sentence, given=[*sentence.given, *found]) if found else source
