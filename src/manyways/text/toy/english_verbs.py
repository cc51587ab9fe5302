"""English verb groups: tense, aspect, voice, modals, negation, do-support."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manyways.text.toy.english_nouns import Node
from manyways.text.toy.english_roles import Roles
from manyways.text.toy.lexicon import EnglishVerb
from manyways.text.toy.meaning import Clause
from manyways.text.toy.words import MODALS

if TYPE_CHECKING:
    from manyways.text.toy.english import Speaker

__all__ = ["VerbSpeaker", "nest"]

Leaf = tuple[str, str, tuple[int, ...]]

_HAVE, _DO, _LIKE = EnglishVerb("have:had:had"), EnglishVerb("do:did:done"), EnglishVerb("=like")
_DO.s = "does"
_ENJOY = EnglishVerb("=enjoy")
_BE = EnglishVerb("be:was:been")
_BE_FORMS = {"present": ("am", "are", "is"), "past": ("was", "were", "was")}
_FIXED_TAGS = {"not": "RB", "to": "TO", "able": "JJ", "supposed": "VBN", "allowed": "VBN", "like": "VB"}
_INFLECTED = {
    "am": (_BE, "present"),
    "was": (_BE, "past"),
    "have": (_HAVE, "present"),
    "had": (_HAVE, "past"),
    "do": (_DO, "present"),
    "did": (_DO, "past"),
    "want": (EnglishVerb("want"), "present"),
    "wanted": (EnglishVerb("want"), "past"),
}
_WITH_DO = {"have": ("do", "have"), "had": ("did", "have"), "want": ("do", "want"), "wanted": ("did", "want")}


def _read_modals() -> dict[tuple[str, str, bool], list[list[str]]]:
    found = {}
    for line in MODALS.strip().split("\n"):
        german, *groups = line.split(" = ")
        for group, (tense, negated) in zip(
            groups, (("present", False), ("past", False), ("present", True), ("past", True)), strict=True
        ):
            found[german.split()[0], tense, negated] = [entry.split("_") for entry in group.split(" | ")]
    return found


_MODALS = _read_modals()


def form(verb: EnglishVerb, need: str, agreement: int) -> tuple[str, str]:
    """(tag, word) of a verb in the form asked for."""
    if need == "base":
        return "VB", verb.base
    if need == "participle":
        return "VBN", verb.participle
    if need == "ing":
        return "VBG", verb.ing
    agreement = 1 if agreement < 0 else agreement
    if verb.base == "be":
        tag = "VBD" if need == "past" else "VBZ" if agreement == 2 else "VBP"
        return tag, _BE_FORMS[need][agreement]
    if need == "past":
        return "VBD", verb.past
    return ("VBZ", verb.s) if agreement == 2 else ("VBP", verb.base)


def nest(lead: list[Leaf], main: Leaf, adverb: Node | None, tail: list[Node]) -> Node:
    """The verb phrase: each auxiliary governs the phrase to its right."""
    if lead:
        node: Node = ("VP", [main, *tail])
    elif adverb is None:
        return ("VP", [main, *tail])
    elif main[1] in ("am", "are", "is", "was", "were"):
        return ("VP", [main, adverb, *tail])
    else:
        return ("VP", [adverb, main, *tail])
    pending: list[Node] = []
    for i in range(len(lead) - 1, -1, -1):
        leaf = lead[i]
        if leaf[0] == "RB":
            pending.insert(0, leaf)
        elif leaf[0] == "TO":
            node = ("S", [("VP", [leaf, node])])
        elif leaf[0] == "JJ":
            node = ("ADJP", [leaf, node])
        else:
            if i == 0 and adverb is not None:
                pending.append(adverb)
            node = ("VP", [leaf, *pending, node])
            pending = []
    return node


class VerbSpeaker:
    """Puts verbs into English for a speaker."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker

    def bare(self, clause: Clause, roles: Roles) -> Leaf:
        """The verb alone, after `to` or as a command."""
        return ("VB", roles.verb.base, self._keys(clause, roles))

    def _keys(self, clause: Clause, roles: Roles) -> tuple[int, ...]:
        key = clause.key
        keys = [key + 1]
        if clause.passive and not roles.passive:
            keys.append(key + 2)
        if clause.verb.reflexive:
            keys.append(key + 8)
        part = clause.prepositional
        if part is not None and not part.english and not roles.verb.preposition:
            keys.append(part.key)
        return tuple(keys)

    def group(
        self, clause: Clause, roles: Roles, agreement: int, question: bool = False, plain: bool = False
    ) -> tuple[list[Leaf], Leaf, list[Node]]:
        """The words before the main verb, the main verb, and `not` if it follows that."""
        key, verb = clause.key, roles.verb
        negation = self._negation(clause, roles)
        if clause.modal:
            lead, need = self._modal(clause, negation, agreement, question, roles.passive), "base"
        else:
            lead, need = self._tense(clause, roles, agreement, plain)
            copula = roles.passive or verb.base == "be"
            if not lead and (negation or question) and (not copula or clause.gladly):
                lead, need = [(*form(_DO, need, agreement), (key,))], "base"
            if negation and lead:
                lead.insert(1, ("RB", "not", negation))
                negation = ()
        if clause.gladly:
            need = self._gladly(clause, lead, need, agreement)
        if roles.passive:
            been = (key + 2,) if clause.passive else (key + 1,)
            tag, word = form(_BE, need, agreement)
            lead.append((tag, word, been))
            need = "participle"
            if negation and not clause.modal:
                lead.append(("RB", "not", negation))
        main: Leaf = (*form(verb, need, agreement), self._keys(clause, roles))
        after: list[Node] = []
        if negation and not clause.modal and not roles.passive:
            after = [("RB", "not", negation)]
        if lead:
            first = lead[0]
            lead[0] = (first[0], first[1], (key, *first[2])) if key not in first[2] else first
        else:
            main = (main[0], main[1], (key, *main[2]))
        return lead, main, after

    def _negation(self, clause: Clause, roles: Roles) -> tuple[int, ...]:
        """Keys of `not`; kein X may become not ... any X."""
        nouns = self.speaker.nouns
        nouns.not_any = None
        if clause.negated:
            return (clause.key + 4,)
        if negation_by_article(clause, roles) and self.speaker.random() < 0.65:
            assert roles.direct is not None
            nouns.not_any = roles.direct
            return (roles.direct.key,)
        return ()

    def _tense(self, clause: Clause, roles: Roles, agreement: int, plain: bool) -> tuple[list[Leaf], str]:
        """Auxiliaries, and the form that the next verb takes."""
        key, speaker, tense = clause.key, self.speaker, clause.tense
        kind = clause.time.phrase.kind if clause.time is not None else ""
        keys = (key,)
        if tense == "future" or (tense == "present" and kind == "future" and not plain):
            if speaker.flip(0.4):
                be = (*form(_BE, "present", agreement), keys)
                return [be, ("VBG", "going", keys), ("TO", "to", keys)], "base"
            return [("MD", "will", keys)], "base"
        if tense == "pluperfect" and not speaker.flip(0.3):
            return [("VBD", "had", keys)], "participle"
        perfect = tense == "perfect" and not kind and not clause.anchored
        if perfect and clause.verb.frame not in ("that", "whether") and speaker.flip(0.6):
            return [(*form(_HAVE, "present", agreement), keys)], "participle"
        if tense != "present":
            return [], "past"
        dynamic = not roles.verb.state and roles.verb.base != "be" and not roles.passive and not clause.gladly
        dynamic = dynamic and clause.verb.frame not in ("that", "whether", "to")
        if dynamic and not plain and clause.frequency is None and kind != "habit":
            now = kind == "now" or clause.verb.frame == "weather"
            if speaker.random() < (0.9 if now else 0.45 * speaker.boldness):
                return [(*form(_BE, "present", agreement), keys)], "ing"
        return [], "present"

    def _gladly(self, clause: Clause, lead: list[Leaf], need: str, agreement: int) -> str:
        """Er liest gern: he likes to read, he enjoys reading."""
        keys = (clause.key + 5,)
        if self.speaker.flip(0.5):
            lead.append((*form(_ENJOY, need, agreement), keys))
            return "ing"
        lead.append((*form(_LIKE, need, agreement), keys))
        lead.append(("TO", "to", keys))
        return "base"

    def _modal(
        self, clause: Clause, negation: tuple[int, ...], agreement: int, question: bool, passive: bool
    ) -> list[Leaf]:
        key = clause.key
        choices = _MODALS[clause.modal, clause.tense, bool(negation)]
        words = choices[0] if passive else self.speaker.pick(choices)
        if question and words[0] in _WITH_DO:
            words = [*_WITH_DO[words[0]], *words[1:]]
        leaves: list[Leaf] = []
        for i, word in enumerate(words):
            keys = negation if word == "not" else (key + 3,)
            if word == "cannot":
                leaves.append(("MD", word, (key + 3, *negation)))
            elif i == 0 and word in _INFLECTED:
                verb, need = _INFLECTED[word]
                leaves.append((*form(verb, need, agreement), keys))
            else:
                leaves.append((_FIXED_TAGS.get(word, "MD" if i == 0 else "VB"), word, keys))
        return leaves


def negation_by_article(clause: Clause, roles: Roles) -> bool:
    """Is the clause negated by kein on what is the English object?"""
    return roles.direct is not None and roles.direct.article == "no" and roles.direct is clause.accusative
