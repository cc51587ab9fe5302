"""Entities of XML-style text: `&lt;`, `&#228;`, `&#xe4;`."""

from __future__ import annotations

import html
import re

from manyways.errors import InputError

__all__ = ["unescape"]

_NUMBER = re.compile(r"&#(?:([0-9]+)|[xX]([0-9a-fA-F]+))")
_DIGITS = 8  # more than any character has


def unescape(text: str) -> str:
    """The text with its entities as characters; an InputError for a number that is not a character's."""
    if "&" not in text:
        return text
    for match in _NUMBER.finditer(text):
        digits = (match[1] or match[2]).lstrip("0")
        code = int(digits[:_DIGITS] or "0", 10 if match[1] else 16)
        if len(digits) > _DIGITS or not 0 < code < 0x110000 or 0xD800 <= code < 0xE000:
            raise InputError(f"{match[0][:20]}; is not the number of a character")
    return html.unescape(text)
