"""What a sentence says, before either language says it.

A meaning is drawn once; each language then puts it into words. Every part has a `key`, a number
from which its words take theirs (key, key + 1, ...); words of the two sides that share a key are linked.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from manyways.text.toy.lexicon import Adjective, Name, Noun, Phrase, Verb

__all__ = ["PRONOUNS", "Clause", "Comparison", "Fixed", "NounPhrase", "Prepositional", "Pronoun"]


class Pronoun:
    """A personal pronoun; person 0 to 5 is ich du er wir ihr sie."""

    __slots__ = ("english", "german", "person", "possessive", "reflexive")

    def __init__(self, row: str) -> None:
        person, german, reflexive, english, possessive = row.split()
        self.person = int(person)
        self.german = tuple(german.split(","))
        self.reflexive = reflexive
        self.english = tuple(english.split(","))
        stem, _, owner = possessive.partition(",")
        self.possessive = (stem, owner)


PRONOUNS = {
    name: Pronoun(row)
    for name, row in {
        "ich": "0 ich,mich,mir mich I,me mein,my",
        "du": "1 du,dich,dir dich you,you dein,your",
        "er": "2 er,ihn,ihm sich he,him sein,his",
        "sie": "2 sie,sie,ihr sich she,her ihr,her",
        "es": "2 es,es,ihm sich it,it sein,its",
        "wir": "3 wir,uns,uns uns we,us unser,our",
        "ihr": "4 ihr,euch,euch euch you,you euer,your",
        "they": "5 sie,sie,ihnen sich they,them ihr,their",
        "Sie": "5 Sie,Sie,Ihnen sich you,you Ihr,your",
        "er-it": "2 er,ihn,ihm sich it,it sein,its",
        "sie-it": "2 sie,sie,ihr sich it,it ihr,its",
        "man": "2 man,einen,einem sich one,one sein,their",
    }.items()
}


@dataclass(slots=True, eq=False)
class NounPhrase:
    """Someone or something.

    `form` is noun, pronoun, name, gap (the relative pronoun's place), question (wer, was) or there.
    Keys: determiner, noun + 1, adjectives + 2 and + 3, conjunction + 4, possessive mark + 5.
    """

    form: str
    key: int
    article: str = "definite"
    adjectives: list[Adjective] = field(default_factory=list)
    number: int = 0
    noun: Noun | None = None
    name: Name | None = None
    pronoun: Pronoun | None = None
    numeral: tuple[str, str] | None = None
    possessive: Pronoun | None = None
    owner: NounPhrase | None = None
    prepositional: Prepositional | None = None
    relative: Clause | None = None
    other: NounPhrase | None = None

    @property
    def person(self) -> int:
        """Person of the verb that agrees with this subject."""
        if self.other is not None:
            return 5
        if self.pronoun is not None:
            return self.pronoun.person
        return 5 if self.number else 2

    @property
    def human(self) -> bool:
        return self.name is not None or (self.noun is not None and self.noun.kind == "person")


@dataclass(slots=True, eq=False)
class Prepositional:
    """A preposition with what it governs: case 1 accusative, 2 dative."""

    german: str
    case: int
    english: tuple[str, ...]
    noun_phrase: NounPhrase
    key: int


@dataclass(slots=True, eq=False)
class Fixed:
    """A phrase of the tables with its keys."""

    phrase: Phrase
    key: int


@dataclass(slots=True, eq=False)
class Comparison:
    """A predicate adjective: plain, `größer als X` or `so groß wie X`."""

    adjective: Adjective
    degree: str
    than: NounPhrase | None
    key: int


@dataclass(slots=True, eq=False)
class Clause:
    """Who does what to whom, when, where and how.

    Keys: tense + 0, verb + 1, passive + 2, modal + 3, negation + 4, gern + 5, connective + 6,
    comma + 7, reflexive or agent + 8, zu + 9. An anchored clause has its time from another one.
    """

    verb: Verb
    key: int
    tense: str = "present"
    mood: str = "statement"
    front: str = "subject"
    subject: NounPhrase | None = None
    accusative: NounPhrase | None = None
    dative: NounPhrase | None = None
    agent: NounPhrase | None = None
    prepositional: Prepositional | None = None
    predicate: Comparison | Fixed | NounPhrase | Prepositional | None = None
    place: Prepositional | Fixed | None = None
    time: Fixed | None = None
    manner: Fixed | None = None
    frequency: Fixed | None = None
    sentence_adverb: Fixed | None = None
    wh: Fixed | None = None
    negated: bool = False
    passive: bool = False
    gladly: bool = False
    anchored: bool = False
    modal: str = ""
    gap: str = ""
    complement: Clause | None = None
    complement_kind: str = ""
    side: Clause | None = None
    connective: tuple[str, tuple[str, ...]] = ("", ())
    joined: Clause | None = None
