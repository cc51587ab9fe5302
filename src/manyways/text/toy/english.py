"""A meaning in English, in one of several ways, as a tree.

A leaf is (tag, word, keys), an inner node (label, children), both with Penn Treebank labels. The
speaker chooses between synonyms, voices, tenses and orders; `boldness` is how readily
it leaves the first choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from manyways.text.toy.english_nouns import Node, NounSpeaker, fixed_node
from manyways.text.toy.english_verbs import VerbSpeaker, nest
from manyways.text.toy.lexicon import EnglishVerb
from manyways.text.toy.meaning import Clause, Comparison, Fixed, NounPhrase, Prepositional

__all__ = ["Speaker"]

T = TypeVar("T")
_PARTICLES = {
    "breakfast": ("NP", "NN"),
    "part": ("NP", "NN"),
    "care": ("NP", "NN"),
    "attention": ("NP", "NN"),
    "goodbye": ("NP", "NN"),
    "asleep": ("ADJP", "JJ"),
    "interested": ("ADJP", "JJ"),
}
_ENDS = {"statement": ".", "question": "?", "wh": "?", "imperative": "."}


class Roles:
    """Who is what in the English clause."""

    __slots__ = ("agent", "direct", "indirect", "passive", "subject", "verb")

    def __init__(self, verb: EnglishVerb, subject: NounPhrase | None) -> None:
        self.verb, self.subject = verb, subject
        self.direct: NounPhrase | None = None
        self.indirect: NounPhrase | None = None
        self.agent: NounPhrase | None = None
        self.passive = False


class Speaker:
    """Puts meanings into English; `random` gives numbers in [0, 1)."""

    def __init__(self, random: Callable[[], float], boldness: float) -> None:
        self.random, self.boldness = random, boldness
        self.nouns = NounSpeaker(self)
        self.verbs = VerbSpeaker(self)

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
            roles = self._roles(clause, voice=False)
            second = self._roles(joined, voice=False)
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
        return self._assemble(clause, self._roles(clause), fronting, plain)

    def _roles(self, clause: Clause, voice: bool = True) -> Roles:
        verbs = clause.verb.english
        verb = self.pick(verbs)
        direct = (
            clause.accusative if clause.dative is None or clause.accusative is not None else clause.dative
        )
        roles = Roles(verb, clause.subject)
        roles.direct = direct
        roles.indirect = clause.dative if direct is not clause.dative else None
        if clause.passive:
            self._passive_roles(clause, roles, voice)
        elif verb.swap:
            roles.subject, roles.direct = roles.direct, roles.subject
        elif voice and self._may_turn(clause, verb) and self._wants_passive(clause):
            roles.passive = True
            roles.subject, roles.direct = roles.direct, None
            subject = clause.subject
            assert subject is not None
            roles.agent = None if subject.pronoun is not None else subject
        return roles

    def _passive_roles(self, clause: Clause, roles: Roles, voice: bool) -> None:
        roles.agent = clause.agent
        if clause.agent is not None and voice and not clause.gap and self.flip(0.4):
            roles.subject, roles.direct, roles.agent = clause.agent, clause.subject, None
            return
        roles.passive = True
        if roles.verb.preposition:
            roles.verb = next(verb for verb in clause.verb.english if not verb.preposition)

    def _may_turn(self, clause: Clause, verb: EnglishVerb) -> bool:
        """May an active German clause become passive in English?"""
        subject, direct = clause.subject, clause.accusative
        if (
            clause.verb.frame != "object"
            or clause.mood != "statement"
            or clause.gap
            or clause.gladly
            or clause.complement
        ):
            return False
        if (
            subject is None
            or direct is None
            or verb.preposition
            or verb.state
            or verb.particle
            or direct.pronoun
        ):
            return False
        if clause.modal in ("wollen", "möchten") or (
            clause.side is not None and clause.side.connective[0] == "um"
        ):
            return False
        return direct.article not in ("possessive", "no") and (
            subject.pronoun is None or subject.pronoun.german[0] == "man"
        )

    def _wants_passive(self, clause: Clause) -> bool:
        assert clause.subject is not None
        if clause.subject.pronoun is not None:
            return self.random() < 0.6
        return self.flip(0.7 if clause.front == "accusative" else 0.2)

    def _assemble(self, clause: Clause, roles: Roles, fronting: bool, plain: bool = False) -> list[Node]:
        front: list[Node] = []
        time, place, sentence_adverb = clause.time, clause.place, clause.sentence_adverb
        side_first = self._side_first(clause) if fronting else False
        if side_first:
            assert clause.side is not None
            front = [self.side(clause.side), (",", ",", (clause.side.key + 7,))]
        elif fronting and sentence_adverb is None:
            if time is not None and self._fronts(clause.front == "time"):
                front = [fixed_node(time, self), *self._comma(0.5)]
                time = None
            elif place is not None and self._fronts(clause.front == "place"):
                front = [self.place_node(place), *self._comma(0.8)]
                place = None
        if sentence_adverb is not None:
            front.append(fixed_node(sentence_adverb, self))
            if fronting and not side_first:
                front.extend(self._comma(0.9))
        agreement = self.nouns.agreement(roles.subject)
        lead, main, after = self.verbs.group(clause, roles, agreement, plain=plain)
        tail = after + self._tail(clause, roles, time, place)
        if clause.side is not None and not side_first:
            tail.append(self.side(clause.side))
        frequency = fixed_node(clause.frequency, self) if clause.frequency is not None else None
        phrase = nest(lead, main, frequency, tail)
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

    def side(self, clause: Clause) -> Node:
        """A subordinate clause with its connective."""
        word, choices = clause.connective
        key = clause.key
        if word == "um":
            infinitive = self.infinitive(clause, extra=() if self.flip(0.5) else (key + 6,))
            leaf = infinitive[1][0][1][0]
            if len(leaf[2]) > 1:
                return infinitive
            return ("SBAR", [("IN", "in", (key + 6,)), ("NN", "order", (key + 6,)), infinitive])
        chosen = self.pick(choices)
        plain = word in ("wenn", "sobald", "bis", "falls")
        leaves: list[Node] = [("IN", part, (key + 6,)) for part in chosen.split("_")] if chosen else []
        return ("SBAR", [*leaves, ("S", self.clause(clause, plain=plain))])

    def infinitive(self, clause: Clause, extra: tuple[int, ...] = ()) -> Node:
        """to read the book."""
        roles = self._roles(clause, voice=False)
        main = self.verbs.bare(clause, roles)
        tail = self._tail(clause, roles, clause.time, clause.place)
        to = ("TO", "to", (clause.key + 9, *extra))
        return ("S", [("VP", [to, ("VP", [main, *tail])])])

    def _tail(
        self, clause: Clause, roles: Roles, time: Fixed | None, place: Prepositional | Fixed | None
    ) -> list[Node]:
        """What follows the verb."""
        tail = self._objects(clause, roles)
        predicate = clause.predicate
        if predicate is not None and clause.gap != "predicate":
            tail.append(self._predicate(predicate))
        if roles.agent is not None:
            by = (clause.key + 8,) if clause.agent is not None else ()
            tail.append(("PP", [("IN", "by", by), self.nouns.phrase(roles.agent)]))
        if clause.manner is not None:
            tail.append(fixed_node(clause.manner, self))
        if place is not None and clause.gap != "place":
            tail.append(self.place_node(place))
        if time is not None:
            tail.append(fixed_node(time, self))
        if clause.complement is not None:
            tail.append(self._complement(clause))
        return tail

    def _objects(self, clause: Clause, roles: Roles) -> list[Node]:
        verb, key = roles.verb, clause.key
        direct = self.nouns.phrase(roles.direct) if roles.direct is not None else None
        nodes = self._with_particle(verb, direct, roles.direct, key)
        if roles.indirect is not None:
            nodes = self._with_indirect(nodes, roles)
        prepositional = clause.prepositional
        if prepositional is not None:
            inner = self.nouns.phrase(prepositional.noun_phrase)
            word = prepositional.english[0] if prepositional.english else verb.preposition
            if not word:
                nodes.extend([inner] if inner else [])
            else:
                leaf = ("IN", word, (prepositional.key,))
                nodes.append(("PP", [leaf, inner] if inner else [leaf]))
        return nodes

    def _with_particle(
        self, verb: EnglishVerb, direct: Node | None, meaning: NounPhrase | None, key: int
    ) -> list[Node]:
        nodes: list[Node] = []
        if direct is not None or (meaning is not None and verb.preposition):
            if verb.preposition:
                leaf = ("IN", verb.preposition, (key + 1,))
                nodes = [("PP", [leaf, direct] if direct is not None else [leaf])]
            elif direct is not None:
                nodes = [direct]
        if not verb.particle:
            return nodes
        label, tag = _PARTICLES.get(verb.particle, ("PRT", "RP"))
        particle = (label, [(tag, verb.particle, (key + 1,))])
        if label == "PRT" and direct is not None and meaning is not None and not verb.preposition:
            short = meaning.relative is None and meaning.other is None and meaning.prepositional is None
            if meaning.pronoun is not None or (short and meaning.owner is None and self.flip(0.4)):
                return [*nodes, particle]
        return [particle, *nodes]

    def _with_indirect(self, nodes: list[Node], roles: Roles) -> list[Node]:
        indirect, direct = roles.indirect, roles.direct
        node = self.nouns.phrase(indirect) if indirect is not None else None
        pronoun = direct is not None and direct.pronoun is not None
        if node is None or pronoun or roles.verb.giver or roles.passive or self.flip(0.5):
            leaf = ("TO", "to", ())
            return [*nodes, ("PP", [leaf, node] if node is not None else [leaf])]
        return [node, *nodes]

    def _predicate(self, predicate: Comparison | Fixed | NounPhrase | Prepositional) -> Node:
        if isinstance(predicate, Comparison):
            return self._comparison(predicate)
        if isinstance(predicate, NounPhrase):
            return self.nouns.phrase(predicate)
        return self.place_node(predicate)

    def _comparison(self, comparison: Comparison) -> Node:
        key = comparison.key
        positive, comparative = self.pick(comparison.adjective.english)
        than = self.nouns.phrase(comparison.than) if comparison.than is not None else None
        if comparison.degree == "more":
            more: list[Node] = [("JJR", word, (key, key + 1)) for word in comparative[:1]]
            if len(comparative) == 2:
                more = [("RBR", comparative[0], (key + 1,)), ("JJ", comparative[1], (key,))]
            return ("ADJP", [*more, ("PP", [("IN", "than", (key + 2,)), than])])
        if comparison.degree == "equal":
            equal: list[Node] = [("RB", "as", (key + 1,)), ("JJ", positive, (key,))]
            return ("ADJP", [*equal, ("PP", [("IN", "as", (key + 2,)), than])])
        very: list[Any] = (
            [("RB", self.pick(("very", "really")), (key + 1,))] if comparison.degree == "very" else []
        )
        return ("ADJP", [*very, ("JJ", positive, (key,))])

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
        return self.side(complement)

    def _question(self, clause: Clause) -> list[Node]:
        roles = self._roles(clause)
        agreement = self.nouns.agreement(roles.subject)
        lead, main, after = self.verbs.group(clause, roles, agreement, question=True)
        tail = after + self._tail(clause, roles, clause.time, clause.place)
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
        roles = self._roles(clause)
        asked = getattr(clause, clause.front)
        word = ("WHNP", [("WP", "who" if asked.human else "what", (asked.key + 1,))])
        if roles.subject is asked:
            return [word, ("SQ", self._assemble(clause, roles, fronting=False))]
        return [word, ("SQ", self._question(clause))]

    def _command(self, clause: Clause) -> list[Node]:
        roles = self._roles(clause, voice=False)
        main = self.verbs.bare(clause, roles)
        phrase = ("VP", [main, *self._tail(clause, roles, clause.time, clause.place)])
        if clause.front == "please":
            return [("INTJ", [("UH", "please", (clause.key + 6,))]), phrase]
        return [phrase]
