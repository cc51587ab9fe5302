"""Numbers as another language writes them, by rule.

    localise("3.500", "de", "en")       # '3,500'
    localise("12,5 %", "de", "en")      # '12.5%'
    localise("1 234,5", "fr", "de")     # '1.234,5'
    localise("٣٫٥", "ar", "en")          # '3.5'

What a number means in its own language is not guessed: a point in German parts thousands if three digits
follow each time, and is left alone otherwise (3.14 may be a section, a date or a version).
"""

from __future__ import annotations

import re
import unicodedata

from manyways.text.languages import language_of

__all__ = ["NUMBER", "localise"]

_SPACES = "\u00a0\u202f"
# A number with marks between digits or with a percent sign: all that may look different elsewhere.
NUMBER = re.compile(rf"(?<![\w.,])\d+(?:[.,٫٬{_SPACES} ]\d+)*(?:[{_SPACES} ]?[%٪])?(?![\w]|[.,]\d)")
_POINT = frozenset({"en", "zh", "ja", "ko", "th", "he", "hi", "bn", "ta", "te", "ur", "mr", "ne", "sa", "ga"})
_SPACED = frozenset(
    {"fr", "pl", "cs", "sk", "ru", "uk", "bg", "fi", "sv", "no", "nb", "nn", "et", "lv", "lt", "hu"}
)
_PERCENT_SPACED = frozenset(
    {
        "de",
        "fr",
        "es",
        "fi",
        "sv",
        "cs",
        "sk",
        "sl",
        "hr",
        "bs",
        "da",
        "no",
        "nb",
        "nn",
        "pl",
        "is",
        "ru",
        "uk",
        "lt",
        "lv",
        "et",
    }
)
_ARABIC = frozenset({"ar", "fa", "ur", "ps"})


def localise(number: str, source: str, target: str) -> str:
    """A number that `NUMBER` matches as the target language writes it; itself where its meaning is open."""
    source, target = language_of(source).code, language_of(target).code
    digits = "".join(str(unicodedata.digit(c)) if c.isdigit() else c for c in number)
    parts = _read(digits.rstrip(f"%٪ {_SPACES}"), source)
    percent = number[-1] in "%٪"
    if parts is None:
        return number
    whole, fraction = parts
    point = "." if target in _POINT or target in _ARABIC else ","
    written = _grouped(whole, digits, target) + (point + fraction if fraction else "")
    space = "\u00a0" if target in _PERCENT_SPACED else ""
    return written + (f"{space}%" if percent else "")


def _read(text: str, language: str) -> tuple[str, str] | None:
    """The whole part, without marks, and the fraction; None if the marks do not fit the language."""
    decimal, between = (".", ",") if language in _POINT else (",", rf".{_SPACES} ")
    if language in _ARABIC:
        decimal, between = ".٫", ",٬"
    match = re.fullmatch(rf"(\d+|\d{{1,3}}(?:[{between}]\d{{3}})+)(?:[{decimal}](\d+))?", text)
    if match is None:
        return None
    return re.sub(r"\D", "", match[1]), match[2] or ""


def _grouped(whole: str, written: str, language: str) -> str:
    """Thousands apart, if they were."""
    if not re.match(r"\d+[^\d%٪]\d{3}(?!\d)", written) or len(whole) < 4:
        return whole
    mark = "," if language in _POINT or language in _ARABIC else "\u00a0" if language in _SPACED else "."
    return re.sub(r"(?<=\d)(?=(?:\d{3})+$)", mark, whole)
