"""What readers of foreign JSON and line formats share: lines, JSON values, chunks of sentences."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from itertools import chain
from typing import Any

from manyways.candidates.assemble import Candidate, Sentence, from_sentences
from manyways.candidates.formats.base import ReadSettings
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.reading import AnyPath, open_text, parse_json

__all__ = ["as_number", "as_text", "chunks_from", "first_value", "grouped", "json_values"]

_LARGEST = 256 << 20  # bytes of a document that is one JSON value
_REMEDY = "Is the file whole, and of this format? Name another with --from."


def json_values(path: AnyPath) -> Iterator[tuple[int, Any]]:
    """The values of a JSON Lines file with their lines, or the elements of one JSON array or object."""
    with open_text(path) as lines:
        first = next(lines, None)
        if first is None:
            raise InputError("is empty", path=path, remedy="Is it the right file?")
        try:
            head = parse_json(first, path)
        except InputError:
            head = None  # an array or object over many lines
        second = next(lines, None)
        rest = iter(()) if second is None else chain([second], lines)
        alone = second is None or not second or second.isspace()
        if head is None or (isinstance(head, list) and alone):
            document = parse_json(_joined(first, rest, path), path, remedy=_REMEDY)
            yield from ((1, value) for value in (document if isinstance(document, list) else [document]))
            return
        yield 1, head
        for number, line in enumerate(rest, 2):
            if line and not line.isspace():
                yield number, parse_json(line, path, number, remedy=_REMEDY)


def _joined(first: str, lines: Iterator[str], path: AnyPath) -> str:
    """The text of a whole file, the first line of which is read already."""
    parts, size = [first], len(first)
    for line in lines:
        parts.append(line)
        size += len(line) + 1
        if size > _LARGEST:
            remedy = "Write one JSON value per line."
            raise InputError(f"one JSON value of more than {_LARGEST >> 20} MB", path=path, remedy=remedy)
    return "\n".join(parts)


def first_value(head: bytes) -> Any:
    """The first JSON value of a file's beginning, or None: a line's, or an array's first element's."""
    text = head.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if text.startswith("["):
        text = text[1:].lstrip()
    try:
        return json.JSONDecoder().raw_decode(text)[0]
    except (ValueError, RecursionError):
        return None


def as_text(value: Any, what: str, path: AnyPath, line: int) -> str:
    """`value` if it is a text, else an InputError."""
    if not isinstance(value, str):
        found = f"{what} is {str(value)[:40]!r}, not a text"
        raise InputError(found, path=path, line=line, remedy=_REMEDY)
    if "\0" in value:
        raise InputError(f"{what} holds a zero character", path=path, line=line, remedy=_REMEDY)
    return value


def as_number(value: Any, what: str, path: AnyPath, line: int) -> float:
    """`value` as a number (a list of one counts as one), NaN for None, else an InputError."""
    if isinstance(value, list) and value:
        value = value[0]
    if value is None:
        return math.nan
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        found = f"{what} is {str(value)[:40]!r}, not a number"
        raise InputError(found, path=path, line=line, remedy=_REMEDY)
    try:
        return float(value)
    except OverflowError:
        raise InputError(f"{what} is too large a number", path=path, line=line, remedy=_REMEDY) from None


def chunks_from(
    sentences: Iterator[Sentence], path: AnyPath, options: ReadSettings, *, format: str
) -> Iterator[CandidateLists]:
    """Columns of about `options.chunk` sentences at a time; the first chunk decides the dense features."""
    waiting: list[Sentence] = []
    names: tuple[str, ...] | None = None
    for sentence in sentences:
        waiting.append(sentence)
        if options.chunk and len(waiting) >= options.chunk:
            lists = from_sentences(waiting, feature_names=names, path=str(path), format=format)
            names = lists.feature_names
            waiting = []
            yield lists
    if waiting:
        yield from_sentences(waiting, feature_names=names, path=str(path), format=format)
    elif names is None:
        raise InputError("holds no candidates", path=path, remedy=_REMEDY)


def grouped(
    candidates: Iterator[tuple[int, Candidate]], per_source: int, path: AnyPath
) -> Iterator[Sentence]:
    """Sentences of `per_source` candidates each, numbered from 0."""
    waiting: list[Candidate] = []
    number = line = 0
    for line, candidate in candidates:
        waiting.append(candidate)
        if len(waiting) == per_source:
            yield Sentence(str(number), waiting, line=line)
            waiting, number = [], number + 1
    if waiting:
        missing = per_source - len(waiting)
        raise InputError(
            f"ends {missing} candidate(s) too early for {per_source} per source",
            path=path,
            line=line,
            remedy="Is --per-source right, and the file whole?",
        )
