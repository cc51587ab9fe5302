"""A request's texts as sentences in line for the threads; answers come in order, a few at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from manyways.translator.paragraphs import Paragraphs
from manyways.web.engine import Engine, Loaded

__all__ = ["Piece", "Texts", "in_order"]

T = TypeVar("T")
AHEAD = 8  # sentences of one request that are in line for a thread


@dataclass(frozen=True)
class Piece:
    """A sentence: of which text, which one of it, and the white space before and behind."""

    text: int
    sentence: int
    source: str
    before: str
    after: str


@dataclass(frozen=True)
class Texts:
    """Texts of several lines and sentences, which come back as they stood."""

    pieces: list[Piece]
    _paragraphs: list[Paragraphs]

    @staticmethod
    def of(texts: Sequence[str], loaded: Loaded) -> Texts:
        pieces, paragraphs = [], []
        for number, text in enumerate(texts):
            lines = text.split("\n")
            split = loaded.sentences(lines)
            paragraphs.append(split)
            rest, count, before = iter(split.sentences), 0, ""
            for line, gaps in enumerate(split.gaps):
                before += gaps[0]
                for gap in gaps[1:]:
                    pieces.append(Piece(number, count, next(rest), before, gap))
                    count, before = count + 1, ""
                if line + 1 < len(lines):
                    before += "\n"
            if count:
                last = pieces[-1]
                pieces[-1] = Piece(last.text, last.sentence, last.source, last.before, last.after + before)
        return Texts(pieces, paragraphs)

    def joined(self, translated: Sequence[str], language: str) -> list[str]:
        """The texts again, of a translation for each piece."""
        found, at = [], 0
        for paragraphs in self._paragraphs:
            count = len(paragraphs.sentences)
            found.append("\n".join(paragraphs.joined(translated[at : at + count], language)))
            at += count
        return found


async def in_order(
    engine: Engine, function: Callable[[Piece], T], pieces: Sequence[Piece]
) -> AsyncIterator[T]:
    """The answers to pieces, in order; those ahead are worked on while the first are taken."""
    waiting: list[asyncio.Task[T]] = []
    try:
        for piece in pieces:
            waiting.append(asyncio.ensure_future(engine.run(function, piece)))
            if len(waiting) >= AHEAD:
                yield await waiting.pop(0)
        while waiting:
            yield await waiting.pop(0)
    finally:
        for each in waiting:
            each.cancel()
