"""What every format gives: segments with inline tags, and a skeleton that their translations go into."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Builder", "Document", "Part", "Segment", "Tag", "Target", "decoded", "split", "trimmed"]

from manyways.errors import InputError


@dataclass(frozen=True)
class Tag:
    """An inline code, as it is written.

    kind: `open` and `close` belong together by `pair`; `alone` has no partner. A break divides sentences, and
    no space comes beside it.
    """

    written: str
    kind: Literal["open", "close", "alone", "break"] = "alone"
    pair: str = ""


Part = str | Tag


@dataclass(frozen=True)
class Segment:
    """One unit to translate: text, with tags where they stand."""

    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """Its text alone."""
        return "".join(part for part in self.parts if isinstance(part, str))

    @property
    def has_letters(self) -> bool:
        """Whether there is anything to translate outside the tags."""
        return any(map(str.isalpha, self.text))


@dataclass(frozen=True)
class Target:
    """A translation, and others that are proposed beside it.

    qualities: of the others, from 0 to 100; empty where they are not known.
    """

    parts: tuple[Part, ...]
    others: tuple[tuple[Part, ...], ...] = ()
    qualities: tuple[float, ...] = ()

    @property
    def written(self) -> str:
        """Text and tags as they stand."""
        return "".join(part if isinstance(part, str) else part.written for part in self.parts)

    @property
    def proposals(self) -> list[tuple[tuple[Part, ...], float | None]]:
        """The others, each with its quality."""
        known = self.qualities or (None,) * len(self.others)
        return list(zip(self.others, known, strict=True))


@dataclass(frozen=True)
class _Slot:
    """A place that a translation goes to. original: what stands there without one."""

    segment: int
    original: str
    render: Callable[[Target], str]


@dataclass(frozen=True)
class _Group:
    """A place for what several translations give together; nothing stands there without them."""

    segments: tuple[int, ...]
    render: Callable[[Sequence[Target | None]], str]


@dataclass(frozen=True)
class Document:
    """Segments, and how a document with their translations is written.

    skipped: how many units were left alone, by reason.
    """

    segments: tuple[Segment, ...]
    skipped: dict[str, int]
    _pieces: tuple[str | _Slot | _Group, ...] = field(repr=False)
    _encoding: str = "utf-8"

    @property
    def skeleton(self) -> list[bytes]:
        """What no translation changes, in order."""
        return [
            piece.encode(self._encoding, errors="xmlcharrefreplace")
            for piece in self._pieces
            if isinstance(piece, str)
        ]

    def written(self, targets: Sequence[Target | None]) -> bytes:
        """The bytes, with a translation for each segment that has one."""
        if len(targets) != len(self.segments):
            raise ValueError(f"{len(targets)} targets for {len(self.segments)} segments")
        parts = []
        for piece in self._pieces:
            if isinstance(piece, str):
                parts.append(piece)
            elif isinstance(piece, _Group):
                parts.append(piece.render([targets[index] for index in piece.segments]))
            else:
                target = targets[piece.segment]
                parts.append(piece.original if target is None else piece.render(target))
        return "".join(parts).encode(self._encoding, errors="xmlcharrefreplace")


@dataclass
class Builder:
    """Collects the skeleton of a text from left to right."""

    text: str
    encoding: str
    at: int = 0
    segments: list[Segment] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)
    pieces: list[str | _Slot | _Group] = field(default_factory=list)

    def add(self, segment: Segment) -> int:
        """A segment to translate; its number."""
        self.segments.append(segment)
        return len(self.segments) - 1

    def skip(self, reason: str) -> None:
        self.skipped[reason] = self.skipped.get(reason, 0) + 1

    def slot(self, start: int, end: int, segment: int, render: Callable[[Target], str]) -> None:
        """Characters [start, end) are replaced when the segment has a translation."""
        assert start >= self.at
        self.pieces += [self.text[self.at : start], _Slot(segment, self.text[start:end], render)]
        self.at = end

    def group(
        self, at: int, segments: tuple[int, ...], render: Callable[[Sequence[Target | None]], str]
    ) -> None:
        """What several segments give together is put in at a place."""
        assert at >= self.at
        self.pieces += [self.text[self.at : at], _Group(segments, render)]
        self.at = at

    def lead(self, at: int, render: Callable[[Sequence[Target | None]], str]) -> None:
        """What all segments give together is put in at a place before the first of them."""
        if self.segments:
            head, *rest = self.pieces
            assert isinstance(head, str)
            assert at <= len(head)
            group = _Group(tuple(range(len(self.segments))), render)
            self.pieces = [head[:at], group, head[at:], *rest]

    def document(self) -> Document:
        pieces = (*self.pieces, self.text[self.at :])
        return Document(tuple(self.segments), self.skipped, pieces, self.encoding)


def split(text: str, pattern: re.Pattern[str], tag: Callable[[int, str], Tag]) -> list[Part]:
    """Text and tags in turn. pattern: one group, a tag as it is written. tag: makes it, and has its place."""
    pieces = enumerate(pattern.split(text))
    parts = [tag(place, piece) if place % 2 else piece for place, piece in pieces]
    return [part for part in parts if part != ""]


def trimmed(parts: Sequence[Part]) -> tuple[str, tuple[Part, ...], str]:
    """White space before, what is between, white space behind."""
    inner = list(parts)
    before = behind = ""
    if inner and isinstance(inner[0], str):
        text = inner[0]
        before = text[: len(text) - len(text.lstrip())]
        inner[0] = text.lstrip()
    if inner and isinstance(inner[-1], str):
        text = inner[-1]
        behind = text[len(text.rstrip()) :]
        inner[-1] = text.rstrip()
    return before, tuple(part for part in inner if part != ""), behind


_MARKS = [(b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")]


def decoded(data: bytes, name: str) -> tuple[str, str]:
    """The text, and the encoding that it is written in again."""
    encoding = next((found for mark, found in _MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"is not UTF-8 (byte {error.start + 1})", path=name, remedy="Save it as UTF-8 first."
        ) from None
    if "\x00" in text:
        raise InputError("holds a zero byte", path=name, remedy="Is it the right file?")
    if encoding == "utf-16":
        encoding = "utf-16-le" if data.startswith(b"\xff\xfe") else "utf-16-be"
        text = "\ufeff" + text
    return text, encoding
