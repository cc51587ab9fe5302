"""Gettext catalogues (PO): msgstr for messages that have none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from manyways.documents.base import Builder, Document, Part, Segment, Tag, Target, decoded, trimmed
from manyways.errors import InputError

__all__ = ["read"]

_KEYWORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,3})\])?[ \t]*(?=")')
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


@dataclass
class _Message:
    """Texts by keyword, with the place of their strings in the file."""

    texts: dict[str, str] = field(default_factory=dict)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)


def read(data: bytes, name: str, source: str = "", target: str = "") -> Document:
    """Messages without a translation. Fuzzy and obsolete ones are left alone."""
    text, encoding = decoded(data, name)
    builder = Builder(text, encoding)
    message = _Message()
    current, at = "", 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        content = line.strip().lstrip("\ufeff")
        start, at = at, at + len(line)
        if not content or content.startswith("#"):
            _fill(builder, message)
            message, current = _Message(), ""
            continue
        keyword = _KEYWORD.search(line) if content.startswith("msg") else None
        if keyword is not None:
            key = keyword[1] + (f"[{keyword[2]}]" if keyword[2] else "")
            if key in message.places or (
                key in ("msgid", "msgctxt") and "msgstr" in " ".join(message.places)
            ):
                _fill(builder, message)
                message = _Message()
            current = key
        string = _STRING.search(line, keyword.end() if keyword is not None else 0)
        if (
            string is None
            or not current
            or line[string.end() :].strip()
            or (keyword is None and content[0] != '"')
        ):
            raise InputError(
                f"expected msgid, msgstr or a text in quotes; found {content[:40]!r}",
                path=name,
                line=number,
                remedy="Check the file: msgfmt --check FILE",
            )
        begin = message.places.get(current, (start + string.start(), 0))[0]
        message.places[current] = (begin, start + string.end())
        message.texts[current] = message.texts.get(current, "") + _ESCAPE.sub(_unescape, string[1])
    _fill(builder, message)
    return builder.document()


def _unescape(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[1], match[0])


def _fill(builder: Builder, message: _Message) -> None:
    source = message.texts.get("msgid", "")
    forms = [key for key in message.places if key.startswith("msgstr")]
    if not source or not forms:  # the header has an empty msgid
        return
    if any(message.texts[key] for key in forms):
        builder.skip("translated already")
        return
    for key in forms:
        plural = message.texts.get("msgid_plural") if key not in ("msgstr", "msgstr[0]") else None
        before, parts, after = trimmed(_parts(plural or source))
        segment = Segment(parts)
        if segment.has_letters:
            start, end = message.places[key]
            builder.slot(start, end, builder.add(segment), _Render(before, after))


def _parts(text: str) -> list[Part]:
    """Line breaks inside a message stay where they are."""
    parts: list[Part] = []
    for piece in filter(None, re.split(r"(\s*\n\s*)", text)):
        parts.append(
            Tag(piece, "break") if "\n" in piece and parts and piece != text[-len(piece) :] else piece
        )
    return parts


@dataclass(frozen=True)
class _Render:
    """A translation in quotes; where it has several lines, each has its own."""

    before: str
    after: str

    def __call__(self, found: Target) -> str:
        lines = (self.before + found.written + self.after).splitlines(keepends=True)
        quoted = [f'"{_quote(line)}"' for line in lines]
        return "\n".join(['""', *quoted]) if len(quoted) > 1 else "".join(quoted) or '""'


def _quote(text: str) -> str:
    for character, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(character, escaped)
    return text
