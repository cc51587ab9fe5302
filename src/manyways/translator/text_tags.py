"""Markup that a document holds as text: `<b>` in the messages of a program, `&lt;b&gt;` in XLIFF.

    parts = as_tags(Segment(("Das <b>Haus</b>.",))).parts      # ("Das ", <b>, "Haus", </b>, ".")
    as_text(parts)                                            # ("Das <b>Haus</b>.",)

It is placed as inline tags are, and text again in the translation, so that the format escapes it as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from manyways.documents import Part, Segment, Tag
from manyways.text.protect import find_spans

__all__ = ["as_tags", "as_text"]

_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*)[^<>]*?(/?)>")


@dataclass(frozen=True)
class _TextTag(Tag):
    """A tag that is text in the document."""


def as_tags(segment: Segment) -> Segment:
    """The segment with such markup as tags; itself if there is none, or nothing else."""
    parts: list[Part] = []
    for part in segment.parts:
        parts += _divided(part) if isinstance(part, str) else [part]
    made = Segment(tuple(parts))
    return made if len(parts) > len(segment.parts) and made.has_letters else segment


def as_text(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Such tags as text again, in one piece with the text beside them."""
    joined: list[Part] = []
    for part in parts:
        piece = part.written if isinstance(part, _TextTag) else part
        if isinstance(piece, str) and joined and isinstance(joined[-1], str):
            joined[-1] += piece
        else:
            joined.append(piece)
    return tuple(joined)


def _divided(text: str) -> list[Part]:
    parts: list[Part] = []
    at = 0
    for span in find_spans(text):
        matches = _TAG.finditer(text, span.start, span.end) if span.kind == "markup" else ()
        for match in matches:
            parts += filter(None, [text[at : match.start()]])
            kind = "close" if match[1] else "alone" if match[3] else "open"
            parts.append(_TextTag(match[0], kind, match[2].lower()))  # type: ignore[arg-type]
            at = match.end()
    return [*parts, *filter(None, [text[at:]])]
