"""Hugging Face pipelines' answers as JSON: n per input, one after the other or in a list of their own::

    [{"translation_text": "a house"}, {"translation_text": "one house"}]

Flattened answers need --per-source N (`num_return_sequences`); lists in lists, or one list a line, are
one list per input. Texts alone are answers, too: ``[["a house", "one house"], ["x"]]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from manyways.candidates.assemble import Candidate, Sentence
from manyways.candidates.formats.base import Format, ReadSettings
from manyways.candidates.formats.records import (
    as_number,
    as_text,
    chunks_from,
    first_value,
    grouped,
    json_values,
)
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath

__all__ = ["FORMAT"]

_KEYS = ("translation_text", "generated_text", "summary_text")


def _detect(head: bytes) -> bool:
    first = first_value(head)
    if isinstance(first, list) and first:
        first = first[0]
    if isinstance(first, str):
        return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[")
    return isinstance(first, dict) and any(key in first for key in _KEYS)


def _candidate(value: Any, path: AnyPath, line: int) -> Candidate:
    if isinstance(value, str):
        return Candidate(as_text(value, "an answer", path, line))
    for key in _KEYS:
        if isinstance(value, dict) and key in value:
            score = as_number(value.get("score"), "a score", path, line)
            return Candidate(as_text(value[key], key, path, line), score)
    remedy = f"Each answer is an object with one of {', '.join(_KEYS)}."
    raise InputError(f"{str(value)[:40]!r} is not an answer", path=path, line=line, remedy=remedy)


def _sentences(path: AnyPath, options: ReadSettings) -> Iterator[Sentence]:
    values = json_values(path)
    first = next(values, None)
    if first is None:
        return
    everything = chain([first], values)
    if not isinstance(first[1], list):
        flat = ((line, _candidate(value, path, line)) for line, value in everything)
        yield from grouped(flat, options.per_source or 1, path)
        return
    for number, (line, value) in enumerate(everything):
        if not isinstance(value, list):
            remedy = "Either all inputs have a list of answers, or none."
            raise InputError(f"{str(value)[:40]!r} is not a list", path=path, line=line, remedy=remedy)
        yield Sentence(str(number), [_candidate(each, path, line) for each in value], line=line)


def _read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
    return chunks_from(_sentences(path, options), path, options, format="huggingface")


FORMAT = Format("huggingface", "Hugging Face answers as JSON (--per-source N)", _detect, _read, flat=True)
