"""English noun phrases: articles, possessors, relative clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from manyways.text.toy.meaning import Clause, Fixed, NounPhrase, Prepositional

if TYPE_CHECKING:
    from manyways.text.toy.english import Speaker

__all__ = ["Node", "NounSpeaker", "fixed_node"]

# (tag, word, keys) or (label, children): trees are built and read once, so plain tuples serve.
Node = Any

_ARTICLES = {
    "definite": (("the",), ("the",)),
    "this": (("this",), ("these",)),
    "every": (("every", "each"), ("every",)),
    "all": (("all",), ("all", "all the")),
    "many": (("many",), ("many", "a lot of", "lots of")),
    "some": (("some",), ("some", "a few")),
    "several": (("several",), ("several", "various", "a number of")),
    "no": (("no",), ("no",)),
}
_ARTICLE_TAGS = {
    "all": "PDT",
    "few": "JJ",
    "lot": "NN",
    "lots": "NNS",
    "many": "JJ",
    "number": "NN",
    "of": "IN",
    "several": "JJ",
    "various": "JJ",
}
_CONSONANT_SOUND = ("uni", "use", "eu", "one")
_VOWEL_SOUND = ("hono", "hour", "hone")


def fixed_node(fixed: Fixed, speaker: Speaker) -> Node:
    """A phrase of the tables."""
    key = fixed.key
    label, words = speaker.pick(fixed.phrase.english)
    leaves = [(tag, word, tuple([key + k for k in keys])) for word, tag, keys in words]
    return (label, leaves) if label != "PP" else (label, [leaves[0], ("NP", leaves[1:])])


def a_or_an(word: str) -> str:
    """The indefinite article before a word."""
    lower = word.lower()
    if lower.startswith(_VOWEL_SOUND):
        return "an"
    return "an" if lower[0] in "aeiou" and not lower.startswith(_CONSONANT_SOUND) else "a"


class NounSpeaker:
    """Puts noun phrases into English for a speaker."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker
        self.not_any: NounPhrase | None = None  # kein X said as "not ... any X"

    def agreement(self, phrase: NounPhrase | None) -> int:
        """0 for I, 2 for he she it, 1 for the rest; -1 for `man` said as people."""
        if phrase is None:
            return 2
        pronoun = phrase.pronoun
        if phrase.form == "there":
            return 1 if phrase.number else 2
        if pronoun is not None and pronoun.german[0] == "man":
            return -1 if self.speaker.random() < 0.8 else 2
        person = phrase.person
        return person if person in (0, 2) else 1

    def phrase(self, phrase: NounPhrase | None, subject: bool = False, agreement: int = 1) -> Node:
        """The noun phrase, or None where a relative or question word has taken its place."""
        assert phrase is not None
        form = phrase.form
        if form == "noun":
            node = self._noun(phrase)
        elif form == "pronoun":
            node = self._pronoun(phrase, subject, agreement)
        elif form == "there":
            return ("NP", [("EX", "there", (phrase.key + 1,))])
        elif form == "name":
            assert phrase.name is not None
            node = ("NP", [("NNP", phrase.name.english, (phrase.key + 1,))])
        else:
            return None
        if phrase.other is not None:
            return ("NP", [node, ("CC", "and", (phrase.key + 4,)), self.phrase(phrase.other, subject)])
        return node

    def _pronoun(self, phrase: NounPhrase, subject: bool, agreement: int) -> Node:
        assert phrase.pronoun is not None
        word = phrase.pronoun.english[0 if subject else 1]
        if agreement == -1:
            return ("NP", [("NNS", "people", (phrase.key + 1,))])
        return ("NP", [("PRP", word, (phrase.key + 1,))])

    def _noun(self, phrase: NounPhrase) -> Node:
        noun, key, owner, speaker = phrase.noun, phrase.key, phrase.owner, self.speaker
        assert noun is not None
        leaves: list[Node] = []
        for i, adjective in enumerate(phrase.adjectives):
            leaves.append(("JJ", speaker.pick(adjective.english)[0], (key + 2 + i,)))
        tag = "NNS" if phrase.number else "NN"
        words = speaker.pick(noun.english)[phrase.number]
        for word in words:
            leaves.append((tag if word == words[-1] or word.startswith("pair") else "NN", word, (key + 1,)))
        if len(words) == 3:
            leaves[-2:] = [("IN", words[1], (key + 1,)), ("NNS", words[2], (key + 1,))]
        before = owner is not None and self._owner_before(phrase, owner)
        if before:
            assert owner is not None
            inner = self.phrase(owner)
            leaves.insert(0, ("NP", [*inner[1], ("POS", "'s", (owner.key + 5,))]))
        else:
            leaves[:0] = self._article(phrase, leaves[0][1])
        node: Node = ("NP", leaves)
        if owner is not None and not before and phrase.article != "whose":
            of = ("PP", [("IN", "of", (owner.key + 5,)), self.phrase(owner)])
            node = ("NP", [node, of])
        if phrase.prepositional is not None:
            node = ("NP", [node, speaker.place_node(phrase.prepositional)])
        if phrase.relative is not None:
            node = ("NP", [node, self._relative(phrase, phrase.relative)])
        return node

    def _owner_before(self, phrase: NounPhrase, owner: NounPhrase) -> bool:
        if phrase.article == "whose":
            return False
        if owner.name is not None:
            return True
        simple = (
            owner.number == 0
            and owner.relative is None
            and owner.prepositional is None
            and owner.owner is None
        )
        if not simple or phrase.article != "definite" or not owner.human:
            return False
        return self.speaker.random() >= 0.5 * self.speaker.boldness

    def _article(self, phrase: NounPhrase, following: str) -> list[Node]:
        article, keys, number = phrase.article, (phrase.key,), phrase.number
        if phrase is self.not_any:
            word = "any" if number or (phrase.noun is not None and phrase.noun.mass) else a_or_an(following)
            return [("DT", word, keys)]
        if article == "indefinite":
            return [] if number else [("DT", a_or_an(following), keys)]
        if article in ("bare", "owner"):
            return []
        if article == "numeral":
            assert phrase.numeral is not None
            return [("CD", word, keys) for word in phrase.numeral[1].split("_")]
        if article == "possessive":
            assert phrase.possessive is not None
            return [("PRP$", phrase.possessive.possessive[1], keys)]
        if article == "whose":
            return [("WP$", "whose", keys)]
        words = self.speaker.pick(_ARTICLES[article][number]).split()
        return [(_ARTICLE_TAGS.get(word, "DT"), word, keys) for word in words]

    def _relative(self, phrase: NounPhrase, clause: Clause) -> Node:
        """who reads the book, (that) he reads, where he lives, whose dog barks."""
        speaker, gap = self.speaker, clause.gap
        children = speaker.clause(clause)
        if gap == "whose":
            i = next(i for i, child in enumerate(children) if child[0] == "NP" and child[1][0][0] == "WP$")
            owner = ("WHNP", children[i][1])
            return ("SBAR", [owner, ("S", children[:i] + children[i + 1 :])])
        slot = getattr(clause, gap)
        inner: NounPhrase = slot.noun_phrase if isinstance(slot, Prepositional) else slot
        keys = (inner.key + 1,)
        human = phrase.human
        if gap in ("place", "predicate"):
            if speaker.flip(0.6):
                which = ("WHNP", [("WDT", "which", keys)])
                leaves = [("IN", part, (slot.key,)) for part in slot.english[0].split("_")]
                return ("SBAR", [("WHPP", [*leaves, which]), ("S", children)])
            return ("SBAR", [("WHADVP", [("WRB", "where", (*keys, slot.key))]), ("S", children)])
        starts_with_verb = all(child[0] != "NP" for child in children)
        if starts_with_verb:
            word = speaker.pick(("who", "that")) if human else speaker.pick(("that", "which"))
        else:
            word = speaker.pick(("who", "whom", "that", "")) if human else speaker.pick(("that", "which", ""))
        if not word:
            return ("SBAR", [("S", children)])
        return (
            "SBAR",
            [("WHNP", [("WP" if word.startswith("who") else "WDT", word, keys)]), ("S", children)],
        )
