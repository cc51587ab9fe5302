"""The lexicon: tables of words turned into inflected entries of both languages."""

from __future__ import annotations

from functools import lru_cache

from manyways.text.toy import adjectives, nouns, verbs, words

__all__ = [
    "Adjective",
    "EnglishVerb",
    "Name",
    "Noun",
    "Phrase",
    "Verb",
    "parse_phrase",
    "read_adjectives",
    "read_names",
    "read_nouns",
    "read_phrases",
    "read_verbs",
]

# What a noun's class may be described by: see the letters in adjectives.py.
_LETTERS = {
    "person": "p",
    "animal": "a",
    "text": "b",
    "story": "b",
    "form": "b",
    "task": "x",
    "food": "f",
    "drink": "f",
    "thing": "t",
    "clothes": "tc",
    "vehicle": "t",
    "door": "t",
    "furniture": "t",
    "house": "l",
    "spot": "l",
    "square": "l",
    "event": "e",
    "idea": "x",
    "group": "g",
}
_GENITIVES = {"Bus": "Busses", "Gefängnis": "Gefängnisses"}
_DOUBLED = {"forget", "begin", "travel", "quarrel"}
_VOWELS = "aeiou"


class Noun:
    """A noun: `german[number][case]`, gender 0 to 2 (m f n), `english[synonym][number]` (tuples of words)."""

    __slots__ = ("english", "gender", "german", "held_out", "kind", "letters", "mass")

    def __init__(self, line: str, kind: str) -> None:
        german, gender, plural, english = line.lstrip("!").split()
        self.held_out = line.startswith("!")
        self.kind, self.letters = kind, _LETTERS[kind]
        self.gender = "mfn".index(gender[0])
        self.mass = plural == "-"
        oblique = plural if gender.endswith("*") else german
        genitive = oblique if gender != "m" and gender != "n" else _genitive(german)
        dative_plural = plural if plural[-1] in "ns" else plural + "n"
        self.german = ((german, oblique, oblique, genitive), (plural, plural, dative_plural, plural))
        self.english = [_english_noun(synonym) for synonym in english.split("/")]


def _genitive(noun: str) -> str:
    if noun in _GENITIVES:
        return _GENITIVES[noun]
    if noun[-1] in "sßxz" or noun.endswith(("st", "zt")):
        return noun + "es"
    vowels = sum(1 for i, c in enumerate(noun.lower()) if c in "aeiouäöüy" and not _in_diphthong(noun, i))
    return noun + ("es" if vowels == 1 and noun[-1] not in "aeiouäöü" else "s")


def _in_diphthong(word: str, i: int) -> bool:
    return i > 0 and word[i - 1].lower() in "aeiouäöü"


