"""Sockeye's JSON output (`--output-type json`, `--nbest-size N`): one object per line::

    {"sentence_id": "1", "translation": "a house", "score": 0.4,
     "translations": ["a house", "one house"], "scores": [[0.4], [0.9]]}

Sockeye's scores are negative log probabilities (lower is better): ours are their negation.
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


def _detect(head: bytes) -> bool:
    first = first_value(head)
    return isinstance(first, dict) and "sentence_id" in first and "translation" in first


def _sentence(value: Any, path: AnyPath, line: int) -> Sentence:
    if not isinstance(value, dict) or "sentence_id" not in value:
        remedy = "Run sockeye-translate with --output-type json."
        raise InputError('the object has no key "sentence_id"', path=path, line=line, remedy=remedy)
    texts = value.get("translations") or [value.get("translation")]
    scores = value.get("scores") or [value.get("score")] * len(texts)
    if not isinstance(texts, list) or not isinstance(scores, list) or len(texts) != len(scores):
        found = '"translations" and "scores" are not lists of one length'
        raise InputError(found, path=path, line=line, remedy="Is the file whole?")
    candidates = [
        Candidate(as_text(text, "a translation", path, line), -as_number(score, "a score", path, line))
        for text, score in zip(texts, scores, strict=True)
    ]
    source = value.get("text")
    return Sentence(
        str(value["sentence_id"]), candidates, source if isinstance(source, str) else None, line=line
    )


def _read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
    sentences = (_sentence(value, path, line) for line, value in json_values(path))
    return chunks_from(sentences, path, options, format="sockeye")


FORMAT = Format("sockeye", "Sockeye JSON output", _detect, _read)
