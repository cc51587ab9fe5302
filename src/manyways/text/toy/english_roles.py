"""Who is what in an English clause: verb, voice, subject and objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manyways.text.toy.lexicon import EnglishVerb
from manyways.text.toy.meaning import Clause, NounPhrase

if TYPE_CHECKING:
    from manyways.text.toy.english import Speaker

__all__ = ["RoleSpeaker", "Roles"]


class Roles:
    """Who is what in the English clause."""

    __slots__ = ("agent", "direct", "indirect", "passive", "subject", "verb")

    def __init__(self, verb: EnglishVerb, subject: NounPhrase | None) -> None:
        self.verb, self.subject = verb, subject
        self.direct: NounPhrase | None = None
        self.indirect: NounPhrase | None = None
        self.agent: NounPhrase | None = None
        self.passive = False


class RoleSpeaker:
    """Chooses verbs and voices for a speaker."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker

    def choose(self, clause: Clause, voice: bool = True) -> Roles:
        verbs = clause.verb.english
        verb = self.speaker.pick(verbs)
        direct = (
            clause.accusative if clause.dative is None or clause.accusative is not None else clause.dative
        )
        roles = Roles(verb, clause.subject)
        roles.direct = direct
        roles.indirect = clause.dative if direct is not clause.dative else None
        if clause.verb.frame == "exist":
            roles.subject = self._there(clause)
        elif clause.passive:
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

    @staticmethod
    def _there(clause: Clause) -> NounPhrase:
        """es gibt X: the subject of there is, there are."""
        assert clause.subject is not None
        assert clause.accusative is not None
        there = NounPhrase("there", clause.subject.key)
        there.number = int(clause.accusative.person == 5)
        return there

    def _passive_roles(self, clause: Clause, roles: Roles, voice: bool) -> None:
        roles.agent = clause.agent
        if clause.agent is not None and voice and not clause.gap and self.speaker.flip(0.4):
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
            return self.speaker.random() < 0.6
        return self.speaker.flip(0.7 if clause.front == "accusative" else 0.2)
