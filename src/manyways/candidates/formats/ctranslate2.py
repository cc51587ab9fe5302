"""CTranslate2 results as JSON: an object per source, one per line or in one array::

    {"hypotheses": [["▁a", "▁house"], ["▁one", "▁house"]], "scores": [-0.4, -0.9]}

Hypotheses are lists of tokens or texts; tokens are joined, as SentencePiece does where they carry its mark.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from manyways.candidates.assemble import Candidate, Sentence
from manyways.candidates.formats.base import Format, ReadSettings
from manyways.candidates.formats.records import as_number, as_text, chunks_from, first_value, json_values
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath

__all__ = ["FORMAT"]

_MARK = "\u2581"


def _detect(head: bytes) -> bool:
    first = first_value(head)
    return isinstance(first, dict) and "hypotheses" in first


def _text(value: Any, path: AnyPath, line: int) -> str:
    if not isinstance(value, list):
        return as_text(value, "a hypothesis", path, line)
    tokens = [as_text(token, "a token", path, line) for token in value]
    if any(token.startswith(_MARK) for token in tokens):
        return "".join(tokens).replace(_MARK, " ").strip()
    return " ".join(tokens)


def _sentence(value: Any, number: int, path: AnyPath, line: int) -> Sentence:
    texts = value.get("hypotheses") if isinstance(value, dict) else None
    if not isinstance(texts, list):
        remedy = 'Write one object with "hypotheses" and "scores" per source.'
        raise InputError('the object has no list "hypotheses"', path=path, line=line, remedy=remedy)
    scores = value.get("scores") or [None] * len(texts)
    if not isinstance(scores, list) or len(scores) != len(texts):
        found = '"hypotheses" and "scores" are not lists of one length'
        raise InputError(found, path=path, line=line, remedy="Pass return_scores=True.")
    candidates = [
        Candidate(_text(text, path, line), as_number(score, "a score", path, line))
        for text, score in zip(texts, scores, strict=True)
    ]
    source = value.get("source")
    return Sentence(
        str(value.get("id", number)), candidates, source if isinstance(source, str) else None, line=line
    )


def _read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
    values = enumerate(json_values(path))
    sentences = (_sentence(value, number, path, line) for number, (line, value) in values)
    return chunks_from(sentences, path, options, format="ctranslate2")


FORMAT = Format("ctranslate2", "CTranslate2 results as JSON", _detect, _read)
