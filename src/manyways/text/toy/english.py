"""A meaning in English, in one of several ways, as a tree.

A leaf is (tag, word, keys), an inner node (label, children), both with Penn Treebank labels. The
speaker chooses between synonyms, voices, tenses and orders; `boldness` is how readily
it leaves the first choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from manyways.text.toy.english_nouns import Node, NounSpeaker, fixed_node
from manyways.text.toy.english_objects import ObjectSpeaker
from manyways.text.toy.english_roles import Roles, RoleSpeaker
from manyways.text.toy.english_verbs import VerbSpeaker, nest
from manyways.text.toy.meaning import Clause, Fixed, NounPhrase, Prepositional

__all__ = ["Speaker"]

T = TypeVar("T")
# How, where and when: what is left of them after fronting.
Adjuncts = tuple[Node, Prepositional | Fixed | None, Fixed | None]
_ENDS = {"statement": ".", "question": "?", "wh": "?", "imperative": "."}


def _is_heavy(clause: Clause) -> bool:
    """Would a time at the end be read with another clause?"""
    if clause.complement is not None:
        return True
    parts = (clause.accusative, clause.dative, clause.agent, clause.prepositional, clause.predicate)
    for part in parts:
        phrase = part.noun_phrase if isinstance(part, Prepositional) else part
        if isinstance(phrase, NounPhrase) and phrase.relative is not None:
            return True
    return False


class Speaker:
    """Puts meanings into English; `random` gives numbers in [0, 1)."""

    def __init__(self, random: Callable[[], float], boldness: float) -> None:
        self.random, self.boldness = random, boldness
        self.nouns = NounSpeaker(self)
        self.verbs = VerbSpeaker(self)
        self.roles = RoleSpeaker(self)
        self.objects = ObjectSpeaker(self)

    def pick(self, options: Sequence[T]) -> T:
        """The first option, or, when bold, any."""
        if len(options) > 1:
            r = self.random()
            if r < self.boldness:
                return options[int(r / self.boldness * len(options))]
        return options[0]

    def flip(self, chance: float) -> bool:
        """True with this chance at full boldness."""
        return self.random() < chance * self.boldness

    def sentence(self, clause: Clause, key: int) -> Node:
        """The whole sentence; its stop carries `key`."""
        stop = (".", _ENDS[clause.mood], (key,))
        if clause.mood == "question":
            label, children = "SQ", self._question(clause)
        elif clause.mood == "wh":
            label, children = "SBARQ", self._wh_question(clause)
        elif clause.mood == "imperative":
            label, children = "S", self._command(clause)
        else:
            label, children = "S", self._statement(clause)
        return (label, [*children, stop])

    def _statement(self, clause: Clause) -> list[Node]:
        joined = clause.joined
        if joined is None:
            return self.clause(clause, fronting=True)
        word, choices = joined.connective
        conjunction = ("CC", self.pick(choices), (joined.key + 6,))
        if joined.subject is clause.subject:
            roles = self.roles.choose(clause, voice=False)
            second = self.roles.choose(joined, voice=False)
            if roles.subject is second.subject and roles.subject is not None:
                *front, subject, phrase = self._assemble(clause, roles, fronting=True)
                _, other = self._assemble(joined, second, fronting=False)
                return [*front, subject, ("VP", [phrase, conjunction, other])]
        first, last = self.clause(clause, fronting=True), self.clause(joined, fronting=False)
        comma = (
            []
            if word == "und" and self.flip(0.7)
            else [(",", ",", () if word == "und" else (joined.key + 7,))]
        )
        return [("S", first), *comma, conjunction, ("S", last)]

    def clause(self, clause: Clause, fronting: bool = False, plain: bool = False) -> list[Node]:
        """The children of S: what is fronted, the subject, the verb phrase."""
        return self._assemble(clause, self.roles.choose(clause), fronting, plain)

    def _assemble(self, clause: Clause, roles: Roles, fronting: bool, plain: bool = False) -> list[Node]:
        front: list[Node] = []
        time, place, sentence_adverb = clause.time, clause.place, clause.sentence_adverb
        heavy = time is not None and _is_heavy(clause)
        side_first = fronting and not heavy and self._side_first(clause)
        if side_first:
            assert clause.side is not None
            front = [self.side(clause.side), (",", ",", (clause.side.key + 7,))]
        elif fronting and sentence_adverb is None:
            if time is not None and (heavy or self._fronts(clause.front == "time")):
                front = [fixed_node(time, self), *self._comma(0.5)]
                time = None
            elif place is not None and self._fronts(clause.front == "place"):
                front = [self.place_node(place), *self._comma(0.8)]
                place = None
        if sentence_adverb is not None:
            front.append(fixed_node(sentence_adverb, self))
            if not side_first and sentence_adverb.phrase.german[0][0] != "vielleicht":
                front.extend(self._comma(0.9))
        agreement = self.nouns.agreement(roles.subject)
        lead, main, after = self.verbs.group(clause, roles, agreement, plain=plain)
        adverb = fixed_node(clause.frequency, self) if clause.frequency is not None else None
        manner = fixed_node(clause.manner, self) if clause.manner is not None else None
        if (
            adverb is None
            and manner is not None
            and manner[0] == "ADVP"
            and manner[1][0][1].endswith("ly")
            and self.flip(0.5)
        ):
            adverb, manner = manner, None
        tail = after + self._tail(clause, roles, (manner, place, time))
        if clause.side is not None and not side_first:
            tail.append(self.side(clause.side))
        phrase = nest(lead, main, adverb, tail)
        subject = (
            self.nouns.phrase(roles.subject, subject=True, agreement=agreement) if roles.subject else None
        )
        return [*front, subject, phrase] if subject is not None else [*front, phrase]

    def _side_first(self, clause: Clause) -> bool:
        side = clause.side
        if side is None or side.connective[0] == "um":
            return False
        return (clause.front == "side") != self.flip(0.5)

    def _fronts(self, german_too: bool) -> bool:
        return self.random() < (0.6 if german_too else 0.25 * self.boldness)

    def _comma(self, chance: float) -> list[Node]:
        return [(",", ",", ())] if self.random() < chance else []

    def side(self, clause: Clause, omit: bool = True) -> Node:
        """A subordinate clause with its connective; `omit`: may `that` be left out?"""
        word, choices = clause.connective
        key = clause.key
        if word == "um":
            infinitive = self.infinitive(clause, extra=() if self.flip(0.5) else (key + 6,))
            leaf = infinitive[1][0][1][0]
            if len(leaf[2]) > 1:
                return infinitive
            return ("SBAR", [("IN", "in", (key + 6,)), ("NN", "order", (key + 6,)), infinitive])
        chosen = self.pick(choices) if omit else choices[0]
        plain = word in ("wenn", "sobald", "bis", "falls")
        leaves: list[Node] = [("IN", part, (key + 6,)) for part in chosen.split("_")] if chosen else []
        return ("SBAR", [*leaves, ("S", self.clause(clause, plain=plain))])

    def infinitive(self, clause: Clause, extra: tuple[int, ...] = ()) -> Node:
        """to read the book."""
        roles = self.roles.choose(clause, voice=False)
        main = self.verbs.bare(clause, roles)
        tail = self._tail(clause, roles, self._adjuncts(clause))
        to = ("TO", "to", (clause.key + 9, *extra))
        return ("S", [("VP", [to, ("VP", [main, *tail])])])

    def _adjuncts(self, clause: Clause) -> Adjuncts:
        manner = fixed_node(clause.manner, self) if clause.manner is not None else None
        return manner, clause.place, clause.time

    def _tail(self, clause: Clause, roles: Roles, adjuncts: Adjuncts) -> list[Node]:
        """What follows the verb."""
        tail = self.objects.nodes(clause, roles)
        manner, place, time = adjuncts
        predicate = clause.predicate
        if predicate is not None and clause.gap != "predicate":
            tail.append(self.objects.predicate(predicate))
        if roles.agent is not None:
            by = (clause.key + 8,) if clause.agent is not None else ()
            tail.append(("PP", [("IN", "by", by), self.nouns.phrase(roles.agent)]))
        if manner is not None:
            tail.append(manner)
        if place is not None and clause.gap != "place":
            tail.append(self.place_node(place))
        if time is not None:
            tail.append(fixed_node(time, self))
        if clause.complement is not None:
            tail.append(self._complement(clause))
        return tail

    def place_node(self, place: Prepositional | Fixed) -> Node:
        """A prepositional phrase, or a fixed one such as at home."""
        if isinstance(place, Fixed):
            return fixed_node(place, self)
        words = self.pick(place.english).split("_")
        leaves = [("IN" if word != "to" else "TO", word, (place.key,)) for word in words]
        return ("PP", [*leaves, self.nouns.phrase(place.noun_phrase)])

    def _complement(self, clause: Clause) -> Node:
        complement = clause.complement
        assert complement is not None
        if clause.complement_kind == "to":
            return self.infinitive(complement)
        return self.side(complement, omit=clause.time is None)

    def _question(self, clause: Clause) -> list[Node]:
        roles = self.roles.choose(clause)
        agreement = self.nouns.agreement(roles.subject)
        lead, main, after = self.verbs.group(clause, roles, agreement, question=True)
        tail = after + self._tail(clause, roles, self._adjuncts(clause))
        if clause.side is not None:
            tail.append(self.side(clause.side))
        subject = self.nouns.phrase(roles.subject, subject=True, agreement=agreement)
        frequency = [fixed_node(clause.frequency, self)] if clause.frequency is not None else []
        if not lead:
            return [main, subject, *frequency, *tail]
        phrase: list[Node] = [nest(lead[1:], main, None, tail)]
        if len(lead) > 1 and lead[1][0] == "RB":
            phrase = [lead[1], nest(lead[2:], main, None, tail)]
        return [lead[0], subject, *frequency, *phrase]

    def _wh_question(self, clause: Clause) -> list[Node]:
        if clause.wh is not None:
            return [fixed_node(clause.wh, self), ("SQ", self._question(clause))]
        roles = self.roles.choose(clause)
        asked = getattr(clause, clause.front)
        word = ("WHNP", [("WP", "who" if asked.human else "what", (asked.key + 1,))])
        if roles.subject is asked:
            return [word, ("SQ", self._assemble(clause, roles, fronting=False))]
        return [word, ("SQ", self._question(clause))]

    def _command(self, clause: Clause) -> list[Node]:
        roles = self.roles.choose(clause, voice=False)
        main = self.verbs.bare(clause, roles)
        phrase = ("VP", [main, *self._tail(clause, roles, self._adjuncts(clause))])
        if clause.front == "please":
            return [("INTJ", [("UH", "please", (clause.key + 6,))]), phrase]
        return [phrase]
