"""HTML: the text of blocks, with inline elements as tags."""

from __future__ import annotations

import html
import re

from manyways.documents.base import Builder, Document, Part, Segment, Tag, Target, decoded, trimmed
from manyways.text.entities import unescape

__all__ = ["inline_kind", "read"]

_TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<![^>]*>|<\?.*?>"
    r"|<(/?)([A-Za-z][^\s/>\x00]*)((?:[^<>\"']|\"[^\"]{0,2000}\"|'[^']{0,2000}'){0,2000})>",
    re.DOTALL,
)
_INLINE = frozenset(
    {
        *(
            "a",
            "abbr",
            "acronym",
            "b",
            "bdi",
            "bdo",
            "big",
            "br",
            "cite",
            "code",
            "data",
            "del",
            "dfn",
            "em",
            "font",
        ),
        *(
            "i",
            "img",
            "input",
            "ins",
            "kbd",
            "label",
            "mark",
            "meter",
            "q",
            "rp",
            "rt",
            "ruby",
            "s",
            "samp",
            "small",
        ),
        *("span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
    }
)
_VOID = frozenset(
    {
        *(
            "area",
            "base",
            "br",
            "col",
            "embed",
            "hr",
            "img",
            "input",
            "link",
            "meta",
            "param",
            "source",
            "track",
            "wbr",
        )
    }
)
_RAW = (
    "script",
    "style",
    "pre",
    "textarea",
    "template",
    "svg",
    "math",
    "noscript",
    "code",
    "kbd",
    "samp",
    "var",
)
_SILENT = re.compile(
    r"""\btranslate\s*=\s*["']?no\b|\bclass\s*=\s*["'][^"']*\bnotranslate\b""", re.IGNORECASE
)


def inline_kind(name: str) -> str:
    """`void` and `pair` are inline elements; others are blocks."""
    return "block" if name not in _INLINE else "void" if name in _VOID else "pair"


def read(data: bytes, name: str, source: str = "", target: str = "") -> Document:
    """A segment for each stretch of text and inline elements that holds a letter."""
    text, encoding = decoded(data, name)
    reader = _Reader(Builder(text, encoding))
    reader.run()
    return reader.builder.document()


class _Reader:
    def __init__(self, builder: Builder) -> None:
        self.builder, self.text = builder, builder.text
        self.parts: list[tuple[int, int, Part]] = []  # of the stretch, with their places
        self.open: list[tuple[str, str]] = []

    def run(self) -> None:
        at = 0
        while match := _TOKEN.search(self.text, at):
            self._take(at, match.start(), self.text[at : match.start()])
            at = self._token(match)
        self._take(at, len(self.text), self.text[at:])
        self._finish()

    def _take(self, start: int, end: int, part: Part) -> None:
        if part != "":
            self.parts.append((start, end, unescape(part) if isinstance(part, str) else part))

    def _token(self, match: re.Match[str]) -> int:
        """Where to go on behind a tag."""
        name = (match[2] or "").lower()
        kind = inline_kind(name)
        silent = not match[1] and name not in _VOID and (name in _RAW or _SILENT.search(match[3] or ""))
        if silent and not (match[3] or "").endswith("/"):
            end = self._end_of(name, match.end())
            if name in ("code", "kbd", "samp", "var") or (kind == "pair" and name not in _RAW):
                self._take(match.start(), end, Tag(self.text[match.start() : end]))
            else:
                self._finish()
            return end
        if kind == "block" and name:
            self._finish()
        elif kind == "pair" and match[1]:
            pair = next((key for each, key in reversed(self.open) if each == name), None)
            tag = Tag(match[0]) if pair is None else Tag(match[0], "close", pair)
            self.open = [each for each in self.open if each[1] != pair]
            self._take(match.start(), match.end(), tag)
        elif kind == "pair":
            self.open.append((name, str(match.start())))
            self._take(match.start(), match.end(), Tag(match[0], "open", str(match.start())))
        else:  # a void element, a comment
            self._take(match.start(), match.end(), Tag(match[0], "break" if name == "br" else "alone"))
        return match.end()

    def _end_of(self, name: str, at: int) -> int:
        """Behind the tag that closes an element which is not read; elements of its name may be inside."""
        depth = 1
        for match in re.compile(rf"<(/?){re.escape(name)}\b[^>]*>", re.IGNORECASE).finditer(self.text, at):
            depth += -1 if match[1] else 1
            if depth == 0:
                return match.end()
        return len(self.text)

    def _finish(self) -> None:
        """The stretch that ends here, without the white space and tags at both of its ends, is a segment."""
        parts, self.parts, self.open = self.parts, [], []
        while parts and not _has_letters(parts[0][2]) and not _opens_inside(parts, 0):
            parts.pop(0)
        while parts and not _has_letters(parts[-1][2]) and not _closes_inside(parts):
            parts.pop()
        if not any(_has_letters(part) for _, _, part in parts):
            return
        before, inner, after = trimmed([part for _, _, part in parts])
        segment = self.builder.add(Segment(inner))
        self.builder.slot(parts[0][0], parts[-1][1], segment, lambda found: before + _written(found) + after)


def _has_letters(part: Part) -> bool:
    return isinstance(part, str) and any(map(str.isalpha, part))


def _opens_inside(parts: list[tuple[int, int, Part]], index: int) -> bool:
    """Whether a tag opens what closes before the end of the stretch, with text behind that."""
    tag = parts[index][2]
    if not isinstance(tag, Tag) or tag.kind != "open":
        return False
    rest = [part for _, _, part in parts[index + 1 :]]
    partner = next(
        (i for i, part in enumerate(rest) if isinstance(part, Tag) and part.pair == tag.pair), None
    )
    return partner is not None


def _closes_inside(parts: list[tuple[int, int, Part]]) -> bool:
    tag = parts[-1][2]
    if not isinstance(tag, Tag) or tag.kind != "close":
        return False
    return any(isinstance(part, Tag) and part.pair == tag.pair for _, _, part in parts[:-1])


def _written(found: Target) -> str:
    return "".join(
        part.written if isinstance(part, Tag) else html.escape(part, quote=False).replace("\xa0", "&nbsp;")
        for part in found.parts
    )
