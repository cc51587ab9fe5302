"""Answers of Gemini's interface, alone or in batches::

    {"key": "0", "response": {"modelVersion": "m", "candidates":
     [{"content": {"parts": [{"text": "a house"}]}, "finishReason": "STOP",
       "avgLogprobs": -0.2, "tokenCount": 3}]}}

The id is `key`, or the number of the answer. The score is the sum of the log probabilities of tokens:
those of `logprobsResult`, or `avgLogprobs` times `tokenCount`.
"""

from __future__ import annotations

import math
from typing import Any

from manyways.candidates.assemble import Candidate, Sentence
from manyways.candidates.formats.answers import at, listed_format, logprobs, made, parts_text, refuse
from manyways.candidates.formats.records import as_number, as_text, first_value
from manyways.files import AnyPath

__all__ = ["FORMAT"]

_REMEDY = "Each line is an answer with candidates, or a line of a batch's output."


def _detect(head: bytes) -> bool:
    first = first_value(head)
    if isinstance(first, dict):
        body = first["response"] if isinstance(first.get("response"), dict) else first
        found = body.get("candidates")
        if isinstance(found, list) and found:
            return isinstance(found[0], dict) and "text" not in found[0] and "content" in found[0]
        return "promptFeedback" in body
    line = head.split(b"\n", 1)[0]
    return all(key in line for key in (b'"candidates"', b'"content"', b'"parts"'))


def _score(answer: dict[str, Any], path: AnyPath, line: int) -> float:
    tokens = at(answer, "logprobsResult", "chosenCandidates")
    if tokens:
        return logprobs(tokens, path, line, key="logProbability")
    mean = as_number(answer.get("avgLogprobs"), "avgLogprobs", path, line)
    count = as_number(answer.get("tokenCount"), "tokenCount", path, line)
    return mean if math.isnan(count) else mean * count


def _candidate(answer: Any, model: str, path: AnyPath, line: int) -> Candidate:
    if not isinstance(answer, dict):
        raise refuse(answer, "an answer", path, line, _REMEDY)
    text, flag = parts_text(at(answer, "content", "parts"), path, line)
    score = _score(answer, path, line)
    return made(text, flag, ended=answer.get("finishReason"), score=score, system=model)


def _sentence(value: Any, number: int, path: AnyPath, line: int) -> Sentence:
    if not isinstance(value, dict):
        raise refuse(value, "an answer", path, line, _REMEDY)
    one = str(value.get("key", number))
    body = value.get("response", value)
    if not isinstance(body, dict) or value.get("error") is not None:
        return Sentence(one, [], line=line)
    model = as_text(body.get("modelVersion") or "", "modelVersion", path, line)
    if "candidates" not in body and "promptFeedback" not in body:
        raise refuse(value, "an answer", path, line, _REMEDY)
    answers = body.get("candidates") or []
    if not isinstance(answers, list):
        raise refuse(answers, "a list of candidates", path, line, _REMEDY)
    if not answers and at(body, "promptFeedback", "blockReason"):
        return Sentence(one, [made("", "refused", system=model)], line=line)
    return Sentence(one, [_candidate(each, model, path, line) for each in answers], line=line)


FORMAT = listed_format("gemini", "Gemini answers or batch output (JSON, JSON Lines)", _detect, _sentence)
