"""Drawing whole sentences: statements, questions, commands, and what is joined to them."""

from __future__ import annotations

from manyways.text.toy.clauses import FRAMES, SMALL_FRAMES, ClauseDrawer
from manyways.text.toy.draw import Drawer
from manyways.text.toy.lexicon import parse_phrase
from manyways.text.toy.meaning import PRONOUNS, Clause, Fixed, NounPhrase
from manyways.text.toy.words import CONNECTIVES

__all__ = ["draw_sentence"]

_PAST = ("past", "perfect")
_COORDINATORS = (
    ("und", ("and",)),
    ("und", ("and",)),
    ("aber", ("but",)),
    ("denn", ("because", "for", "since")),
)
_JOINED_FRAMES = ("object", "alone", "motion", "prepositional", "give", "be")
_WH_FRAMES = ("object", "alone", "give", "motion", "dative", "prepositional", "object")
_COMMAND_FRAMES = ("object", "give", "put", "ask", "motion")
_PURPOSE_FRAMES = ("object", "alone", "motion", "give", "ask")
_WH = tuple(
    parse_phrase(f"{german}/PWAV/1 = WHADVP {english}/WRB/1")
    for german, english in (("wann", "when"), ("warum", "why"), ("wie", "how"), ("wo", "where"))
)
_WHERE_TO = parse_phrase("wohin/PWAV/1 = WHADVP where/WRB/1")


def _read_connectives() -> list[tuple[str, str, tuple[str, ...]]]:
    rows = []
    for line in CONNECTIVES.strip().split("\n"):
        left, _, right = line.partition(" = ")
        kind, german = left.split()
        rows.append((kind, german, tuple(right.split(" | "))))
    return rows


_CONNECTIVES = _read_connectives()


def draw_sentence(drawer: Drawer) -> Clause:
    """A sentence's meaning; what it is made of is left in `drawer.used`."""
    drawer.next_key = 0
    drawer.used = set()
    return SentenceDrawer(drawer).sentence()


def _may_lead(phrase: NounPhrase) -> bool:
    """May this object stand before the verb? Its article must show that it is one."""
    return phrase.form == "noun" and phrase.article in ("definite", "this")


