"""Markdown: paragraphs, headings, list items, quotations and cells of tables; code and addresses stay."""

from __future__ import annotations

import re

from manyways.documents.base import Builder, Document, Part, Segment, Tag, Target, decoded, split
from manyways.documents.wrapping import wrapped

__all__ = ["read"]

_FENCE = re.compile(r"[ >]*(?:[-*+] +|\d+[.)] +)?(`{3,}|~{3,})")
# What stands before the text of a line: quotation, list item, task, heading.
_PREFIX = re.compile(
    r"[ \t]*(?:>[ \t]?)*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?"
)
_RULE = re.compile(
    r"[ >]*(?:(?:[-*_][ \t]*){3,}|=+|\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*\|?)[ \t]*$"
)
_DEFINITION = re.compile(r" {0,3}\[[^\]]+\]:[ \t]*\S+")
_HTML = re.compile(r" {0,3}</?[A-Za-z!][^>]*>?[ \t]*$|<!--")
_INLINE = re.compile(
    r"(`+[^`]+`+|!?\[\[[^\]]*\]\]|\[\^[^\]]+\]|<[A-Za-z/!][^<>]*>"
    r"|\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:[ \t]+\"[^\"]*\")?\)"
    r"|\]\[[^\]]*\]|!?\[(?=[^\]]*\](?:\(|\[))|\\[\\`*_{}\[\]()#+.!|-]"
    r"|\*\*\*|\*\*|~~|(?<!\w)__(?=\w)|(?<=\w)__(?!\w)|\*(?=\S)|(?<=\S)\*|(?<!\w)_(?=\w)|(?<=\w)_(?!\w))"
)
_EMPHASIS = ("*", "**", "***", "_", "__", "~~")


def read(data: bytes, name: str, source: str = "", target: str = "") -> Document:
    """Segments of a document; the lines of a paragraph are one, and come back as as many."""
    text, encoding = decoded(data, name)
    builder = Builder(text, encoding)
    lines = [(match.start(), match[1]) for match in re.finditer(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)", text)]
    paragraph: list[tuple[int, str]] = []
    fence = ""
    matter = bool(lines) and lines[0][1].lstrip("\ufeff").rstrip() == "---"
    for number, (start, line) in enumerate(lines):
        mark = _FENCE.match(line)
        if fence or matter:
            if matter and number and line.rstrip() in ("---", "..."):
                matter = False
            elif fence and mark is not None and mark[1].startswith(fence):
                fence = ""
            continue
        prefix = _PREFIX.match(line)
        begin = prefix.end() if prefix is not None else 0
        fresh = bool(line[:begin].strip(" \t>"))  # a list item or a heading
        silent = not line.strip() or _RULE.fullmatch(line) or _DEFINITION.match(line) or _HTML.match(line)
        indented = re.match(r"(?: {4}|\t)", line) and not paragraph and not fresh
        if mark is not None or silent or indented or fresh or line.lstrip().startswith("|"):
            _finish(builder, paragraph)
            paragraph = []
        if mark is not None:
            fence = mark[1]
        elif not silent and not indented and line.lstrip(" >").startswith("|"):
            _cells(builder, start, line)
        elif not silent and not indented:
            paragraph.append((start + begin, line[begin:]))
            if line[:begin].rstrip().endswith("#"):
                _finish(builder, paragraph)
                paragraph = []
    _finish(builder, paragraph)
    return builder.document()


def _cells(builder: Builder, start: int, line: str) -> None:
    at = 0
    for cell in re.split(r"(?<!\\)(\|)", line):
        inner = cell.strip()
        if inner and inner != "|":
            place = start + at + cell.index(inner)
            _finish(builder, [(place, inner)])
        at += len(cell)


def _finish(builder: Builder, paragraph: list[tuple[int, str]]) -> None:
    """A paragraph is a segment, if it holds a letter outside its tags."""
    if not paragraph:
        return
    text = builder.text
    rows = [line.rstrip() for _, line in paragraph]
    hard = [line.endswith(("  ", "\\")) for _, line in paragraph[:-1]]
    parts: list[Part] = []
    for index, (_, line) in enumerate(paragraph):
        parts += _parts(
            line.rstrip().removesuffix("\\") if index < len(hard) and hard[index] else rows[index], index
        )
        if index < len(hard):
            place = paragraph[index][0] + len(
                line.rstrip().removesuffix("\\") if hard[index] else rows[index]
            )
            between = text[place : paragraph[index + 1][0]]
            parts.append(Tag(between, "break") if hard[index] else " ")
    segment = Segment(tuple(parts))
    if not segment.has_letters:
        return
    start, end = paragraph[0][0], paragraph[-1][0] + len(rows[-1])
    joint = text[paragraph[0][0] + len(rows[0]) : paragraph[1][0]] if len(paragraph) > 1 else ""
    soft = len(paragraph) if not any(hard) else 1

    def render(found: Target) -> str:
        return joint.lstrip(" ").join(wrapped(found.written, soft)) if soft > 1 else found.written

    builder.slot(start, end, builder.add(segment), render)


def _parts(text: str, line: int) -> list[Part]:
    """Text and inline tags. A mark of emphasis opens if none of its kind is open."""
    opened: list[tuple[str, str]] = []

    def tag(place: int, piece: str) -> Tag:
        kind = "[" if piece in ("[", "![") or piece.startswith(("](", "][")) else piece
        pair = next((key for each, key in reversed(opened) if each == kind), None)
        if piece in ("[", "![") or (pair is None and piece in _EMPHASIS):
            opened.append((kind, f"{line}.{place}"))
            return Tag(piece, "open", f"{line}.{place}")
        if pair is not None and (kind == "[" or piece in _EMPHASIS):
            opened.remove((kind, pair))
            return Tag(piece, "close", pair)
        return Tag(piece)

    return split(text, _INLINE, tag)
