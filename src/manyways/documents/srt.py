"""Subtitles (SubRip, SRT): the text of each cue; numbers and times stay."""

from __future__ import annotations

import re

from manyways.documents.base import Builder, Document, Part, Segment, Tag, Target, decoded
from manyways.documents.wrapping import wrapped
from manyways.errors import InputError

__all__ = ["read"]

_TIME = r"\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}"
_CUE = re.compile(
    rf"^[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}[^\r\n]*(?:\r\n|\n|\r)"
    r"((?:(?![ \t]*[\r\n])[^\r\n]+(?:\r\n|\n|\r|\Z))*)",
    re.MULTILINE,
)
_TAG = re.compile(r"(</?[A-Za-z][^<>\n]*>|\{\\[^{}\n]*\})")


def read(data: bytes, name: str, source: str = "", target: str = "") -> Document:
    """A segment for each cue; where every line begins with a dash, for each line."""
    text, encoding = decoded(data, name)
    builder = Builder(text, encoding)
    cues = 0
    for cue in _CUE.finditer(text):
        cues += 1
        lines = [(match.start() + cue.start(1), match[0]) for match in re.finditer(r"[^\r\n]+", cue[1])]
        if len(lines) > 1 and all(line.lstrip().startswith(("-", "–")) for _, line in lines):
            for start, line in lines:
                dash = len(line) - len(line.lstrip(" \t-–"))
                _add(builder, start + dash, [line[dash:]], start + len(line))
        elif lines:
            _add(builder, lines[0][0], [line for _, line in lines], lines[-1][0] + len(lines[-1][1]))
    if not cues:
        raise InputError(
            "holds no cue", path=name, line=1, remedy="A cue has a line such as 00:00:01,000 --> 00:00:02,500"
        )
    return builder.document()


def _add(builder: Builder, start: int, lines: list[str], end: int) -> None:
    parts = _parts(" ".join(line.strip() for line in lines))
    if not any(isinstance(part, str) and any(map(str.isalpha, part)) for part in parts):
        return
    between = builder.text[start:end]
    ending = "\r\n" if "\r\n" in between else "\n"

    def render(found: Target) -> str:
        written = "".join(part if isinstance(part, str) else part.written for part in found.parts)
        return ending.join(wrapped(written, len(lines)))

    builder.slot(start, end, builder.add(Segment(tuple(parts))), render)


def _parts(text: str) -> list[Part]:
    parts: list[Part] = []
    opened: list[tuple[str, str]] = []
    for index, piece in enumerate(_TAG.split(text)):
        if index % 2 == 0:
            parts.append(piece)
            continue
        name = re.match(r"</?(\w+)", piece)
        if name is not None and piece.startswith("</"):
            pair = next((key for each, key in reversed(opened) if each == name[1]), None)
            parts.append(Tag(piece) if pair is None else Tag(piece, "close", pair))
        elif name is not None:
            opened.append((name[1], str(index)))
            parts.append(Tag(piece, "open", str(index)))
        else:
            parts.append(Tag(piece))
    return [part for part in parts if part != ""]
