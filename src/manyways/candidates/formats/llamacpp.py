"""Answers of llama.cpp's server (`/completion`)::

    {"index": 0, "content": "a house", "model": "m", "stop": true, "stop_type": "eos",
     "completion_probabilities": [{"token": "a", "logprob": -0.2}]}

They come in the order of the sources, `--per-source N` for each. The score is the sum of the log
probabilities of tokens, where they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from manyways.candidates.assemble import Candidate
from manyways.candidates.formats.answers import flat_format, logprobs, made, parts_text, refuse
from manyways.candidates.formats.records import as_text, first_value, json_values
from manyways.files import AnyPath

__all__ = ["FORMAT"]


def _detect(head: bytes) -> bool:
    first = first_value(head)
    return isinstance(first, dict) and isinstance(first.get("content"), str) and "stop" in first


def _score(value: dict[str, Any], path: AnyPath, line: int) -> float:
    tokens = value.get("completion_probabilities")
    if not isinstance(tokens, list) or not all(
        isinstance(each, dict) and "logprob" in each for each in tokens
    ):
        return math.nan  # older servers give the probabilities of rivals alone
    return logprobs(tokens, path, line)


def _answers(path: AnyPath) -> Iterator[tuple[int, Candidate]]:
    for line, value in json_values(path):
        if not isinstance(value, dict) or "content" not in value:
            raise refuse(value, "an answer of llama.cpp", path, line, "It has the key content.")
        text, flag = parts_text(value["content"], path, line)
        model = as_text(value.get("model") or "", "the model", path, line)
        ended = value.get("stop_type") or ("limit" if value.get("stopped_limit") else None)
        yield line, made(text, flag, ended=ended, score=_score(value, path, line), system=model)


FORMAT = flat_format("llamacpp", "llama.cpp answers (--per-source N)", _detect, _answers)
