"""Words that are drawn at random, and the same in Greek letters."""

from __future__ import annotations

import random

__all__ = ["drawn_word", "greek"]

_GREEK = dict(zip("abdefiklmnoprstu", "αβδεφικλμνοπρστυ", strict=True))


def drawn_word(draw: random.Random, longest: int = 8) -> str:
    """Two or more syllables of a consonant and a vowel."""
    return "".join(
        draw.choice("bdfklmnprst") + draw.choice("aeiou") for _ in range(draw.randint(2, longest // 2))
    )


def greek(word: str) -> str:
    return "".join(_GREEK[letter] for letter in word)
