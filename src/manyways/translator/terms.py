"""Terms of a glossary in texts: found in any inflection, marked for the search, looked for in what came out.

    terms = Terms(read_glossary("terms.tsv"), "de")
    text = terms.marked("Die Häuser der Kommission.")    # a MarkedText: what must and must not be written
    terms.kept("Die Häuser der Kommission.", "The houses of the Commission.")     # one Use for each term

A word is a form of another if both are the same without an ending of the language, and without their dots and
accents.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from manyways.search import Mark, MarkedText
from manyways.text.glossary import Glossary, Term
from manyways.text.languages import language_of
from manyways.wording import counted

__all__ = ["Terms", "Use", "in_words"]

_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_SHORTEST = 3  # letters that a word has without its ending
_ENDINGS = {
    "de": "e en n s es er ern em nen se sen ses",
    "en": "s es 's ’s ed d ing",
    "fr": "s x e es aux",
    "es": "s es a o as os",
    "it": "i e a o",
    "pt": "s es a o as os",
    "nl": "e en s n 's",
    "ro": "i e a ul le lor ului ei",
    "sv": "en et n s ar er or na",
}
_ANY = "s e n es en a i"
_SHOWN = 5


@dataclass(frozen=True)
class Use:
    """A term in a text. kept: one of its translations is in the translation, and none that is forbidden."""

    term: str
    found: str
    kept: bool
    expected: tuple[str, ...]
    forbidden: tuple[str, ...]


@dataclass(frozen=True)
class _Place:
    """Where a term stands in a text, and what the glossary has of it."""

    start: int
    end: int
    lines: tuple[Term, ...]

    @property
    def given(self) -> list[Term]:
        """What it may be translated by."""
        return [line for line in self.lines if not line.forbidden]

    @property
    def forbidden(self) -> list[Term]:
        return [line for line in self.lines if line.forbidden]


@dataclass(frozen=True)
class Terms:
    """A glossary for texts of one language, translated into another."""

    glossary: Glossary
    language: str

    @cached_property
    def _by_first(self) -> dict[str, list[tuple[list[str], tuple[Term, ...]]]]:
        """Terms of words, by each stem of the first word, the longest first."""
        lines: dict[str, list[Term]] = {}
        for term in self.glossary:
            lines.setdefault(term.source, []).append(term)
        found: dict[str, list[tuple[list[str], tuple[Term, ...]]]] = {}
        for source, terms in sorted(lines.items(), key=lambda item: (-len(item[0]), item[0])):
            words = _WORD.findall(source)
            for stem in _stems(words[0], self.language) if words else ():
                found.setdefault(stem, []).append((words, tuple(terms)))
        return found

    @cached_property
    def _signs(self) -> list[tuple[re.Pattern[str], tuple[Term, ...]]]:
        """Terms that are not words alone (C++), or of a script without spaces: found as they are written."""
        unspaced = language_of(self.language).unspaced
        lines: dict[str, list[Term]] = {}
        for term in self.glossary:
            if unspaced or " ".join(_WORD.findall(term.source)) != term.source:
                lines.setdefault(term.source, []).append(term)
        return [
            (_pattern(source, unspaced=unspaced), tuple(terms))
            for source, terms in sorted(lines.items(), key=lambda item: (-len(item[0]), item[0]))
        ]

    def places(self, text: str) -> list[_Place]:
        """Where terms stand; of those that overlap the one that begins first, and of these the longest."""
        found = sorted(self._candidates(text), key=lambda place: (place.start, -place.end))
        chosen: list[_Place] = []
        for place in found:
            if not chosen or place.start >= chosen[-1].end:
                chosen.append(place)
        return chosen

    def _candidates(self, text: str) -> Iterator[_Place]:
        words = list(_WORD.finditer(text))
        for index, word in enumerate(words):
            for stem in _stems(word[0], self.language):
                for term, lines in self._by_first.get(stem, ()):
                    if " ".join(_WORD.findall(lines[0].source)) != lines[0].source:
                        continue
                    here = words[index : index + len(term)]
                    fitting = _fitting(term, [each[0] for each in here], lines, self.language)
                    if fitting and _side_by_side(text, here):
                        yield _Place(here[0].start(), here[-1].end(), fitting)
        for pattern, lines in self._signs:
            for match in pattern.finditer(text):
                yield _Place(match.start(), match.end(), lines)

    def marked(self, text: str) -> MarkedText:
        """The text in pieces, with what the glossary says of some."""
        marked = MarkedText()
        at = 0
        for place in self.places(text):
            marked.pieces += [text[at : place.start], text[place.start : place.end]]
            marked.marks[len(marked.pieces) - 1] = self.mark(text, place)
            at = place.end
        marked.pieces.append(text[at:])
        return marked

    def mark(self, text: str, place: _Place) -> Mark:
        """What the search may write for a term, in the case that it has in the text."""
        found = text[place.start : place.end]
        given = place.given
        enforced = [line for line in given if not line.preferred] or given
        forbidden = [form for line in place.forbidden for form in _cases(line.target)]
        start = not any(map(str.isalnum, text[: place.start]))
        return Mark(
            tuple((_fitted(line, found, start=start), 1.0) for line in enforced),
            tuple(dict.fromkeys(forbidden)),
            exclusive=any(not line.preferred for line in given),
        )

    def kept(self, text: str, translation: str) -> list[Use]:
        """Each term of the text, and whether the translation has it as it should."""
        uses = []
        for place in self.places(text):
            expected = tuple(line.target for line in place.given)
            forbidden = tuple(line.target for line in place.forbidden)
            there = not expected or any(_holds(translation, each) for each in expected)
            wrong = any(_holds(translation, each) for each in forbidden)
            uses.append(
                Use(
                    place.lines[0].source,
                    text[place.start : place.end],
                    there and not wrong,
                    expected,
                    forbidden,
                )
            )
        return uses


def _pattern(source: str, *, unspaced: bool) -> re.Pattern[str]:
    """A term as it is written; nothing of a longer word or run of signs."""
    written = re.escape(source)
    return re.compile(written if unspaced else rf"(?<!\w){written}(?![\w{re.escape(source[-1])}])")


def in_words(uses: Sequence[tuple[int, Use]]) -> list[str]:
    """What a person should know of the uses of terms, each with its line."""
    if not uses:
        return ["no term of the glossary was found"]
    kept = sum(use.kept for _, use in uses)
    said = [f"{counted(len(uses), 'terms')} of the glossary found, {kept:,} kept"]
    lost = [(line, use) for line, use in uses if not use.kept]
    for line, use in lost[:_SHOWN]:
        wanted = " or ".join(use.expected) or f"not {' or '.join(use.forbidden)}"
        said.append(f"line {line}: {use.found} is not translated as the glossary says: {wanted}")
    if len(lost) > _SHOWN:
        said.append(f"and {counted(len(lost) - _SHOWN, 'terms')} more")
    return said


@lru_cache(maxsize=1 << 16)
def _stems(word: str, language: str) -> frozenset[str]:
    """The word without accents, in lower case, and what is left of it without an ending."""
    plain = "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(c))
    endings = _ENDINGS.get(language_of(language).code, _ANY).split()
    cut = (plain.removesuffix(each) for each in endings if plain.endswith(each))
    return frozenset({plain, *(each for each in cut if len(each) >= _SHORTEST)})


def _fitting(term: list[str], words: list[str], lines: tuple[Term, ...], language: str) -> tuple[Term, ...]:
    """The lines of a term that mean these words."""
    if len(words) < len(term):
        return ()
    if words == term:
        return lines
    if all(_stems(a, language) & _stems(b, language) for a, b in zip(term, words, strict=True)):
        return tuple(line for line in lines if not line.exact)
    return ()


def _side_by_side(text: str, words: Sequence[re.Match[str]]) -> bool:
    return all(
        not text[one.end() : other.start()].strip(" \u00a0-") for one, other in itertools.pairwise(words)
    )


def _fitted(line: Term, found: str, *, start: bool) -> str:
    """The translation in the case of what was found, where that differs from the term's."""
    target = line.target
    if line.exact or found == line.source:
        return target
    if found.isupper() and len(found) > 1 and not line.source.isupper():
        return target.upper()
    if found[:1].isupper() and line.source[:1].islower() and not start:
        return target[:1].upper() + target[1:]
    return target


def _cases(target: str) -> list[str]:
    return [target, target[:1].lower() + target[1:], target[:1].upper() + target[1:]]


def _holds(translation: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", translation, re.IGNORECASE) is not None or (
        not text.isascii() and text in translation
    )
