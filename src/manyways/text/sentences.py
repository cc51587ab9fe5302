"""Split running text into sentences; joined, the pieces are the text again.

split_sentences("Dr. Who came. He left.", "en")      # ["Dr. Who came. ", "He left."]
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from manyways._core import text as core
from manyways.text.column import TextColumn
from manyways.text.languages import language_of

__all__ = ["split_sentences", "split_column"]


def split_sentences(text: str, language: str) -> list[str]:
    """The sentences of one text, each with the white space behind it; ``"".join`` gives the text back."""
    return list(split_column(TextColumn.from_texts([text]), language)[0])


def split_column(texts: TextColumn, language: str) -> tuple[TextColumn, npt.NDArray[np.int64]]:
    """All sentences of all texts; those of text i are rows ``offsets[i]`` to ``offsets[i + 1]``."""
    pieces, offsets = _splitter(language_of(language).code).split(texts.data, texts.offsets)
    return TextColumn(texts.data, pieces), offsets


@lru_cache(maxsize=64)
def _splitter(code: str) -> core.SentenceSplitter:
    language = language_of(code)
    return core.SentenceSplitter(
        list(language.abbreviations), list(language.numeric_abbreviations), language.ordinals
    )
