"""Chat answers of OpenAI and everyone who speaks its protocol: responses, or lines of a batch's output::

    {"custom_id": "0", "response": {"status_code": 200, "body": {"model": "m", "choices":
     [{"index": 0, "message": {"content": "a house"}}, {"index": 1, "message": {"content": "one house"}}]}}}

The id is `custom_id`, or the number of the response; the system is the model. With `logprobs` the score is
their sum. A request that failed is a sentence without candidates.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from manyways.candidates.assemble import Candidate, Sentence
from manyways.candidates.formats.base import Format, ReadOptions
from manyways.candidates.formats.records import as_number, as_text, chunks_from, first_value, json_values
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath

__all__ = ["FORMAT"]


def _detect(head: bytes) -> bool:
    first = first_value(head)
    if isinstance(first, dict):
        return isinstance(first.get("choices"), list) or ("custom_id" in first and "response" in first)
    # A long first answer does not fit the head.
    line = head.split(b"\n", 1)[0]
    return b'"choices"' in line or (b'"custom_id"' in line and b'"response"' in line)


def _score(choice: dict[str, Any], path: AnyPath, line: int) -> float:
    tokens = (choice.get("logprobs") or {}).get("content")
    if not isinstance(tokens, list) or not all(isinstance(token, dict) for token in tokens):
        return math.nan
    return math.fsum(as_number(token.get("logprob"), "a logprob", path, line) for token in tokens)


def _candidate(choice: Any, model: str, path: AnyPath, line: int) -> Candidate:
    message = choice.get("message", choice) if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        remedy = "Each choice has a message with content."
        raise InputError(f"{str(choice)[:40]!r} is not a choice", path=path, line=line, remedy=remedy)
    # A refusal has no content; old completions have `text`.
    content = message.get("content", message.get("text")) or ""
    return Candidate(as_text(content, "the content", path, line), _score(choice, path, line), system=model)


def _sentence(value: Any, number: int, path: AnyPath, line: int) -> Sentence:
    if not isinstance(value, dict):
        raise InputError(f"{str(value)[:40]!r} is not a response", path=path, line=line, remedy="Is it JSON?")
    one = str(value.get("custom_id", number))
    body = value
    if "custom_id" in value:
        response = value.get("response")
        body = response.get("body") or {} if isinstance(response, dict) else {}
        if value.get("error") is not None or not body.get("choices"):
            return Sentence(one, [], line=line)
    choices = body.get("choices")
    if not isinstance(choices, list):
        remedy = "Each line is a response, or a line of a batch's output file."
        raise InputError('the object has no list "choices"', path=path, line=line, remedy=remedy)
    model = str(body.get("model", ""))
    return Sentence(one, [_candidate(choice, model, path, line) for choice in choices], line=line)


def _read(path: AnyPath, options: ReadOptions) -> Iterator[CandidateLists]:
    values = enumerate(json_values(path))
    sentences = (_sentence(value, number, path, line) for number, (line, value) in values)
    return chunks_from(sentences, path, options, format="openai")


FORMAT = Format("openai", "OpenAI-style responses or batch output (JSON Lines)", _detect, _read)
