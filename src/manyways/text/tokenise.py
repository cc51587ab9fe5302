"""Split running text into words and signs, and put it together again.

    list(tokenise(["It's 5,300 m. long."], "en"))       # ["It 's 5,300 m. long ."]
    list(detokenise(["It 's 5,300 m. long ."], "en"))   # ["It's 5,300 m. long."]

The rules are those of the Moses tokeniser, without its escaping, for any language; Han and Kana stand
character by character. The work is done in the core, on all cores, at many megabytes per second.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from manyways._core import text as core
from manyways.text.column import TextColumn
from manyways.text.languages import language_of
from manyways.text.protect import shield_column, unshield_column

__all__ = ["tokenise", "detokenise", "lower", "plain"]

Texts = TextColumn | Iterable[str]


def as_column(texts: Texts) -> TextColumn:
    return texts if isinstance(texts, TextColumn) else TextColumn.from_texts(texts)


def tokenise(
    texts: Texts, language: str, *, keep_segments: bool = False, protect: bool = False, threads: int = 0
) -> TextColumn:
    """Tokens with single spaces between them, one text per text.

    keep_segments: a run of Han or Kana is one token (a segmenter has put spaces between words before).
    protect: addresses, placeholders, quantities and their like (`manyways.text.protect`) are left whole.
    """
    column = as_column(texts)
    if protect:
        column = shield_column(column)
    tokeniser = _tokeniser(language_of(language).code, keep_segments)
    tokens = TextColumn(*tokeniser.tokenise(column.data, column.offsets, threads=threads))
    return unshield_column(tokens) if protect else tokens


def detokenise(texts: Texts, language: str, *, threads: int = 0) -> TextColumn:
    """Running text from tokens."""
    column = as_column(texts)
    detokeniser = _detokeniser(language_of(language).code)
    return TextColumn(*detokeniser.detokenise(column.data, column.offsets, threads=threads))


def lower(texts: Texts, *, threads: int = 0) -> TextColumn:
    """All texts in lower case."""
    column = as_column(texts)
    return TextColumn(*core.lower(column.data, column.offsets, threads=threads))


def plain(texts: Texts, *, threads: int = 0) -> TextColumn:
    """Curly quotes, long dashes, ellipses and odd spaces as their plain forms."""
    column = as_column(texts)
    return TextColumn(*core.plain(column.data, column.offsets, threads=threads))


@lru_cache(maxsize=64)
def _tokeniser(code: str, keep_segments: bool) -> core.Tokeniser:
    language = language_of(code)
    return core.Tokeniser(
        apostrophe=language.apostrophe,
        ordinals=language.ordinals,
        inner_colon=language.inner_colon,
        inner_point=language.inner_point,
        ideographs_alone=not keep_segments,
        abbreviations=list(language.abbreviations),
        numeric_abbreviations=list(language.numeric_abbreviations),
    )


@lru_cache(maxsize=64)
def _detokeniser(code: str) -> core.Detokeniser:
    language = language_of(code)
    return core.Detokeniser(
        apostrophe=language.apostrophe,
        spaced_signs=[ord(sign) for sign in language.spaced_signs],
        unspaced=language.unspaced,
        leading_apostrophe=language.leading_apostrophe,
    )
