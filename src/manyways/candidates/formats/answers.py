"""What language models answer, whoever serves them: a text, perhaps with a score, or why there is none.

An answer that is no translation stays in its list, so that nothing shifts: its text is empty and its flag
says why (`refused`, `tool call`, `no text`). An answer that was cut short keeps its text and has the flag
`cut short`. Thoughts that a service sends apart from the answer are left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from manyways.candidates.assemble import Candidate, Sentence
from manyways.candidates.formats.base import Format, ReadSettings
from manyways.candidates.formats.records import as_number, as_text, chunks_from, grouped, json_values
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath

__all__ = ["at", "flat_format", "listed_format", "logprobs", "made", "parts_text", "refuse"]

_TEXTS = {"text", "output_text", "input_text"}
_CALLS = {"tool_use", "tool_call", "function_call", "server_tool_use", "executable_code"}
_REFUSED = {"refusal", "content_filter", "safety", "recitation", "prohibited_content", "blocklist", "spii"}
_CUT = {"length", "max_tokens", "max_output_tokens", "limit"}


def at(value: Any, *keys: str) -> Any:
    """What lies under these keys of objects in objects; None where there is nothing."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def refuse(value: Any, what: str, path: AnyPath, line: int, remedy: str) -> InputError:
    """That `value` is not what it should be."""
    return InputError(f"{str(value)[:40]!r} is not {what}", path=path, line=line, remedy=remedy)


def parts_text(content: Any, path: AnyPath, line: int) -> tuple[str, str]:
    """The text of a message's content, whole or in parts, and a flag if there is none."""
    if content is None:
        return "", ""
    if not isinstance(content, list):
        return as_text(content, "the content", path, line), ""
    texts, flag = [], ""
    for part in content:
        kind = at(part, "type")
        if kind is not None and not isinstance(kind, str):
            raise refuse(kind, "a kind of part", path, line, "Each part of a content has a type, a text.")
        if isinstance(part, str):
            texts.append(part)
        elif kind in _TEXTS or (kind is None and at(part, "text") is not None and not at(part, "thought")):
            texts.append(as_text(at(part, "text"), "a part's text", path, line))
        elif kind == "refusal":
            flag = "refused"
        elif kind in _CALLS or at(part, "functionCall") is not None:
            flag = flag or "tool call"
    return "".join(texts), flag


def made(
    text: str, flag: str, *, ended: Any = None, calls: Any = None, score: float = math.nan, system: str = ""
) -> Candidate:
    """The candidate of an answer that ended for a reason, with calls of tools or without."""
    reason = str(ended or "").lower()
    if not flag and reason in _REFUSED:
        flag = "refused"
    if not flag and not text:
        flag = "tool call" if calls or "tool" in reason or "function" in reason else "no text"
    if not flag and reason in _CUT:
        return Candidate(text, score, system=system, flag="cut short")
    return Candidate("", system=system, flag=flag) if flag else Candidate(text, score, system=system)


def logprobs(tokens: Any, path: AnyPath, line: int, *, key: str = "logprob") -> float:
    """The sum of the log probabilities of tokens, numbers or objects; NaN if there are none."""
    if not isinstance(tokens, list) or not tokens:
        return math.nan
    values = [at(token, key) if isinstance(token, dict) else token for token in tokens]
    # The first token of an echoed prompt has none.
    return math.fsum(as_number(each, "a logprob", path, line) for each in values if each is not None)


def flat_format(
    name: str, about: str, detect: Callable[[bytes], bool], answers: Callable[[AnyPath], Iterator[Any]]
) -> Format:
    """A format of answers that do not say what they answer: `--per-source` does."""

    def sentences(path: AnyPath, options: ReadSettings) -> Iterator[Sentence]:
        return grouped(answers(path), options.per_source or 1, path)

    def read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
        return chunks_from(sentences(path, options), path, options, format=name)

    return Format(name, about, detect, read, flat=True)


def _joined(sentences: Iterator[Sentence]) -> Iterator[Sentence]:
    """Answers of one id that follow each other are one list."""
    for _, group in groupby(sentences, key=lambda sentence: sentence.id):
        first, *others = group
        yield replace(first, candidates=[one for each in (first, *others) for one in each.candidates])


def listed_format(
    name: str,
    about: str,
    detect: Callable[[bytes], bool],
    sentence: Callable[[Any, int, AnyPath, int], Sentence],
) -> Format:
    """A format of which each JSON value is a sentence's list; the value, its number and line make it."""

    def read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
        values = enumerate(json_values(path))
        sentences = (sentence(value, number, path, line) for number, (line, value) in values)
        return chunks_from(_joined(sentences), path, options, format=name)

    return Format(name, about, detect, read)
