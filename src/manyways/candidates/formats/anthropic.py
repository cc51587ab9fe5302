"""Messages of Anthropic's interface, alone or in batches::

    {"custom_id": "0", "result": {"type": "succeeded", "message": {"type": "message", "model": "m",
     "content": [{"type": "text", "text": "a house"}], "stop_reason": "end_turn"}}}

The id is `custom_id`, or the number of the message; several messages of one id are one list. A request that
failed is a sentence without candidates.
"""

from __future__ import annotations

from typing import Any

from manyways.candidates.assemble import Sentence
from manyways.candidates.formats.answers import at, listed_format, made, parts_text, refuse
from manyways.candidates.formats.records import as_text, first_value
from manyways.files import AnyPath

__all__ = ["FORMAT"]

_REMEDY = "Each line is a message, or a line of a batch's results."


def _detect(head: bytes) -> bool:
    first = first_value(head)
    if isinstance(first, dict):
        batch = "custom_id" in first and isinstance(first.get("result"), dict)
        return batch or (first.get("type") == "message" and isinstance(first.get("content"), list))
    line = head.split(b"\n", 1)[0]
    return b'"stop_reason"' in line or (b'"custom_id"' in line and b'"result"' in line)


def _sentence(value: Any, number: int, path: AnyPath, line: int) -> Sentence:
    message = at(value, "result", "message") if at(value, "custom_id") is not None else value
    one = str(at(value, "custom_id") or number)
    if at(value, "result") is not None and at(value, "result", "type") != "succeeded":
        return Sentence(one, [], line=line)
    if not isinstance(message, dict) or "content" not in message:
        raise refuse(value, "a message", path, line, _REMEDY)
    text, flag = parts_text(message["content"], path, line)
    model = as_text(message.get("model") or "", "the model", path, line)
    return Sentence(one, [made(text, flag, ended=message.get("stop_reason"), system=model)], line=line)


FORMAT = listed_format(
    "anthropic", "Anthropic messages or batch results (JSON, JSON Lines)", _detect, _sentence
)
