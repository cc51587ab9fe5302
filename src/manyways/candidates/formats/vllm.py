"""What vLLM gives without a server, as JSON: one request per line with all its outputs::

    {"request_id": "0", "prompt": "...",
     "outputs": [{"index": 0, "text": "a house", "cumulative_logprob": -1.2}]}

(vLLM's server answers as OpenAI's does.) The score is `cumulative_logprob`.
"""

from __future__ import annotations

from typing import Any

from manyways.candidates.assemble import Candidate, Sentence
from manyways.candidates.formats.answers import listed_format, made, refuse
from manyways.candidates.formats.records import as_number, as_text, first_value
from manyways.files import AnyPath

__all__ = ["FORMAT"]

_REMEDY = "Each line is a request with outputs, and each output has a text."


def _detect(head: bytes) -> bool:
    first = first_value(head)
    outputs = first.get("outputs") if isinstance(first, dict) else None
    return isinstance(outputs, list) and all(isinstance(each, dict) and "text" in each for each in outputs)


def _candidate(output: Any, path: AnyPath, line: int) -> Candidate:
    if not isinstance(output, dict):
        raise refuse(output, "an output", path, line, _REMEDY)
    text = as_text(output.get("text"), "an output's text", path, line)
    score = as_number(output.get("cumulative_logprob"), "cumulative_logprob", path, line)
    return made(text, "", ended=output.get("finish_reason"), score=score)


def _sentence(value: Any, number: int, path: AnyPath, line: int) -> Sentence:
    outputs = value.get("outputs") if isinstance(value, dict) else None
    if not isinstance(outputs, list):
        raise refuse(value, "a request with outputs", path, line, _REMEDY)
    one = str(value.get("request_id", number))
    return Sentence(one, [_candidate(each, path, line) for each in outputs], line=line)


FORMAT = listed_format("vllm", "vLLM outputs as JSON", _detect, _sentence)
