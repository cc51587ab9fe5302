"""Drawing clauses: tense, voice, time, place, negation, and clauses within them."""

from __future__ import annotations

from collections.abc import Sequence

from manyways.text.toy.frames import FrameDrawer, governed
from manyways.text.toy.lexicon import Phrase
from manyways.text.toy.meaning import PRONOUNS, Clause, Fixed, NounPhrase, Prepositional

__all__ = ["FRAMES", "SMALL_FRAMES", "ClauseDrawer"]

# How often each frame is drawn; the small ones do not hold a clause themselves.
_SMALL = {"object": 26, "alone": 9, "dative": 7, "give": 8, "prepositional": 10, "ask": 4, "motion": 9}
_SMALL |= {"position": 7, "put": 3, "be": 11, "weather": 2}
_LARGE = {"that": 7, "whether": 3, "to": 6, "exist": 3, "cost": 1}
SMALL_FRAMES = tuple(frame for frame, times in _SMALL.items() for _ in range(times))
FRAMES = SMALL_FRAMES + tuple(frame for frame, times in _LARGE.items() for _ in range(times))
_TO_FRAMES = tuple(frame for frame in SMALL_FRAMES if frame not in ("be", "weather", "position"))
_WHOSE_FRAMES = ("object", "alone", "motion", "be", "position")
_TENSES = ("present",) * 46 + ("past",) * 36 + ("perfect",) * 12 + ("future",) * 4
_PAST = ("past", "perfect", "pluperfect")
_MODALS = ("können", "müssen", "wollen", "sollen", "dürfen", "möchten", "können", "müssen", "wollen")
_TIMES = {"present": ("any", "habit", "now", "future"), "future": ("any", "future")}
_NO_MODAL_FRAMES = ("weather", "exist", "cost", "be", "that", "whether", "to")
_NO_PLACE_FRAMES = (
    "motion",
    "position",
    "put",
    "be",
    "cost",
    "that",
    "whether",
    "to",
    "prepositional",
    "weather",
)
_NO_PASSIVE = ("kennen", "lieben", "brauchen", "treffen", "tragen", "verpassen", "hören")
_SUDDEN = ("plötzlich", "endlich")


