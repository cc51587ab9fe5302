"""What language models put around a translation is taken off: thoughts, fences, introductions, quotes.

    cleaned = clean(lists)        # the same candidates; `remarks` count what was taken off

    <think>Haus is house.</think> a house        a house
    ```text                                      a house
    a house
    ```
    Here is the translation:                     a house
    "a house"

An introduction goes only with what it introduces: a candidate that would be empty stays as it was. Quotes
go where they enclose the whole and the source is known and begins with none; where it is not known, only
along with something else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from manyways.candidates.lists import CandidateLists
from manyways.text.column import TextColumn

__all__ = ["KINDS", "Cleaner", "clean", "wrappings"]

# Each kind, and how a sentence names it.
KINDS = {
    "reasoning": "reasoning",
    "code fence": "a code fence",
    "introduction": "an introduction",
    "quotes": "quotes",
}
_THOUGHT = r"think|thinking|thought|reasoning|analysis|scratchpad"
_TAG = re.compile(rf"<(/?)(?:{_THOUGHT})>", re.IGNORECASE)
_LANGUAGE = re.compile(r"[\w+-]*[ \t]*\Z")
_ONE_LINE_FENCE = re.compile(r"\A`{1,3}([^`\n]+)`{1,3}\Z")
_WORDS = r"(?:(?:sure|certainly|of course|okay|ok)\b[^\n:]{0,20}[!.,]\s*)?"
_INTRODUCTION = re.compile(
    rf"\A{_WORDS}(?:(?:here(?:'s|’s| is| are)|below is|the following is|this is)\b[^\n:]{{0,80}}"
    r"\btranslat\w*\b[^\n:]{0,60}|(?:the )?(?:\w+ )?translation(?: is)?(?: (?:in|into|to) \w+)?"
    r"|\w+ translation)"
    r"\s*:\s*",
    re.IGNORECASE,
)
# What a wrapped candidate begins with (quotes beyond ASCII by their first byte), or holds.
_FIRST = np.frombuffer(b" \t\r\n\"'`<\xc2\xe2\xe3", dtype=np.uint8)
_INSIDE = re.compile(rb"</|```|ranslat|RANSLAT")
_QUOTES = {
    '"': '"',
    "“": "”",
    "„": "“”",
    "«": "»",
    "»": "«",
    "「": "」",
    "『": "』",
    "'": "'",
    "‘": "’",
    "‚": "‘’",
}


def _thoughts_off(text: str, source: str) -> str:
    """What follows the last thought; where nothing does, what came before the first."""
    tags = list(_TAG.finditer(text))
    ends = [tag.end() for tag in tags if tag[1]]
    if not ends:
        return text
    return text[ends[-1] :].strip() or text[: tags[0].start()]


def _fence_off(text: str, source: str) -> str:
    if alone := _ONE_LINE_FENCE.match(text):
        return alone[1]
    before, fence, rest = text.partition("```")
    before, (first, _, inside) = before.strip(), rest.partition("\n")
    inside = inside.rstrip()
    introduced = not before or (before.endswith(":") and "\n" not in before)
    if not fence or not introduced or not inside.endswith("```") or not _LANGUAGE.match(first):
        return text
    return inside.removesuffix("```")


def _introduction_off(text: str, source: str) -> str:
    return text if _INTRODUCTION.match(source) else _INTRODUCTION.sub("", text)


def _quotes_off(text: str, source: str) -> str:
    closing = _QUOTES.get(text[:1], "")
    inner = text[1:-1]
    enclosed = (
        len(text) > 2 and text[-1] in closing and not any(mark in inner for mark in {text[0], text[-1]})
    )
    return inner if enclosed and source.lstrip()[:1] not in _QUOTES else text


_STEPS = dict(zip(KINDS, (_thoughts_off, _fence_off, _introduction_off, _quotes_off), strict=True))


def _unwrapped(text: str, source: str) -> tuple[str, list[str]]:
    """The text without what is around it, and what that was."""
    kinds: list[str] = []
    for kind, step in _STEPS.items():
        if kind == "quotes" and not source and not kinds:
            continue  # they may well be the source's
        shorter = step(text, source).strip()
        if shorter and shorter != text.strip():
            text = shorter
            kinds.append(kind)
    return text, kinds


def _suspects(lists: CandidateLists) -> npt.NDArray[np.int64]:
    """Rows that may be wrapped: by their first character, or by what stands somewhere in them."""
    data, offsets = lists.texts.data, lists.texts.offsets
    suspected = np.zeros(len(offsets) - 1, dtype=bool)
    full = np.flatnonzero(np.diff(offsets))
    suspected[full] = np.isin(data[offsets[:-1][full]], _FIRST)
    places = [found.start() for found in _INSIDE.finditer(data.tobytes())]
    rows = np.searchsorted(offsets, np.array(places, dtype=np.int64), side="right") - 1
    suspected[rows[(rows >= 0) & (rows < len(suspected))]] = True
    return np.flatnonzero(suspected)


def _changes(lists: CandidateLists) -> Iterator[tuple[int, str, list[str]]]:
    """Row, new text and what was taken off, of each candidate that is wrapped."""
    sources, sentences = lists.sources, lists.sentence_of
    for row in _suspects(lists).tolist():
        source = sources[int(sentences[row])] if sources is not None else ""
        text, kinds = _unwrapped(lists.texts[row], source)
        if kinds:
            yield row, text, kinds


def wrappings(lists: CandidateLists) -> dict[str, list[int]]:
    """The rows of each kind that `clean` would change."""
    found: dict[str, list[int]] = {}
    for row, _, kinds in _changes(lists):
        for kind in kinds:
            found.setdefault(kind, []).append(row)
    return found


class Cleaner:
    """Cleans lists as they come, and counts."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def __call__(self, lists: CandidateLists) -> CandidateLists:
        changed: dict[int, str] = {}
        for row, text, kinds in _changes(lists):
            changed[row] = text
            self.counts.update(kinds)
        if not changed:
            return lists
        texts = TextColumn.from_texts(changed.get(row, text) for row, text in enumerate(lists.texts))
        origin = None if lists.origin is None else replace(lists.origin, raw=None)
        return replace(lists, texts=texts, known_tokens=None, origin=origin)

    @property
    def remarks(self) -> tuple[str, ...]:
        kinds = (kind for kind in KINDS if self.counts[kind])
        return tuple(f"{kind} taken off {self.counts[kind]:,} candidate(s)" for kind in kinds)


def clean(lists: CandidateLists) -> CandidateLists:
    """The same candidates without what stands around a translation; `remarks` say how many had it."""
    cleaner = Cleaner()
    cleaned = cleaner(lists)
    return replace(cleaned, remarks=(*lists.remarks, *cleaner.remarks))
