"""What readers of foreign JSON and line formats share: lines, JSON values, chunks of sentences."""

from __future__ import annotations

import gzip
import json
import math
import os
import zlib
from collections.abc import Iterator
from typing import Any

from manyways.candidates.assemble import Candidate, Sentence, from_sentences
from manyways.candidates.formats.base import ReadOptions
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath, open_bytes, read_bytes

__all__ = ["as_number", "as_text", "chunks_from", "first_value", "grouped", "json_values", "text_lines"]

_LONGEST = 64 << 20
_REMEDY = "Is the file whole, and of this format? Name another with --from."


def text_lines(path: AnyPath) -> Iterator[tuple[int, str]]:
    """Lines with their numbers; long, binary and non-UTF-8 lines are errors."""
    stream = open_bytes(path)
    number = 0
    try:
        while raw := stream.readline(_LONGEST + 1):
            number += 1
            if len(raw) > _LONGEST:
                raise InputError(
                    f"is longer than {_LONGEST >> 20} MB", path=path, line=number, remedy=_REMEDY
                )
            yield number, _decode(raw, path, number)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"is damaged or cut off: {error}", path=path, remedy="Copy it again.") from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path=path) from None
    finally:
        if os.fspath(path) != "-":
            stream.close()


def _decode(raw: bytes, path: AnyPath, number: int) -> str:
    if b"\0" in raw:
        remedy = "If it is compressed, give it the suffix .gz or unpack it first."
        raise InputError("holds a zero byte: this is a binary file", path=path, line=number, remedy=remedy)
    try:
        line = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        remedy = f"Convert the file first: iconv -f latin1 -t utf-8 {os.fspath(path)}"
        found = f"byte {error.start + 1} is not UTF-8 (0x{raw[error.start]:02x})"
        raise InputError(found, path=path, line=number, remedy=remedy) from None
    return (line[1:] if number == 1 and line.startswith("\ufeff") else line).rstrip("\r\n")


def json_values(path: AnyPath) -> Iterator[tuple[int, Any]]:
    """The values of a JSON Lines file with their lines, or the elements of one JSON array or object."""
    lines = text_lines(path)
    first = next(lines, None)
    if first is None:
        raise InputError("is empty", path=path, remedy="Is it the right file?")
    try:
        head = json.loads(first[1])
    except (ValueError, RecursionError):
        head = None
    if head is None or isinstance(head, list):
        yield from _whole_document(path)
        return
    yield 1, head
    for number, line in lines:
        if not line.strip():
            continue
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"not valid JSON: {error}", path=path, line=number, remedy=_REMEDY) from None


def _whole_document(path: AnyPath) -> Iterator[tuple[int, Any]]:
    raw = read_bytes(path)
    if b"\0" in raw:
        _decode(raw, path, raw[: raw.index(b"\0")].count(b"\n") + 1)
    try:
        document = json.loads(raw)
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise InputError("a byte is not UTF-8", path=path, line=line, remedy=_REMEDY) from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"not valid JSON: {error.msg}", path=path, line=error.lineno, remedy=_REMEDY
        ) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"not valid JSON: {error}", path=path, line=1, remedy=_REMEDY) from None
    for value in document if isinstance(document, list) else [document]:
        yield 1, value


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
    if "\0" in value or any("\ud800" <= c <= "\udfff" for c in value):
        raise InputError(f"{what} holds half a character", path=path, line=line, remedy=_REMEDY)
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
    return float(value)


def chunks_from(
    sentences: Iterator[Sentence], path: AnyPath, options: ReadOptions, *, format: str
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