class ClauseDrawer(FrameDrawer):
    """Draws clauses with all that may be in them."""

    def clause(
        self, frames: Sequence[str], depth: int, subject: NounPhrase | None = None, tense: str = ""
    ) -> Clause:
        """A clause with tense, time, place and the rest."""
        frame = self.d.any(frames)
        clause = self.core(frame, depth, subject)
        self._add_tense(clause, tense)
        if frame in ("that", "whether", "to"):
            self._add_complement(clause, frame, depth)
        if frame == "object" and not subject and self._may_passive(clause) and self.random() < 0.22:
            self._make_passive(clause)
        self._add_adjuncts(clause, depth)
        self._add_relative(clause, depth)
        self._negate(clause)
        if depth < 2:
            self._join_nouns(clause)
        self.note(clause)
        return clause

    def _add_tense(self, clause: Clause, tense: str) -> None:
        drawer, frame, subject = self.d, clause.verb.frame, clause.subject
        assert subject is not None
        clause.tense = tense or drawer.any(_TENSES)
        if frame in ("be", "exist", "cost") and clause.tense in ("perfect", "pluperfect"):
            clause.tense = "past"
        informal = subject.pronoun is not None and subject.person in (1, 4)
        if clause.tense == "past" and informal and frame != "be":
            clause.tense = "perfect"
        if tense or clause.tense not in ("present", "past") or frame in _NO_MODAL_FRAMES:
            return
        human = subject.noun is None or subject.noun.kind == "person"
        state = clause.verb.english[0].state or clause.verb.english[-1].swap
        if human and not state and self.random() < 0.12:
            clause.modal = drawer.any(_MODALS)
            if clause.modal == "möchten":
                clause.tense = "present"

    def _add_complement(self, clause: Clause, frame: str, depth: int) -> None:
        """dass and ob with a clause, zu with an infinitive."""
        drawer = self.d
        clause.complement_kind = frame
        if frame == "to":
            inner = self.core(drawer.any(_TO_FRAMES), depth + 1, clause.subject)
            while inner.verb.frame == "be":
                inner = self.core("object", depth + 1, clause.subject)
            if self.random() < 0.2:
                inner.time = drawer.time(("future",) if clause.tense not in _PAST else ("any",))
            self.note(inner)
            self.used.add("infinitive clause")
        else:
            inner = self.clause(SMALL_FRAMES, depth + 1)
            inner.connective = ("dass", ("that", "")) if frame == "that" else ("ob", ("whether", "if"))
            inner.anchored = clause.tense in _PAST
            self.used.add("object clause")
        clause.complement = inner

    def _may_passive(self, clause: Clause) -> bool:
        verb, patient, subject = clause.verb, clause.accusative, clause.subject
        if patient is None or patient.pronoun is not None or subject is None:
            return False
        if verb.infinitive in _NO_PASSIVE or clause.modal in ("wollen", "möchten", "dürfen"):
            return False
        impersonal = subject.pronoun is not None and subject.pronoun.german[0] == "man"
        return not impersonal and any(not english.preposition for english in verb.english)

    def _make_passive(self, clause: Clause) -> None:
        agent, patient = clause.subject, clause.accusative
        assert agent is not None
        assert patient is not None
        clause.passive = True
        clause.subject, clause.accusative = patient, None
        if patient.article == "possessive":
            patient.article, patient.possessive = "definite", None
        if agent.pronoun is None and agent.article not in ("no", "possessive") and self.random() < 0.5:
            clause.agent = agent

    def _add_adjuncts(self, clause: Clause, depth: int) -> None:
        drawer, frame, tense = self.d, clause.verb.frame, clause.tense
        scale = 1.0 if depth == 0 else 0.5
        state = frame in ("be", "cost", "position") or clause.verb.english[0].state
        if self.random() < 0.34 * scale:
            clause.time = drawer.time(self._time_kinds(clause, state))
        if frame == "weather" and self.random() < 0.3:
            clause.place = Prepositional("in", 2, ("in",), drawer.city(), drawer.key())
        elif frame not in _NO_PLACE_FRAMES and not state and self.random() < 0.2 * scale:
            clause.place = drawer.place(None, depth + 1)
        if frame in ("object", "alone", "motion", "put", "give") and not state and self.random() < 0.11:
            clause.manner = Fixed(drawer.any(drawer.lexicon.manner), drawer.key())
        kind = clause.time.phrase.kind if clause.time is not None else ""
        if depth == 0 and self.random() < 0.09:
            clause.sentence_adverb = Fixed(self._sentence_adverb(clause), drawer.key())
        elif self.random() < 0.1 * scale and frame not in ("exist", "cost", "be") and kind in ("", "any"):
            clause.frequency = Fixed(drawer.any(drawer.lexicon.frequency), drawer.key())
        plain = not clause.modal and tense in ("present", "past") and not clause.passive and not clause.manner
        if plain and not state and frame in ("object", "alone") and kind in ("", "habit", "any"):
            human = clause.subject is not None and (clause.subject.noun is None or clause.subject.human)
            if human and clause.frequency is None and self.random() < 0.12:
                clause.gladly = True
                self.used.add("gern")

    @staticmethod
    def _time_kinds(clause: Clause, state: bool) -> tuple[str, ...]:
        if clause.tense in _PAST:
            return ("past", "any")
        if state:
            return ("any",)
        return ("any", "future", "habit") if clause.modal else _TIMES[clause.tense]

    def _sentence_adverb(self, clause: Clause) -> Phrase:
        while True:
            adverb = self.d.common(self.d.lexicon.sentence_adverbs)
            if adverb.german[0][0] not in _SUDDEN or (clause.time is None and clause.tense in _PAST):
                return adverb

    def _negate(self, clause: Clause) -> None:
        subject, accusative = clause.subject, clause.accusative
        if self.random() > 0.14 or clause.verb.frame in ("weather", "cost") or clause.agent is not None:
            return
        if clause.frequency is not None or (
            subject is not None and subject.article in ("every", "all", "many")
        ):
            return
        if (
            accusative is not None
            and accusative.article in ("indefinite", "bare")
            and accusative.owner is None
        ):
            accusative.article = "no"
        elif accusative is None or accusative.article in ("definite", "possessive", "this", "owner"):
            clause.negated = True
        else:
            return
        self.used.add("negation")

    def _join_nouns(self, clause: Clause) -> None:
        """der Mann und seine Schwester."""
        for slot in ("subject", "accusative") if clause.verb.frame != "exist" else ():
            phrase: NounPhrase | None = getattr(clause, slot)
            if (
                phrase is None
                or phrase.form not in ("noun", "name")
                or self.random() > 0.06
                or clause.passive
            ):
                continue
            if (
                phrase.relative
                or phrase.prepositional
                or phrase.article not in ("definite", "indefinite", "possessive")
            ):
                continue
            kind = phrase.noun.kind if phrase.noun is not None else "person"
            other = self.d.noun_phrase((kind,), 2, None, "none")
            if other.article not in ("every", "all", "many", "possessive") and other.noun is not phrase.noun:
                phrase.other = other
                self.used.add("coordination of nouns")

    def _add_relative(self, clause: Clause, depth: int) -> None:
        """A relative clause on one of the clause's nouns."""
        if depth > 1 or self.random() > (0.14 if depth == 0 else 0.08):
            return
        hosts = [clause.subject]
        if clause.place is None and clause.manner is None and (depth == 0 or clause.time is None):
            hosts += [clause.accusative, clause.agent, clause.dative if clause.accusative is None else None]
            for part in (clause.prepositional, clause.predicate):
                if isinstance(part, Prepositional):
                    hosts.append(part.noun_phrase)
        nouns = [host for host in hosts if host is not None and host.form == "noun" and host.relative is None]
        nouns = [
            n
            for n in nouns
            if n.owner is None and n.prepositional is None and n.article not in ("bare", "no")
        ]
        if nouns:
            host = self.d.any(nouns)
            host.relative = self._relative(host, depth + 2)
            host.relative.anchored = clause.tense in _PAST

    def _relative(self, host: NounPhrase, depth: int) -> Clause:
        noun = host.noun
        assert noun is not None
        gap = NounPhrase("gap", self.d.key())
        gap.noun, gap.number = noun, host.number
        tense = "perfect" if self.random() < 0.15 else "present"
        r = self.random()
        if noun.kind in ("house", "spot") and r < 0.6:
            clause = self._with_place_gap(gap, depth)
        elif noun.kind == "person" and r < 0.12:
            clause = self._whose(gap, depth)
        elif r > 0.5:
            clause = self._with_object_gap(gap, depth)
        else:
            clause = self._with_subject_gap(gap, depth)
        self._add_tense(clause, tense)
        if self.random() < 0.2 and clause.verb.frame != "be":
            clause.time = self.d.time(("past",) if clause.tense in _PAST else ("any",))
        self.used.add("relative clause")
        self.note(clause)
        return clause

    def _with_place_gap(self, gap: NounPhrase, depth: int) -> Clause:
        """das Haus, in dem ..."""
        clause = self.core(self.d.any(("alone", "object", "position")), depth, None)
        assert gap.noun is not None
        german, english = ("in", "in") if gap.noun.kind == "house" else ("an", "at")
        where = Prepositional(german, 2, (english,), gap, self.d.key())
        if clause.verb.frame == "position":
            clause.predicate, clause.gap = where, "predicate"
        else:
            clause.place, clause.gap = where, "place"
        return clause

    def _with_subject_gap(self, gap: NounPhrase, depth: int) -> Clause:
        """der Mann, der ..."""
        clause = self.core(self.d.any(SMALL_FRAMES), depth, gap)
        if clause.subject is not gap:
            clause = self.core("be", depth, gap)
        clause.gap = "subject"
        return clause

    def _with_object_gap(self, gap: NounPhrase, depth: int) -> Clause:
        """das Buch, das er ..., die Frau, der er ..., der Zug, auf den er ..."""
        drawer, noun = self.d, gap.noun
        assert noun is not None
        frame = drawer.any(("object", "object", "object", "dative", "prepositional"))
        choices = [
            v for v in drawer.lexicon.verbs[frame] if noun.kind in v.objects and "person" in v.subjects
        ]
        if not choices:
            return self._with_subject_gap(gap, depth)
        clause = Clause(drawer.common(choices), drawer.key())
        clause.subject = drawer.noun_phrase(("person",), depth)
        if frame == "prepositional":
            clause.prepositional = governed(clause.verb, gap, drawer.key())
        elif frame == "object":
            clause.accusative = gap
        else:
            clause.dative = gap
        clause.gap = "accusative" if frame == "object" else frame
        return clause

    def _whose(self, gap: NounPhrase, depth: int) -> Clause:
        """der Mann, dessen Hund ..."""
        kind = self.d.any(("person", "animal", "house", "person"))
        subject = self.d.plain_noun(kind, None)
        subject.article, subject.owner, subject.possessive = "whose", gap, None
        clause = self.core(self.d.any(_WHOSE_FRAMES) if kind != "house" else "be", depth, subject)
        clause.gap = "whose"
        return clause

    def note(self, clause: Clause) -> None:
        """Names what the clause is made of."""
        used, verb = self.used, clause.verb
        used.add(verb.frame)
        if verb.prefix:
            used.add("separable verb")
        if verb.reflexive:
            used.add("reflexive verb")
        if clause.modal:
            used.add("modal verb")
        elif clause.tense != "present":
            used.add(clause.tense)
        if clause.passive:
            used.add("passive")
        if clause.subject is not None and clause.subject.pronoun is PRONOUNS["man"]:
            used.add("man")
