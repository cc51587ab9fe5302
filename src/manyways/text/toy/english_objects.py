"""What an English verb takes: objects, particles, predicates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manyways.text.toy.english_nouns import Node
from manyways.text.toy.english_roles import Roles
from manyways.text.toy.lexicon import EnglishVerb
from manyways.text.toy.meaning import Clause, Comparison, Fixed, NounPhrase, Prepositional

if TYPE_CHECKING:
    from manyways.text.toy.english import Speaker

__all__ = ["ObjectSpeaker"]

_PARTICLES = {
    word: (label, tag)
    for label, tag, words in (
        ("NP", "NN", "breakfast part care attention goodbye"),
        ("NP", "NNS", "pictures"),
        ("ADJP", "JJ", "asleep interested"),
    )
    for word in words.split()
}


class ObjectSpeaker:
    """Puts objects and predicates into English for a speaker."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker

    def nodes(self, clause: Clause, roles: Roles) -> list[Node]:
        verb, key = roles.verb, clause.key
        direct = self.speaker.nouns.phrase(roles.direct) if roles.direct is not None else None
        nodes = self._with_particle(verb, direct, roles.direct, key)
        if roles.indirect is not None:
            nodes = self._with_indirect(nodes, roles)
        prepositional = clause.prepositional
        if prepositional is not None:
            inner = self.speaker.nouns.phrase(prepositional.noun_phrase)
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
            if meaning.pronoun is not None or (short and meaning.owner is None and self.speaker.flip(0.4)):
                return [*nodes, particle]
        return [particle, *nodes]

    def _with_indirect(self, nodes: list[Node], roles: Roles) -> list[Node]:
        indirect, direct = roles.indirect, roles.direct
        node = self.speaker.nouns.phrase(indirect) if indirect is not None else None
        pronoun = direct is not None and direct.pronoun is not None
        if node is None or pronoun or roles.verb.giver or roles.passive or self.speaker.flip(0.5):
            leaf = ("TO", "to", ())
            return [*nodes, ("PP", [leaf, node] if node is not None else [leaf])]
        return [node, *nodes]

    def predicate(self, predicate: Comparison | Fixed | NounPhrase | Prepositional) -> Node:
        if isinstance(predicate, Comparison):
            return self._comparison(predicate)
        if isinstance(predicate, NounPhrase):
            return self.speaker.nouns.phrase(predicate)
        return self.speaker.place_node(predicate)

    def _comparison(self, comparison: Comparison) -> Node:
        key = comparison.key
        positive, comparative = self.speaker.pick(comparison.adjective.english)
        than = self.speaker.nouns.phrase(comparison.than) if comparison.than is not None else None
        if comparison.degree == "more":
            more: list[Node] = [("JJR", word, (key, key + 1)) for word in comparative[:1]]
            if len(comparative) == 2:
                more = [("RBR", comparative[0], (key + 1,)), ("JJ", comparative[1], (key,))]
            return ("ADJP", [*more, ("PP", [("IN", "than", (key + 2,)), than])])
        if comparison.degree == "equal":
            equal: list[Node] = [("RB", "as", (key + 1,)), ("JJ", positive, (key,))]
            return ("ADJP", [*equal, ("PP", [("IN", "as", (key + 2,)), than])])
        very: list[Node] = (
            [("RB", self.speaker.pick(("very", "really")), (key + 1,))] if comparison.degree == "very" else []
        )
        return ("ADJP", [*very, ("JJ", positive, (key,))])
