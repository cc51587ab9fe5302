"""What a sentence says, before either language says it.

A meaning is drawn once; each language then puts it into words. Every part has a `key`, a number
from which its words take theirs (key, key + 1, ...); words of the two sides that share a key are linked.
"""

from __future__ import annotations

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


class NounPhrase:
    """Someone or something.

    `form` is noun, pronoun, name, gap (the relative pronoun's place), question (wer, was) or there.
    Keys: determiner, noun + 1, adjectives + 2 and + 3, conjunction + 4, possessive mark + 5.
    """

    __slots__ = (
        "adjectives",
        "article",
        "form",
        "key",
        "name",
        "noun",
        "number",
        "numeral",
        "other",
        "owner",
        "possessive",
        "prepositional",
        "pronoun",
        "relative",
    )

    def __init__(self, form: str, key: int) -> None:
        self.form, self.key = form, key
        self.article = "definite"
        self.adjectives: list[Adjective] = []
        self.number = 0
        self.noun: Noun | None = None
        self.name: Name | None = None
        self.pronoun: Pronoun | None = None
        self.numeral: tuple[str, str] | None = None
        self.possessive: Pronoun | None = None
        self.owner: NounPhrase | None = None
        self.prepositional: Prepositional | None = None
        self.relative: Clause | None = None
        self.other: NounPhrase | None = None

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


class Prepositional:
    """A preposition with what it governs: case 1 accusative, 2 dative."""

    __slots__ = ("case", "english", "german", "key", "noun_phrase")

    def __init__(
        self, german: str, case: int, english: tuple[str, ...], noun_phrase: NounPhrase, key: int
    ) -> None:
        self.german, self.case, self.english = german, case, english
        self.noun_phrase, self.key = noun_phrase, key


class Fixed:
    """A phrase of the tables with its keys."""

    __slots__ = ("key", "phrase")

    def __init__(self, phrase: Phrase, key: int) -> None:
        self.phrase, self.key = phrase, key


class Comparison:
    """A predicate adjective: plain, `größer als X` or `so groß wie X`."""

    __slots__ = ("adjective", "degree", "key", "than")

    def __init__(self, adjective: Adjective, degree: str, than: NounPhrase | None, key: int) -> None:
        self.adjective, self.degree, self.than, self.key = adjective, degree, than, key


class Clause:
    """Who does what to whom, when, where and how.

    Keys: tense + 0, verb + 1, passive + 2, modal + 3, negation + 4, gern + 5, connective + 6,
    comma + 7, reflexive or agent + 8, zu + 9. An anchored clause has its time from another one.
    """

    __slots__ = (
        "accusative",
        "agent",
        "anchored",
        "complement",
        "complement_kind",
        "connective",
        "dative",
        "frequency",
        "front",
        "gap",
        "gladly",
        "joined",
        "key",
        "manner",
        "modal",
        "mood",
        "negated",
        "passive",
        "place",
        "predicate",
        "prepositional",
        "sentence_adverb",
        "side",
        "subject",
        "tense",
        "time",
        "verb",
        "wh",
    )

    def __init__(self, verb: Verb, key: int) -> None:
        self.verb, self.key = verb, key
        self.tense, self.mood, self.front = "present", "statement", "subject"
        self.subject: NounPhrase | None = None
        self.accusative: NounPhrase | None = None
        self.dative: NounPhrase | None = None
        self.agent: NounPhrase | None = None
        self.prepositional: Prepositional | None = None
        self.predicate: Comparison | Fixed | NounPhrase | Prepositional | None = None
        self.place: Prepositional | Fixed | None = None
        self.time: Fixed | None = None
        self.manner: Fixed | None = None
        self.frequency: Fixed | None = None
        self.sentence_adverb: Fixed | None = None
        self.wh: Fixed | None = None
        self.negated = self.passive = self.gladly = False
        self.anchored = False
        self.modal = ""
        self.gap = ""
        self.complement: Clause | None = None
        self.complement_kind = ""
        self.side: Clause | None = None
        self.connective: tuple[str, tuple[str, ...]] = ("", ())
        self.joined: Clause | None = None
