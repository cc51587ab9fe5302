"""Where the model's words stand in running text: what pages need to show which words belong together.

word_places(["das", "haus", "."], "Das Haus.")      # [(0, 3), (4, 8), (8, 9)]
"""

from __future__ import annotations

from collections.abc import Sequence

from manyways.text.protect import unshield

__all__ = ["word_places"]

_FAR = 40  # characters that a step may have put in before a word


def word_places(words: Sequence[str], text: str) -> list[tuple[int, int]]:
    """The characters of each word, in order; an empty stretch for one that is not written so in the text."""
    plain = text.lower()
    if len(plain) != len(text):  # a letter whose lower case is longer
        plain = text
    found = []
    at = 0
    for word in words:
        own = unshield(word)
        start = plain.find(own.lower(), at, at + len(own) + _FAR) if own else -1
        if start < 0:
            found.append((at, at))
            continue
        at = start + len(own)
        found.append((start, at))
    return found
