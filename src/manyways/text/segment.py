"""Chinese words by an optional segmenter; without one the tokeniser takes character by character."""

from __future__ import annotations

import importlib
import logging

from manyways.errors import DependencyError
from manyways.text.column import TextColumn
from manyways.text.protect import outside_shields

__all__ = ["segment"]


def segment(texts: TextColumn) -> TextColumn:
    """Spaces between the words of Chinese texts, by jieba."""
    try:
        jieba = importlib.import_module("jieba")
    except ImportError:
        raise DependencyError(
            "the segmenter jieba is not installed", remedy="Install it: pip install jieba"
        ) from None
    jieba.setLogLevel(logging.WARNING)
    return TextColumn.from_texts(
        " ".join(word for part in outside_shields(text, jieba.cut) for word in part) for text in texts
    )
