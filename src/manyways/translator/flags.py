"""What looks lost in a translation: a negation, a number; and words that were copied.

    flags_of("Er kam nicht 1995.", "He came.", "de", "en")      # ['negation', 'number 1995']

These are signs, not proofs: a negation may be in a word that no list has ("kaum"), a number may be written
out.
"""

from __future__ import annotations

import re
import unicodedata

from manyways.text.languages import language_of
from manyways.text.protect import find_spans

__all__ = ["flags_of", "negations_of"]

_NEGATIONS = {
    "en": "not no never none nothing nobody nowhere neither nor without cannot unable",
    "de": "nicht kein keine keinen keinem keiner keines nie niemals niemand niemanden nichts weder ohne",
    "fr": "ne n pas jamais rien aucun aucune personne sans ni non",
    "es": "no nunca jamás nada nadie ningún ninguno ninguna sin ni tampoco",
    "it": "non mai niente nulla nessuno nessuna senza né",
    "pt": "não nunca nada ninguém nenhum nenhuma sem nem",
    "nl": "niet geen nooit niets niemand nergens noch zonder",
    "ro": "nu niciodată nimic nimeni niciun nicio fără nici",
    "ar": "لا لم لن ليس ليست لست غير بدون",
    "hi": "नहीं न मत ना बिना",
    "ur": "نہیں نہ مت بغیر",
}
_SIGNS = {"zh": "不没沒无無未别別非"}  # scripts without spaces
_CONTRACTED = "ai are ca could did do does had has have is might must need sha should was were wo would"
# Letters with their marks: a Devanagari word is one word.
_MARKS = "".join(chr(c) for c in range(0x300, 0x3100) if unicodedata.category(chr(c))[0] == "M")
_WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{_MARKS}])*")
_NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d+)?")
_SHORTEST, _SHORTEST_CASELESS = 4, 2  # letters of a copied word that is told


def flags_of(source: str, target: str, source_language: str, target_language: str) -> list[str]:
    """The signs: negation (of languages that have a list here), numbers, copied words."""
    found = []
    if _negated(source, source_language) and _negated(target, target_language) is False:
        found.append("negation")
    written = {_digits(number) for number in _NUMBER.findall(target)}
    for number in dict.fromkeys(_NUMBER.findall(source)):
        if _digits(number) not in written:
            found.append(f"number {number}")
    known = set(_WORD.findall(target))
    for word in dict.fromkeys(_WORD.findall(_unprotected(source))):
        caseless = word.lower() == word.upper()  # of a script without capitals
        shortest = _SHORTEST_CASELESS if caseless else _SHORTEST
        if len(word) >= shortest and (caseless or word.islower()) and word in known:
            found.append(f"copied {word}")
    return found


def negations_of(language: str) -> list[str]:
    """The words that negate in a language; none of a language that has no list here."""
    code = language_of(language).code
    contracted = [f"{each}n't" for each in (*_CONTRACTED.split(), "")] if code == "en" else []
    return [*_NEGATIONS.get(code, "").split(), *_SIGNS.get(code, ""), *contracted]


def _negated(text: str, language: str) -> bool | None:
    code = language_of(language).code
    if code in _SIGNS:
        return any(sign in text for sign in _SIGNS[code])
    if code not in _NEGATIONS:
        return None
    words = {word.lower() for word in _WORD.findall(text)}
    contracted = code == "en" and re.search(r"n['’]t\b", text) is not None
    return contracted or not words.isdisjoint(_NEGATIONS[code].split())


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)


def _unprotected(text: str) -> str:
    """The text without spans that must be copied."""
    parts, at = [], 0
    for span in find_spans(text):
        parts.append(text[at : span.start])
        at = span.end
    return " ".join([*parts, text[at:]])
