"""Drawing meanings: which verbs, with whom, when and where.

Words are drawn by class of meaning, early ones of a table more often than late ones, so that
some are rare; those held out of training only when the split allows them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from manyways.text.toy import adjectives, words
from manyways.text.toy.lexicon import (
    Adjective,
    Name,
    Noun,
    Phrase,
    Verb,
    parse_phrase,
    read_adjectives,
    read_names,
    read_nouns,
    read_phrases,
    read_verbs,
)
from manyways.text.toy.meaning import PRONOUNS, Fixed, NounPhrase, Prepositional, Pronoun

__all__ = ["Drawer", "Lexicon"]

T = TypeVar("T")
_SUBJECT_PRONOUNS = ("ich", "du", "er", "sie", "wir", "they", "Sie", "ich", "er", "sie", "ihr", "wir")
_OBJECT_PRONOUNS = ("ich", "du", "er", "sie", "wir", "they", "Sie", "er")
_THING_PRONOUNS = ("er-it", "sie-it", "es")
# Articles with how often they are drawn, for singular, plural and mass nouns.
_ARTICLES = (
    ("definite",) * 11 + ("indefinite",) * 6 + ("possessive",) * 4 + ("this",) * 2 + ("every",),
    ("definite",) * 7
    + ("indefinite",) * 3
    + ("possessive",) * 3
    + ("numeral",) * 4
    + ("this", "many", "many", "some", "several", "all"),
    ("definite",) * 4 + ("bare",) * 4 + ("possessive",),
)
# Places: German preposition, English, and the same for the way there (case 1).
_AT = {
    "house": (("in", ("in",)), ("in", ("to", "into"))),
    "spot": (("an", ("at",)), ("zu", ("to",))),
    "square": (("auf", ("on",)), ("auf", ("to", "onto"))),
}
_SPOUSES = {
    "Mann": Noun("Mann m Männer husband", "person"),
    "Frau": Noun("Frau f Frauen wife:wives", "person"),
}
_CHILDREN = 9  # The first persons of the table are too young to marry.
_ON = (("auf", ("on",)), ("auf", ("on", "onto")))
_NEAR = (
    ("vor", ("in_front_of",)),
    ("hinter", ("behind",)),
    ("neben", ("next_to", "beside")),
    ("unter", ("under",)),
)


class Lexicon:
    """The entries that a split may use, by class."""

    def __init__(self, held_out: bool) -> None:
        def known(entries: list[T]) -> list[T]:
            return [entry for entry in entries if not entry.held_out]  # type: ignore[attr-defined]

        def unknown(entries: list[T]) -> list[T]:
            return [entry for entry in entries if held_out and entry.held_out]  # type: ignore[attr-defined]

        nouns, verbs = read_nouns(), read_verbs()
        by_kind = {
            kind: [noun for noun in nouns if noun.kind == kind] for kind in {noun.kind for noun in nouns}
        }
        by_frame = {frame: [v for v in verbs if v.frame == frame] for frame in {verb.frame for verb in verbs}}
        self.nouns: dict[str, list[Noun]] = {kind: known(each) for kind, each in by_kind.items()}
        self.new_nouns: dict[str, list[Noun]] = {kind: unknown(each) for kind, each in by_kind.items()}
        self.verbs: dict[str, list[Verb]] = {frame: known(each) for frame, each in by_frame.items()}
        self.new_verbs: dict[str, list[Verb]] = {frame: unknown(each) for frame, each in by_frame.items()}
        self.adjectives = self._by_letter(known(read_adjectives()))
        self.new_adjectives = self._by_letter(unknown(read_adjectives()))
        late = read_adjectives(adjectives.COLOURS) + read_adjectives(adjectives.ORIGINS)
        self.colours = self._by_letter(known(late))
        self.new_colours = self._by_letter(unknown(late))
        self.persons, self.new_persons = self._names(words.PERSONS, held_out)
        self.cities, self.new_cities = self._names(words.CITIES + " " + words.COUNTRIES, held_out)
        self.times = read_phrases(words.TIMES, kinds=True)
        self.manner = read_phrases(words.MANNER)
        self.frequency = read_phrases(words.FREQUENCY)
        self.sentence_adverbs = read_phrases(words.SENTENCE_ADVERBS)
        self.numbers = [tuple(entry.split(":")) for entry in words.NUMBERS.split()]
        self.months = [tuple(entry.split(":")) for entry in words.MONTHS.split()]
        self.weekdays = [tuple(entry.split(":")) for entry in words.WEEKDAYS.split()]

    @staticmethod
    def _by_letter(entries: list[Adjective]) -> dict[str, list[Adjective]]:
        return {letter: [e for e in entries if letter in e.letters] for letter in "patflexbcg"}

    @staticmethod
    def _names(table: str, held_out: bool) -> tuple[list[Name], list[Name]]:
        names = read_names(table)
        return [n for n in names if not n.held_out], [n for n in names if held_out and n.held_out]


class Drawer:
    """Draws parts of a meaning; `random` gives numbers in [0, 1)."""

    def __init__(self, lexicon: Lexicon, random: Callable[[], float], new_word_rate: float) -> None:
        self.lexicon, self.random, self.new_word_rate = lexicon, random, new_word_rate
        self.next_key = 0
        self.used: set[str] = set()

    def key(self) -> int:
        """A fresh key; a part owns it and the nine that follow."""
        self.next_key += 10
        return self.next_key

    def any(self, options: Sequence[T]) -> T:
        """One of them, all alike."""
        return options[int(self.random() * len(options))]

    def common(self, options: Sequence[T]) -> T:
        """One of them, the first ones more often."""
        return options[int(self.random() ** 1.6 * len(options))]

    def word(self, known: Sequence[T], new: Sequence[T]) -> T:
        """A word, now and then one that training has not seen."""
        if new and self.random() < self.new_word_rate:
            return self.any(new)
        return self.common(known)

    def noun_phrase(
        self, kinds: Sequence[str], depth: int, subject: NounPhrase | None = None, pronouns: str = "subject"
    ) -> NounPhrase:
        """Someone or something; `pronouns` is subject, object, accusative (things too) or none."""
        kind = self.any(kinds)
        r = self.random()
        if kind == "person":
            if r < 0.26 and pronouns != "none":
                return self.pronoun(_SUBJECT_PRONOUNS if pronouns == "subject" else _OBJECT_PRONOUNS, subject)
            if r > 0.84:
                return self.person_name()
        elif r < 0.07 and pronouns == "accusative":
            return self.pronoun(_THING_PRONOUNS, None)
        phrase = self.plain_noun(kind, subject)
        self._decorate(phrase, depth, subject)
        return phrase

    def pronoun(self, names: Sequence[str], subject: NounPhrase | None) -> NounPhrase:
        """A pronoun that is not the subject again."""
        name = self.any(names)
        if subject is not None and subject.pronoun is not None and name not in _THING_PRONOUNS:
            taken = subject.pronoun.person
            while PRONOUNS[name].person == taken or (
                taken != 2 and PRONOUNS[name].person in (0, 3) and taken in (0, 3)
            ):
                name = self.any(names)
        phrase = NounPhrase("pronoun", self.key())
        phrase.pronoun = PRONOUNS[name]
        return phrase

    def person_name(self) -> NounPhrase:
        phrase = NounPhrase("name", self.key())
        names = self.lexicon.persons
        new = self.lexicon.new_persons
        phrase.name = self.any(new) if new and self.random() < self.new_word_rate else self.any(names)
        return phrase

    def plain_noun(self, kind: str, subject: NounPhrase | None) -> NounPhrase:
        """A noun with its article."""
        phrase = NounPhrase("noun", self.key())
        noun = phrase.noun = self.word(self.lexicon.nouns[kind], self.lexicon.new_nouns[kind])
        if not noun.mass and self.random() < 0.27:
            phrase.number = 1
        article = phrase.article = self.any(_ARTICLES[2 if noun.mass else phrase.number])
        if article == "numeral":
            self.used.add("number")
            phrase.numeral = self.numeral()
        elif article == "possessive":
            phrase.possessive = self.possessor(subject)
            if phrase.possessive is None:
                phrase.article = "definite"
            else:
                self._marry(phrase)
        return phrase

    @staticmethod
    def _marry(phrase: NounPhrase) -> None:
        """ihr Mann is her husband, die Frau des Lehrers the teacher's wife."""
        assert phrase.noun is not None
        spouse = _SPOUSES.get(phrase.noun.german[0][0])
        if spouse is not None:
            phrase.noun, phrase.number = spouse, 0

    def numeral(self) -> tuple[str, str]:
        """Words for small numbers, digits for large ones."""
        if self.random() < 0.8:
            german, english = self.common(self.lexicon.numbers)
            return german, english
        number = int(13 + self.random() ** 4 * 3000)
        if number < 1000:
            return str(number), str(number)
        return f"{number // 1000}.{number % 1000:03d}", f"{number // 1000},{number % 1000:03d}"

    def possessor(self, subject: NounPhrase | None) -> Pronoun | None:
        """Whose it is: mostly the subject's."""
        if subject is None or subject.other is not None or self.random() < 0.25:
            return PRONOUNS[self.any(("ich", "wir", "du", "ich", "er", "sie"))]
        if subject.pronoun is not None:
            return PRONOUNS["er"] if subject.pronoun.german[0] == "man" else subject.pronoun
        if subject.name is not None:
            return PRONOUNS["er" if subject.name.sex == "m" else "sie"]
        noun = subject.noun
        if noun is None or noun.kind not in ("person", "animal"):
            return None
        if subject.number:
            return PRONOUNS["they"]
        if noun.kind == "animal":
            return PRONOUNS[_THING_PRONOUNS[noun.gender]]
        return PRONOUNS["sie" if noun.gender == 1 else "er"]

    def _decorate(self, phrase: NounPhrase, depth: int, subject: NounPhrase | None) -> None:
        """Adjectives, an owner, a prepositional phrase."""
        self.describe(phrase)
        noun = phrase.noun
        assert noun is not None
        if depth > 1 or noun.mass:
            return
        r = self.random()
        if r < 0.09 and noun.kind != "group":
            self._add_owner(phrase, subject)
        elif r < 0.12 and noun.kind in ("person", "house", "group"):
            self.used.add("attribute")
            if noun.kind == "person":
                phrase.prepositional = Prepositional("aus", 2, ("from",), self.city(), self.key())
            else:
                phrase.prepositional = Prepositional("in", 2, ("in",), self.city(), self.key())
        elif r < 0.15 and noun.kind in ("person", "house", "thing"):
            self.used.add("attribute")
            other = self.plain_noun("thing" if noun.kind != "house" else "furniture", None)
            if other.article in ("definite", "indefinite", "numeral"):
                phrase.prepositional = Prepositional("mit", 2, ("with",), other, self.key())

    def adjective(self, letter: str) -> Adjective:
        """An adjective for nouns of this letter."""
        return self.word(self.lexicon.adjectives[letter], self.lexicon.new_adjectives[letter])

    def describe(self, phrase: NounPhrase) -> None:
        """None, one or two adjectives, a colour or origin last."""
        assert phrase.noun is not None
        letter, r = self.any(phrase.noun.letters), self.random()
        if r < 0.3:
            phrase.adjectives.append(self.adjective(letter))
        if (r < 0.05 or r > 0.95) and self.lexicon.colours[letter]:
            phrase.adjectives.append(
                self.word(self.lexicon.colours[letter], self.lexicon.new_colours[letter])
            )

    def _add_owner(self, phrase: NounPhrase, subject: NounPhrase | None) -> None:
        """Annas Buch, das Buch von Thomas, das Haus des alten Lehrers."""
        if phrase.article not in ("definite", "indefinite"):
            return
        self.used.add("genitive")
        if self.random() < 0.3:
            owner = self.person_name()
            assert owner.name is not None
            phrase.article = "definite" if owner.name.german[-1] in "sxz" else "owner"
        else:
            owner = self.plain_noun("person", None)
            owner.article = "definite" if owner.article != "indefinite" or owner.number else "indefinite"
            if self.random() < 0.25:
                owner.adjectives.append(self.common(self.lexicon.adjectives["p"]))
            phrase.article = "definite"
            if phrase.noun is not None and phrase.noun.german[0][0] in _SPOUSES:
                owner.number = 0
                owner.noun = self.common(self.lexicon.nouns["person"][_CHILDREN:])
        phrase.owner = owner
        self._marry(phrase)

    def city(self) -> NounPhrase:
        phrase = NounPhrase("name", self.key())
        phrase.name = self.word(self.lexicon.cities, self.lexicon.new_cities)
        return phrase

    def place(self, subject: NounPhrase | None, depth: int, way: bool = False) -> Prepositional:
        """Where something is, or (`way`) where it goes."""
        r = self.random()
        if r < 0.14:
            return Prepositional(
                "nach" if way else "in", 2, ("to",) if way else ("in",), self.city(), self.key()
            )
        kind = "house" if r < 0.68 else "spot" if r < 0.86 else "square"
        phrase = self.plain_noun(kind, subject)
        if phrase.article in ("every", "bare", "many", "several", "all"):
            phrase.article = "definite"
        if self.random() < 0.5:
            phrase.article, phrase.number, phrase.possessive = "definite", 0, None
        self._decorate(phrase, depth + 1, subject)
        if r > 0.6 and kind == "house":
            german, english = self.any(_NEAR[:3])
            return Prepositional(german, 1 if way else 2, english, phrase, self.key())
        german, english = _AT[kind][1 if way else 0]
        return Prepositional(german, 1 if way and german != "zu" else 2, english, phrase, self.key())

    def surface(self, subject: NounPhrase | None, way: bool) -> Prepositional:
        """On, under or beside a piece of furniture."""
        phrase = self.plain_noun("furniture", subject)
        if phrase.article in ("every", "bare", "many", "several", "all"):
            phrase.article = "definite"
        self._decorate(phrase, 2, subject)
        german, english = self.any(_NEAR) if self.random() < 0.4 else _ON[int(way)]
        return Prepositional(german, 1 if way else 2, english, phrase, self.key())

    def time(self, kinds: Sequence[str]) -> Fixed:
        """A time of one of these kinds: past, future, any, habit, now."""
        r = self.random()
        if r < 0.3:
            phrase = self._date(kinds)
            if phrase is not None:
                return Fixed(phrase, self.key())
        while True:
            phrase = self.common(self.lexicon.times)
            if phrase.kind in kinds:
                return Fixed(phrase, self.key())

    def _date(self, kinds: Sequence[str]) -> Phrase | None:
        """Dates, years, hours, days of the week, and so many days ago."""
        lexicon, r = self.lexicon, self.random()
        if r < 0.3:
            day, (month, en_month) = 1 + int(self.random() * 28), self.any(lexicon.months)
            self.used.add("date")
            return _day(day, month, en_month, self._year() if "past" in kinds and self.random() < 0.4 else 0)
        if r < 0.45 and "past" in kinds:
            self.used.add("date")
            year = self._year()
            return parse_phrase(f"im/APPRART/1 Jahr/NN/2 {year}/CARD/3 = PP in/IN/1,2 {year}/CD/3", "past")
        german, english = self.any(lexicon.weekdays)
        if r < 0.6:
            return parse_phrase(f"am/APPRART/1 {german}/NN/2 = PP on/IN/1 {english}/NNP/2", "any")
        number, en_number = self.common(lexicon.numbers[:11])
        if r < 0.8:
            self.used.add("hour")
            eight = f"at/IN/1 {en_number}/CD/2"
            return parse_phrase(
                f"um/APPR/1 {number}/CARD/2 Uhr/NN/3 = PP {eight} o'clock/RB/3 | PP {eight}", "any"
            )
        unit, en_unit = self.any(
            (("Tagen", "days"), ("Wochen", "weeks"), ("Jahren", "years"), ("Monaten", "months"))
        )
        phrase = f"{number}/CARD/2 {unit}/NN/3"
        en_phrase = f"{en_number}/CD/2 {en_unit}/NNS/3"
        if "past" in kinds:
            return parse_phrase(f"vor/APPR/1 {phrase} = ADVP {en_phrase} ago/RB/1", "past")
        if "future" in kinds:
            return parse_phrase(f"in/APPR/1 {phrase} = PP in/IN/1 {en_phrase}", "future")
        return None

    def _year(self) -> int:
        return 1930 + int(self.random() * 90)


def _day(day: int, month: str, en_month: str, year: int) -> Phrase:
    german = f"am/APPRART/1 {day}./ADJA/2 {month}/NN/3"
    suffix = "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    english = f"on/IN/1 {en_month}/NNP/3 {day}/CD/2"
    other = f"on/IN/1 the/DT/1 {day}{suffix}/JJ/2 of/IN/3 {en_month}/NNP/3"
    if not year:
        return parse_phrase(f"{german} = PP {english} | PP {other}", "any")
    text = f"{german} {year}/CARD/4 = PP {english} ,/,/4 {year}/CD/4 | PP {other} {year}/CD/4"
    return parse_phrase(text, "past")