def _english_noun(entry: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    singular, _, plural = entry.partition(":")
    return tuple(singular.split("_")), tuple((plural or plural_of(singular)).split("_"))


def plural_of(noun: str) -> str:
    """The regular English plural."""
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun[-1] == "y" and noun[-2] not in _VOWELS:
        return noun[:-1] + "ies"
    return noun + "s"


class EnglishVerb:
    """An English verb with its particle, the preposition of its object, and how it behaves."""

    __slots__ = (
        "base",
        "giver",
        "ing",
        "participle",
        "particle",
        "past",
        "preposition",
        "s",
        "state",
        "swap",
    )

    def __init__(self, entry: str) -> None:
        self.state = entry.startswith("=")
        entry = entry.lstrip("=")
        self.swap = entry.startswith("<")
        head, _, forms = entry.lstrip("<").partition(":")
        head, _, self.giver = head.partition("!")
        head, _, self.preposition = head.partition("~")
        self.base, _, self.particle = head.partition("_")
        self.past, _, self.participle = forms.partition(":")
        doubled = self.base + self.base[-1] if _doubles(self.base) else self.base
        if not self.past:
            self.past = self.participle = _regular_past(self.base, doubled)
        self.s = {"be": "is", "have": "has", "go": "goes"}.get(self.base) or plural_of(self.base)
        self.ing = _ing(self.base, doubled)


def _doubles(base: str) -> bool:
    if base in _DOUBLED:
        return True
    vowels = [c in _VOWELS for c in base]
    return len(base) > 2 and sum(vowels) == 1 and vowels[-2] and base[-1] not in "wxyaeiou"


def _regular_past(base: str, doubled: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base[-1] == "y" and base[-2] not in _VOWELS:
        return base[:-1] + "ied"
    return doubled + "ed"


def _ing(base: str, doubled: str) -> str:
    if base == "lie":
        return "lying"
    if base.endswith("e") and base not in {"be", "see"}:
        return base[:-1] + "ing"
    return doubled + "ing"


class Verb:
    """A German verb; `present` and `past` by person (ich du er wir ihr sie)."""

    __slots__ = (
        "english",
        "extra",
        "frame",
        "held_out",
        "infinitive",
        "objects",
        "participle",
        "past",
        "perfect_with_be",
        "prefix",
        "present",
        "reflexive",
        "subjects",
        "to_infinitive",
    )

    def __init__(self, line: str, frame: str) -> None:
        fields = line.lstrip("!").split()
        self.held_out, self.frame = line.startswith("!"), frame
        lemma, forms, auxiliary, english, subjects = fields[:5]
        self.objects = tuple(fields[5].split(",")) if len(fields) > 5 else ()
        self.extra = fields[6] if len(fields) > 6 else ""
        self.reflexive = lemma.startswith("sich:")
        self.prefix, _, base = lemma.removeprefix("sich:").rpartition("|")
        self.infinitive = self.prefix + base
        self.to_infinitive = self.prefix + "zu" + base if self.prefix else ""
        self.perfect_with_be = auxiliary == "s"
        self.subjects = tuple(subjects.split(","))
        self.english = [EnglishVerb(entry) for entry in english.split("/")]
        er, past, participle = _principal_parts(base, forms)
        self.participle = self.prefix + participle
        self.present = _present(base, er)
        plural = past + "n" if past.endswith("e") else past + "en"
        self.past = (past, past + "st", past, plural, past + "t", plural)


def _principal_parts(base: str, forms: str) -> tuple[str, str, str]:
    if not forms.startswith("w") or "," in forms:
        er, past, participle = forms.split(",")
        return er, past, participle
    stem = base[:-2]
    link = "e" if stem[-1] in "td" else ""
    prefix = "" if forms == "w0" else "ge"
    return stem + link + "t", stem + link + "te", prefix + stem + link + "t"


def _present(base: str, er: str) -> tuple[str, ...]:
    stem = base[:-2] if base.endswith("en") else base[:-1]
    if base == "wissen":
        return ("weiß", "weißt", "weiß", base, "wisst", base)
    ich = stem[:-2] + "le" if base.endswith("eln") else stem + "e"
    du = er[:-1] + ("t" if er[-2] in "sßzx" else "st")
    ihr = er if er.startswith(stem) else stem + ("et" if stem[-1] in "td" else "t")
    return (ich, du, er, base, ihr, base)


class Adjective:
    """An adjective: German `stem` takes endings; `english` holds (positive, comparative words)."""

    __slots__ = ("comparative", "english", "german", "held_out", "letters", "stem")

    def __init__(self, line: str) -> None:
        german, comparative, english, letters = line.lstrip("!").split()
        self.held_out = line.startswith("!")
        self.german, self.letters = german, letters
        self.comparative = "" if comparative == "-" else comparative
        self.stem = _adjective_stem(german)
        self.english: list[tuple[str, tuple[str, ...]]] = []
        for entry in english.split("/"):
            positive, _, more = entry.partition(":")
            self.english.append((positive, (more,) if more else ("more", positive)))


def _adjective_stem(german: str) -> str:
    if german.endswith("el"):
        return german[:-2] + "l"
    if german.endswith(("euer", "auer")):
        return german[:-2] + "r"
    return german.removesuffix("e")


class Name:
    """A name, the same in every case; `sex` is m or f for persons."""

    __slots__ = ("english", "german", "held_out", "sex")

    def __init__(self, entry: str) -> None:
        self.held_out = entry.startswith("!")
        self.german, _, other = entry.lstrip("!").partition(":")
        self.sex = other if other in ("m", "f") else ""
        self.english = self.german if self.sex or not other else other


class Phrase:
    """A fixed phrase: German (word, tag, keys) and English variants (label, words)."""

    __slots__ = ("english", "german", "kind")

    def __init__(self, text: str, kind: str = "") -> None:
        german, _, english = text.partition(" = ")
        self.kind = kind
        self.german = [_keyed(word) for word in german.split()]
        self.english: list[tuple[str, list[tuple[str, str, tuple[int, ...]]]]] = []
        for variant in english.split(" | "):
            label, *rest = variant.split()
            self.english.append((label, [_keyed(word) for word in rest]))


def _keyed(word: str) -> tuple[str, str, tuple[int, ...]]:
    form, tag, keys = word.rsplit("/", 2)
    return form, tag, tuple(map(int, keys.split(",")))


@lru_cache(maxsize=100_000)
def parse_phrase(text: str, kind: str = "") -> Phrase:
    """A phrase made up while drawing (dates, prices), kept for the next time."""
    return Phrase(text, kind)


def read_nouns() -> list[Noun]:
    """All nouns, in the order of their tables."""
    return [Noun(line, kind) for kind, table in nouns.NOUNS.items() for line in table.split("\n") if line]


def read_verbs() -> list[Verb]:
    """All verbs, in the order of their tables."""
    return [Verb(line, frame) for frame, table in verbs.VERBS.items() for line in table.split("\n") if line]


def read_adjectives(table: str = adjectives.ADJECTIVES) -> list[Adjective]:
    """The adjectives of a table."""
    return [Adjective(line) for line in table.split("\n") if line]


def read_names(table: str = words.PERSONS) -> list[Name]:
    """The names of a table."""
    return [Name(entry) for entry in table.split()]


def read_phrases(table: str, kinds: bool = False) -> list[Phrase]:
    """The phrases of a table; with `kinds`, the first word of a line is the phrase's kind."""
    lines = [line for line in table.split("\n") if line]
    if not kinds:
        return [Phrase(line) for line in lines]
    return [Phrase(rest, kind) for kind, rest in (line.split(" ", 1) for line in lines)]