class SentenceDrawer(ClauseDrawer):
    """Draws sentences."""

    def sentence(self) -> Clause:
        """A sentence of any kind."""
        r = self.random()
        if r < 0.025:
            return self._command()
        if r < 0.06:
            return self._yes_no_question()
        if r < 0.09:
            return self._wh_question()
        clause = self.clause(FRAMES, 0)
        self._choose_front(clause)
        r = self.random()
        if clause.complement is None and r < 0.18:
            self._add_side(clause)
        elif clause.complement is None and r < 0.28:
            self._add_joined(clause)
        return clause

    def _choose_front(self, clause: Clause) -> None:
        """What stands before the verb."""
        r, accusative, dative = self.random(), clause.accusative, clause.dative
        if clause.sentence_adverb is not None and r < 0.6:
            clause.front = "sentence_adverb"
        elif clause.time is not None and r < 0.4:
            clause.front = "time"
        elif clause.place is not None and r < 0.35:
            clause.front = "place"
        elif r > 0.85 and accusative is not None and _may_lead(accusative):
            clause.front = "accusative"
            self.used.add("object first")
        elif r > 0.88 and dative is not None and _may_lead(dative):
            clause.front = "dative"
            self.used.add("object first")

    def _add_side(self, clause: Clause) -> None:
        """A subordinate clause before or after the main one."""
        drawer, past = self.d, clause.tense in _PAST
        if self.random() < 0.14 and self._add_purpose(clause):
            return
        kinds = (
            ("cause", "past")
            if past
            else ("cause", "if", "while")
            if clause.tense == "present"
            else ("cause", "if")
        )
        kind = ""
        while kind not in kinds:
            kind, german, english = drawer.common(_CONNECTIVES)
        tense = {"if": "present", "while": "present", "past": "past"}.get(kind, "")
        if past and kind == "cause":
            tense = drawer.any(_PAST)
        side = self.clause(SMALL_FRAMES, 1, tense="pluperfect" if german == "nachdem" else tense)
        if kind == "if" and side.time is not None and side.time.phrase.kind in ("future", "now"):
            side.time = None
        side.connective = (german, english)
        side.anchored = past
        clause.anchored = kind == "past"
        clause.side = side
        self.used.add("subordinate clause")
        if self.random() < 0.4 and german != "bis" and clause.front == "subject":
            clause.front = "side"

    def _add_purpose(self, clause: Clause) -> bool:
        """um ... zu, with the same subject."""
        subject = clause.subject
        if subject is None or clause.passive or clause.verb.frame not in _PURPOSE_FRAMES:
            return False
        if not subject.human and (subject.pronoun is None or subject.pronoun.german[0] in ("es", "man")):
            return False
        side = self.core("object", 1, subject)
        side.connective = ("um", ())
        clause.side = side
        self.note(side)
        self.used.add("purpose clause")
        return True

    def _add_joined(self, clause: Clause) -> None:
        """A second main clause, often with the same subject left out."""
        word, choices = self.d.any(_COORDINATORS)
        tense = clause.tense if clause.tense in ("present", "past", "perfect") else ""
        plain = clause.verb.frame not in ("weather", "exist", "cost") and not clause.verb.english[-1].swap
        same = word in ("und", "aber") and clause.front == "subject" and not clause.passive and plain
        if same and self.random() < 0.65:
            joined = self.clause(_JOINED_FRAMES, 1, clause.subject, tense)
        else:
            joined = self.clause(SMALL_FRAMES, 1, tense=tense)
        joined.frequency = None
        joined.anchored = clause.tense in _PAST
        joined.connective = (word, choices)
        clause.joined = joined
        self.used.add("coordination of clauses")

    def _yes_no_question(self) -> Clause:
        clause = self.clause(SMALL_FRAMES, 1)
        clause.mood = "question"
        self.used.add("question")
        return clause

    def _wh_question(self) -> Clause:
        """wer, was, wen, or wann, warum, wie, wo, wohin."""
        self.used.add("wh-question")
        clause = self.clause(_WH_FRAMES, 1)
        clause.mood, clause.negated, clause.frequency = "wh", False, None
        r, subject, accusative = self.random(), clause.subject, clause.accusative
        if accusative is not None and accusative.article == "no":
            accusative.article = "indefinite" if accusative.noun and not accusative.noun.mass else "bare"
        self.used.discard("negation")
        if r < 0.3 and subject is not None and subject.human and subject.other is None and not clause.passive:
            self._ask_for(clause, "subject")
        elif r < 0.6 and accusative is not None and accusative.form == "noun" and accusative.other is None:
            self._ask_for(clause, "accusative")
        else:
            self._ask_how(clause)
        return clause

    def _ask_for(self, clause: Clause, slot: str) -> None:
        """wer, was, wen in place of a noun."""
        asked: NounPhrase = getattr(clause, slot)
        question = NounPhrase("question", self.d.key())
        if asked.human:
            question.noun = self.d.lexicon.nouns["person"][0]
        setattr(clause, slot, question)
        clause.front = slot

    def _ask_how(self, clause: Clause) -> None:
        asked = self.d.any(_WH)
        word = asked.german[0][0]
        if word == "wann":
            clause.time = None
        elif word == "wie":
            clause.manner, clause.gladly = None, False
        elif word == "wo":
            clause.place = None
            if clause.verb.frame == "motion":
                clause.predicate, asked = None, _WHERE_TO
        clause.wh, clause.front = Fixed(asked, self.d.key()), "wh"

    def _command(self) -> Clause:
        subject = NounPhrase("pronoun", self.d.key())
        subject.pronoun = PRONOUNS["Sie"]
        clause = self.core(self.d.any(_COMMAND_FRAMES), 1, subject)
        clause.mood = "imperative"
        clause.front = "please" if self.random() < 0.6 else ""
        self.used.add("command")
        self.note(clause)
        return clause
