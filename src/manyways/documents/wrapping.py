"""A text over as many lines as there were, of about the same length each."""

from __future__ import annotations

__all__ = ["wrapped"]


def wrapped(text: str, lines: int) -> list[str]:
    """Up to `lines` lines, cut at spaces so that the longest is as short as may be."""
    words = text.split()
    if lines <= 1 or len(words) <= 1:
        return [" ".join(words)]
    low, high = max(map(len, words)), len(text)
    while low < high:
        width = (low + high) // 2
        if len(_fill(words, width)) <= lines:
            high = width
        else:
            low = width + 1
    return _fill(words, high)


def _fill(words: list[str], width: int) -> list[str]:
    found: list[str] = []
    for word in words:
        if found and len(found[-1]) + 1 + len(word) <= width:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found
