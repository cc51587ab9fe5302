"""Numbers of things in messages: "1 sentence", "1,200 sentences"."""

from __future__ import annotations

__all__ = ["counted", "noun"]


def counted(number: int, plural: str) -> str:
    """The number, and what it counts; `plural` ends in s."""
    return f"{number:,} {noun(number, plural)}"


def noun(number: int, plural: str) -> str:
    """What a number counts, as it is called when there are so many."""
    return plural.removesuffix("s") if number == 1 else plural
