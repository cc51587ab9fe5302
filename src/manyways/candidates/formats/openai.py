"""Answers of OpenAI and of all who speak its protocols (chat, completions, Responses), alone or in batches::

    {"custom_id": "0", "response": {"status_code": 200, "body": {"model": "m", "choices":
     [{"index": 0, "message": {"content": "a house"}}, {"index": 1, "message": {"content": "one house"}}]}}}
    {"object": "response", "model": "m", "output": [{"type": "message", "content":
     [{"type": "output_text", "text": "a house"}]}]}

The id is `custom_id`, or the number of the answer; the system is the model. With log probabilities of
tokens the score is their sum. A request that failed is a sentence without candidates.
"""

from __future__ import annotations

from typing import Any

from manyways.candidates.assemble import Candidate, Sentence
from manyways.candidates.formats.answers import at, listed_format, logprobs, made, parts_text, refuse
from manyways.candidates.formats.records import as_text, first_value
from manyways.errors import InputError
from manyways.files import AnyPath

__all__ = ["FORMAT"]


def _detect(head: bytes) -> bool:
    first = first_value(head)
    if isinstance(first, dict):
        batch = "custom_id" in first and "response" in first
        return isinstance(first.get("choices"), list) or isinstance(first.get("output"), list) or batch
    # A long first answer does not fit the head.
    line = head.split(b"\n", 1)[0]
    return b'"choices"' in line or (b'"custom_id"' in line and b'"response"' in line)


def _choice(choice: Any, model: str, path: AnyPath, line: int) -> Candidate:
    """A choice of a chat has a message, one of a completion a text."""
    if not isinstance(choice, dict):
        raise refuse(choice, "a choice", path, line, "Each choice has a message with content.")
    if "delta" in choice:
        remedy = "Ask without streaming, or put the pieces together first."
        raise InputError("is a stream in pieces, not an answer", path=path, line=line, remedy=remedy)
    message = choice.get("message", choice)
    if not isinstance(message, dict):
        raise refuse(choice, "a choice", path, line, "Each choice has a message with content.")
    text, flag = parts_text(message.get("content", message.get("text")), path, line)
    flag = "refused" if message.get("refusal") else flag
    tokens = at(choice, "logprobs", "content") or at(choice, "logprobs", "token_logprobs")
    calls = message.get("tool_calls") or message.get("function_call")
    score = logprobs(tokens, path, line)
    return made(text, flag, ended=choice.get("finish_reason"), calls=calls, score=score, system=model)


def _response(body: dict[str, Any], model: str, path: AnyPath, line: int) -> Candidate:
    """The messages of a Responses object are one answer."""
    tokens: list[Any] = []
    text, flag, calls = "", "", False
    for item in body["output"]:
        if at(item, "type") == "message":
            more, why = parts_text(at(item, "content"), path, line)
            text, flag = text + more, flag or why
            parts = at(item, "content")
            for part in parts if isinstance(parts, list) else []:
                tokens += at(part, "logprobs") or [] if isinstance(at(part, "logprobs"), list) else []
        calls = calls or str(at(item, "type")).endswith("_call")
    ended = at(body, "incomplete_details", "reason")
    return made(text, flag, ended=ended, calls=calls, score=logprobs(tokens, path, line), system=model)


def _sentence(value: Any, number: int, path: AnyPath, line: int) -> Sentence:
    if not isinstance(value, dict):
        raise refuse(value, "an answer", path, line, "Is it JSON?")
    one, body = str(value.get("custom_id", number)), value
    if "custom_id" in value:
        body = at(value, "response", "body")
        if value.get("error") is not None or not isinstance(body, dict):
            return Sentence(one, [], line=line)
    if body.get("error") is not None:
        return Sentence(one, [], line=line)
    model = as_text(body.get("model") or "", "the model", path, line)
    if isinstance(body.get("output"), list):
        return Sentence(one, [_response(body, model, path, line)], line=line)
    choices = body.get("choices")
    if not isinstance(choices, list):
        remedy = "Each line is an answer, or a line of a batch's output file."
        raise InputError('the object has no list "choices" or "output"', path=path, line=line, remedy=remedy)
    return Sentence(one, [_choice(choice, model, path, line) for choice in choices], line=line)


FORMAT = listed_format(
    "openai", "OpenAI-style answers or batch output (JSON, JSON Lines)", _detect, _sentence
)
