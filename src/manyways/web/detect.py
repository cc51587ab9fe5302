"""Which language a text is in, of those that the open models know: by the words of their vocabularies.

A word that a model's source side knows speaks for that language, and counts less the more languages know it.
Only what can be translated is told apart; it is no detector of all languages.
"""

from __future__ import annotations

from dataclasses import dataclass

from manyways.text.languages import language_of
from manyways.web.engine import Engine

__all__ = ["Guess", "guesses"]

LONGEST = 2000  # characters that are looked at


@dataclass(frozen=True)
class Guess:
    """confidence: from 0 to 100."""

    language: str
    confidence: float


def guesses(text: str, engine: Engine) -> list[Guess]:
    """The source languages of the models, the most probable first."""
    shares: dict[str, float] = {}
    for loaded in engine.models.values():
        share = loaded.known_share(text[:LONGEST]) * _in_script(text, loaded.source)
        shares[loaded.source] = max(shares.get(loaded.source, 0.0), share)
    if not shares:
        return [Guess("en", 0.0)]
    found = [Guess(code, round(100 * share, 1)) for code, share in shares.items()]
    return sorted(found, key=lambda guess: -guess.confidence)


def _in_script(text: str, code: str) -> float:
    """1 if the letters of the text are those of the language's script, else less."""
    from unicodedata import name

    scripts = {name(letter, "?").split()[0] for letter in language_of(code).letters}
    if "CJK" in scripts:
        scripts |= {"HIRAGANA", "KATAKANA"}
    letters = [c for c in text[:LONGEST] if c.isalpha()]
    own = sum(name(c, "?").split()[0] in scripts for c in letters)
    return own / len(letters) if letters and scripts else 0.5
