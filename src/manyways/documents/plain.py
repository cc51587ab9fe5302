"""Plain text: every sentence is a segment, and all white space stays."""

from __future__ import annotations

from manyways.documents.base import Builder, Document, Segment, Target, decoded
from manyways.text.sentences import split_sentences

__all__ = ["read"]


def read(data: bytes, name: str, source: str, target: str = "") -> Document:
    """Sentences of the source language, line by line."""
    text, encoding = decoded(data, name)
    builder = Builder(text, encoding)
    at = 1 if text.startswith("\ufeff") else 0
    for line in text[at:].splitlines(keepends=True):
        for sentence in split_sentences(line, source):
            inside = sentence.strip()
            if any(map(str.isalnum, inside)):
                start = at + sentence.index(inside)
                builder.slot(start, start + len(inside), builder.add(Segment((inside,))), _written)
            at += len(sentence)
    return builder.document()


def _written(target: Target) -> str:
    return Segment(target.parts).text
