"""Answers of Ollama, of `/api/generate` or `/api/chat`, whole or streamed::

    {"model": "m", "message": {"role": "assistant", "content": "a house"},
     "done": true, "done_reason": "stop"}

Answers do not say what they answer: they come in the order of the sources, `--per-source N` for each. A
streamed answer ends with `"done": true`; its pieces are put together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from manyways.candidates.assemble import Candidate
from manyways.candidates.formats.answers import at, flat_format, made, parts_text, refuse
from manyways.candidates.formats.records import as_text, first_value, json_values
from manyways.errors import InputError
from manyways.files import AnyPath

__all__ = ["FORMAT"]


def _detect(head: bytes) -> bool:
    first = first_value(head)
    if not isinstance(first, dict) or "done" not in first:
        return False
    return isinstance(first.get("response"), str) or isinstance(first.get("message"), dict)


def _piece(value: Any, path: AnyPath, line: int) -> tuple[str, str]:
    if not isinstance(value, dict) or not isinstance(
        value.get("message", value.get("response")), (dict, str)
    ):
        raise refuse(value, "an answer of Ollama", path, line, "It has a message or a response.")
    return parts_text(at(value, "message", "content") or value.get("response"), path, line)


def _answers(path: AnyPath) -> Iterator[tuple[int, Candidate]]:
    text, calls, line = "", False, 0
    for line, value in json_values(path):
        more, flag = _piece(value, path, line)
        text, calls = text + more, calls or bool(at(value, "message", "tool_calls"))
        if value.get("done", True):
            model = as_text(value.get("model") or "", "the model", path, line)
            yield line, made(text, flag, ended=value.get("done_reason"), calls=calls, system=model)
            text, calls = "", False
    if text:
        remedy = "Is the file whole? The last piece of an answer says that it is done."
        raise InputError("ends within an answer", path=path, line=line, remedy=remedy)


FORMAT = flat_format("ollama", "Ollama answers, also streamed (--per-source N)", _detect, _answers)
