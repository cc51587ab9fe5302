"""Subtitles (SubRip, SRT): the text of each cue; numbers and times stay."""

from __future__ import annotations

import re

from manyways.documents.base import Builder, Document, Part, Segment, Tag, Target, decoded, split
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
    segment = Segment(tuple(_parts(" ".join(line.strip() for line in lines))))
    if not segment.has_letters:
        return
    between = builder.text[start:end]
    ending = "\r\n" if "\r\n" in between else "\n"

    def render(found: Target) -> str:
        return ending.join(wrapped(found.written, len(lines)))

    builder.slot(start, end, builder.add(segment), render)


def _parts(text: str) -> list[Part]:
    opened: dict[str, str] = {}  # the last of each name

    def tag(place: int, piece: str) -> Tag:
        name = re.match(r"</?(\w+)", piece)
        if name is None or (piece.startswith("</") and name[1] not in opened):
            return Tag(piece)
        if piece.startswith("</"):
            return Tag(piece, "close", opened[name[1]])
        opened[name[1]] = str(place)
        return Tag(piece, "open", str(place))

    return split(text, _TAG, tag)
