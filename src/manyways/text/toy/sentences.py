"""Drawing whole sentences: frames, tenses, moods, and clauses within clauses."""

from __future__ import annotations

from collections.abc import Sequence

from manyways.text.toy.draw import Drawer
from manyways.text.toy.lexicon import Verb, parse_phrase
from manyways.text.toy.meaning import PRONOUNS, Clause, Comparison, Fixed, NounPhrase, Prepositional
from manyways.text.toy.words import CONNECTIVES

__all__ = ["draw_sentence"]

_BE = Verb("sein ist,war,gewesen s be:was:been person,animal,thing,house,event,idea,text,food,vehicle", "be")
_GIVE = Verb("geben gibt,gab,gegeben h be:was:been weather", "exist")
_COST = Verb("kosten w h =cost:cost:cost thing,food,clothes,vehicle,text,furniture", "cost")
_FRAMES = (
    ("object",) * 26
    + ("alone",) * 9
    + ("dative",) * 7
    + ("give",) * 8
    + ("prepositional",) * 10
    + ("ask",) * 4
    + ("motion",) * 9
    + ("position",) * 7
    + ("put",) * 3
    + ("be",) * 11
    + ("that",) * 7
    + ("whether",) * 3
    + ("to",) * 6
    + ("exist",) * 3
    + ("weather",) * 2
    + ("cost",)
)
_SMALL_FRAMES = tuple(frame for frame in _FRAMES if frame not in ("that", "whether", "to", "exist", "cost"))
_INFINITIVE_FRAMES = tuple(f for f in _SMALL_FRAMES if f not in ("be", "weather", "position"))
_WHOSE_FRAMES = ("object", "alone", "motion", "be", "position")
_TENSES = ("present",) * 40 + ("past",) * 22 + ("perfect",) * 30 + ("future",) * 6
_MODALS = ("können", "müssen", "wollen", "sollen", "dürfen", "möchten", "können", "müssen", "wollen")
_TIMES = {"present": ("any", "habit", "now", "future"), "future": ("any", "future")}
_COORDINATORS = (
    ("und", ("and",)),
    ("und", ("and",)),
    ("aber", ("but",)),
    ("denn", ("because", "for", "since")),
)
_WH = tuple(
    parse_phrase(text)
    for text in (
        "wann/PWAV/1 = WHADVP when/WRB/1",
        "warum/PWAV/1 = WHADVP why/WRB/1",
        "wie/PWAV/1 = WHADVP how/WRB/1",
        "wo/PWAV/1 = WHADVP where/WRB/1",
    )
)
_WHERE_TO = parse_phrase("wohin/PWAV/1 = WHADVP where/WRB/1")
_AT_HOME = parse_phrase("zu/APPR/1 Hause/NN/2 = PP at/IN/1 home/NN/2")
_HOME = parse_phrase("nach/APPR/1 Hause/NN/2 = ADVP home/RB/1,2")
_SIE = PRONOUNS["Sie"]


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


class SentenceDrawer:
    """Draws clauses with a drawer's words."""

    def __init__(self, drawer: Drawer) -> None:
        self.d = drawer
        self.random = drawer.random
        self.used = drawer.used

    def sentence(self) -> Clause:
        r = self.random()
        if r < 0.025:
            return self._command()
        if r < 0.09:
            return self._yes_no_question()
        if r < 0.15:
            return self._wh_question()
        clause = self.clause(_FRAMES, 0)
        self._choose_front(clause)
        r = self.random()
        if clause.complement is None and r < 0.24:
            self._add_side(clause)
        elif clause.complement is None and r < 0.36:
            self._add_joined(clause)
        return clause

    def clause(
        self, frames: Sequence[str], depth: int, subject: NounPhrase | None = None, tense: str = ""
    ) -> Clause:
        """A clause with tense, time, place and the rest."""
        drawer = self.d
        frame = drawer.any(frames)
        clause = self._core(frame, depth, subject)
        self._add_tense(clause, tense)
        if (
            clause.verb.frame == "object"
            and not clause.modal
            and self._may_passive(clause)
            and self.random() < 0.2
        ):
            self._make_passive(clause)
        self._add_adjuncts(clause, depth)
        if depth == 0 or self.random() < 0.3:
            self._add_relative(clause, depth)
        self._negate(clause)
        if depth < 2:
            self._join_nouns(clause)
        self._note(clause)
        return clause

    def _core(self, frame: str, depth: int, subject: NounPhrase | None) -> Clause:
        """Verb and complements."""
        drawer, key = self.d, self.d.key()
        if frame in ("be", "exist", "weather", "cost"):
            return self._special(frame, depth, subject, key)
        lexicon = drawer.lexicon
        verb = drawer.word(lexicon.verbs[frame], lexicon.new_verbs[frame])
        if subject is not None and not self._fits(subject, verb):
            choices = [v for v in lexicon.verbs[frame] if self._fits(subject, v)]
            if not choices:
                return self._core("be", depth, subject)
            verb = drawer.common(choices)
        clause = Clause(verb, key)
        kinds = verb.subjects
        clause.subject = subject or self._subject(
            kinds if len(kinds) == 1 else (kinds[0], *kinds), depth, frame
        )
        self._complements(clause, frame, depth)
        return clause

    def _complements(self, clause: Clause, frame: str, depth: int) -> None:
        drawer, verb, subject = self.d, clause.verb, clause.subject
        if frame in ("object", "give", "ask", "put"):
            clause.accusative = drawer.noun_phrase(verb.objects, depth, subject, "object")
        if frame == "dative":
            clause.dative = drawer.noun_phrase(verb.objects, depth, subject, "object")
        elif frame == "give":
            clause.dative = drawer.noun_phrase(("person",), depth + 1, subject, "object")
        elif frame == "prepositional":
            german, case = verb.extra.split("+")
            inner = drawer.noun_phrase(
                verb.objects, depth, subject, "object" if "person" in verb.objects else "none"
            )
            if inner.pronoun is not None and inner.pronoun.english[0] == "it":
                inner = drawer.plain_noun(drawer.any(verb.objects), subject)
            clause.prepositional = Prepositional(german, "nad".index(case), (), inner, drawer.key())
        elif frame == "ask":
            german, case, english, kinds = verb.extra.replace("~", "+").replace(":", "+").split("+")
            inner = drawer.noun_phrase(kinds.split(","), depth + 1, subject, "none")
            clause.prepositional = Prepositional(german, "nad".index(case), (english,), inner, drawer.key())
        elif frame in ("motion", "position"):
            self._where(clause, frame, depth)
        elif frame == "put":
            clause.predicate = drawer.surface(subject, way=True)
        elif frame in ("that", "whether", "to"):
            self._add_complement(clause, frame, depth)

    def _where(self, clause: Clause, frame: str, depth: int) -> None:
        drawer, subject = self.d, clause.subject
        assert subject is not None
        if frame == "motion":
            human = subject.noun is None or subject.noun.kind == "person"
            if human and self.random() < 0.15:
                clause.predicate = Fixed(_HOME, drawer.key())
            else:
                clause.predicate = drawer.place(subject, depth, way=True)
        elif clause.verb.infinitive in ("liegen", "stehen", "sitzen") and self.random() < 0.6:
            clause.predicate = drawer.surface(subject, way=False)
        elif clause.verb.infinitive == "bleiben" and self.random() < 0.4:
            clause.predicate = Fixed(_AT_HOME, drawer.key())
        else:
            clause.predicate = drawer.place(subject, depth)

    @staticmethod
    def _fits(subject: NounPhrase, verb: Verb) -> bool:
        if subject.noun is None:
            return "person" in verb.subjects
        return subject.noun.kind in verb.subjects

    def _subject(self, kinds: Sequence[str], depth: int, frame: str) -> NounPhrase:
        if frame in ("object", "give") and self.random() < 0.05:
            phrase = NounPhrase("pronoun", self.d.key())
            phrase.pronoun = PRONOUNS["man"]
            return phrase
        return self.d.noun_phrase(kinds, depth)

    def _special(self, frame: str, depth: int, subject: NounPhrase | None, key: int) -> Clause:
        drawer = self.d
        if frame == "be":
            return self._copula(depth, subject, key)
        if frame == "cost":
            clause = Clause(_COST, key)
            clause.subject = drawer.noun_phrase(_COST.subjects, depth, None, "none")
            number = 2 + int(drawer.random() ** 2 * 400)
            self.used.add("number")
            price = f"{number}/CARD/1 Euro/NN/2 = NP {number}/CD/1 euros/NNS/2"
            clause.predicate = Fixed(parse_phrase(price), drawer.key())
            return clause
        expletive = NounPhrase("pronoun", drawer.key())
        expletive.pronoun = PRONOUNS["es"]
        if frame == "weather":
            clause = Clause(drawer.any(drawer.lexicon.verbs["weather"]), key)
        else:
            clause = Clause(_GIVE, key)
            clause.accusative = drawer.noun_phrase(
                ("house", "person", "idea", "animal", "thing"), depth, None, "none"
            )
            if clause.accusative.article not in ("numeral", "indefinite", "many", "some", "several"):
                clause.accusative.article, clause.accusative.possessive = "indefinite", None
                if clause.accusative.form == "name":
                    clause.accusative = drawer.plain_noun("idea", None)
                    clause.accusative.article = "indefinite"
                clause.accusative.owner = None
        clause.subject = expletive
        return clause

    def _copula(self, depth: int, subject: NounPhrase | None, key: int) -> Clause:
        drawer, clause = self.d, Clause(_BE, key)
        clause.subject = subject or drawer.noun_phrase(_BE.subjects, depth)
        noun = clause.subject.noun
        letter = drawer.any(noun.letters) if noun is not None else "p"
        letter = letter if drawer.lexicon.adjectives[letter] else "p"
        r = self.random()
        human = clause.subject.human or (clause.subject.pronoun is not None)
        if human and r < 0.12:
            number, english = drawer.common(drawer.lexicon.numbers[:-2])
            age = f"{number}/CARD/1 Jahre/NN/2 alt/ADJD/3 = ADJP {english}/CD/1 years/NNS/2 old/JJ/3"
            clause.predicate = Fixed(parse_phrase(age), drawer.key())
            self.used.add("number")
        elif r < 0.3 and noun is not None:
            clause.predicate = drawer.place(clause.subject, 1)
        else:
            adjective = drawer.word(drawer.lexicon.adjectives[letter], drawer.lexicon.new_adjectives[letter])
            clause.predicate = self._comparison(clause.subject, adjective.letters and adjective)
        return clause

    def _comparison(self, subject: NounPhrase, adjective: object) -> Comparison:
        drawer = self.d
        from manyways.text.toy.lexicon import Adjective

        assert isinstance(adjective, Adjective)
        r = self.random()
        kind = subject.noun.kind if subject.noun is not None else "person"
        if adjective.comparative and r < 0.22:
            than = drawer.noun_phrase((kind,), 2, subject, "none")
            self.used.add("comparison")
            return Comparison(adjective, "more", than, drawer.key())
        if adjective.comparative and r < 0.3:
            than = drawer.noun_phrase((kind,), 2, subject, "none")
            self.used.add("comparison")
            return Comparison(adjective, "equal", than, drawer.key())
        return Comparison(
            adjective, "very" if adjective.comparative and r < 0.45 else "plain", None, drawer.key()
        )

    def _add_complement(self, clause: Clause, frame: str, depth: int) -> None:
        drawer = self.d
        frames = _SMALL_FRAMES if depth < 2 else ("object", "alone", "be", "motion")
        clause.complement_kind = frame
        if frame == "to":
            inner = self._core(drawer.any(_INFINITIVE_FRAMES), depth + 1, clause.subject)
            if inner.verb.frame == "be":
                inner = self._core("alone", depth + 1, None)
                inner.subject = clause.subject
            if self.random() < 0.2:
                inner.time = drawer.time(("future",))
            self._note(inner)
            self.used.add("infinitive clause")
        else:
            inner = self.clause(frames, depth + 1)
            word = ("dass", ("that", "")) if frame == "that" else ("ob", ("whether", "if"))
            inner.connective = word
            self.used.add("object clause")
        clause.complement = inner

    def _add_tense(self, clause: Clause, tense: str) -> None:
        drawer, frame = self.d, clause.verb.frame
        assert clause.subject is not None
        clause.tense = tense or drawer.any(_TENSES)
        pronoun = clause.subject.pronoun
        if clause.tense == "past" and pronoun is not None and (pronoun.person in (1, 4) or pronoun is _SIE):
            clause.tense = "perfect"
        if frame in ("be", "exist", "cost") and clause.tense in ("perfect", "pluperfect"):
            clause.tense = "past"
        if (
            not tense
            and clause.tense in ("present", "past")
            and frame not in ("weather", "exist", "cost", "be")
        ):
            human = clause.subject.noun is None or clause.subject.noun.kind == "person"
            if (
                human
                and self.random() < 0.22
                and not clause.verb.english[-1].swap
                and frame not in ("that", "whether")
            ):
                if (
                    clause.verb.infinitive in ("kennen", "gefallen", "wissen")
                    or clause.complement is not None
                ):
                    return
                clause.modal = drawer.any(_MODALS)
                if clause.tense == "past" and pronoun is not None and pronoun.person in (1, 4):
                    clause.tense = "present"
                if clause.modal == "möchten":
                    clause.tense = "present"

    def _may_passive(self, clause: Clause) -> bool:
        verb, patient = clause.verb, clause.accusative
        if patient is None or patient.pronoun is not None or clause.subject is None:
            return False
        if clause.subject.pronoun is not None and clause.subject.pronoun.german[0] == "man":
            return False
        if verb.infinitive in ("kennen", "lieben", "brauchen", "treffen", "tragen", "verpassen"):
            return False
        return any(not e.preposition and not e.swap for e in verb.english)

    def _make_passive(self, clause: Clause) -> None:
        agent, patient = clause.subject, clause.accusative
        assert agent is not None
        assert patient is not None
        clause.passive = True
        clause.subject, clause.accusative = patient, None
        self.used.add("passive")
        if patient.article == "possessive" and patient.possessive is not PRONOUNS["ich"]:
            patient.article = "definite"
        if agent.pronoun is None and agent.article not in ("no", "possessive") and self.random() < 0.5:
            clause.agent = agent

    def _add_adjuncts(self, clause: Clause, depth: int) -> None:
        drawer, frame = self.d, clause.verb.frame
        scale = 1.0 if depth == 0 else 0.5
        tense = clause.tense
        state = frame in ("be", "cost") or clause.verb.english[0].state
        if self.random() < 0.42 * scale:
            kinds: tuple[str, ...] = _TIMES.get(tense, ("past", "any"))
            if clause.modal and tense == "present":
                kinds = ("any", "future", "habit")
            if state:
                kinds = ("any",) if tense == "present" else kinds
            clause.time = drawer.time(kinds)
        if frame not in (
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
        ):
            if not state and self.random() < 0.2 * scale:
                clause.place = drawer.place(None, depth + 1)
        elif frame in ("weather",) and self.random() < 0.3:
            clause.place = Prepositional("in", 2, ("in",), drawer.city(), drawer.key())
        if frame in ("object", "alone", "motion", "put", "give") and not state and self.random() < 0.11:
            clause.manner = Fixed(drawer.any(drawer.lexicon.manner), drawer.key())
        kind = clause.time.phrase.kind if clause.time is not None else ""
        if (
            self.random() < 0.09 * scale
            and frame not in ("exist", "cost", "be")
            and kind in ("", "any")
            and not clause.modal
        ):
            clause.frequency = Fixed(drawer.any(drawer.lexicon.frequency), drawer.key())
        if depth == 0 and self.random() < 0.09:
            clause.sentence_adverb = Fixed(drawer.common(drawer.lexicon.sentence_adverbs), drawer.key())
        plain = not clause.modal and tense in ("present", "past") and not clause.passive and not clause.manner
        if plain and frame in ("object", "alone") and not state and kind in ("", "habit", "any"):
            human = clause.subject is not None and (clause.subject.noun is None or clause.subject.human)
            if human and clause.frequency is None and self.random() < 0.08:
                clause.gladly = True
                self.used.add("gern")

    def _negate(self, clause: Clause) -> None:
        if self.random() > 0.13 or clause.verb.frame in ("weather", "cost") or clause.agent is not None:
            return
        if clause.frequency is not None or (
            clause.subject is not None and clause.subject.article in ("every", "no", "all")
        ):
            return
        accusative = clause.accusative
        self.used.add("negation")
        if (
            accusative is not None
            and accusative.article in ("indefinite", "bare")
            and accusative.owner is None
        ):
            accusative.article = "no"
        elif accusative is None or accusative.article in ("definite", "possessive", "this", "owner"):
            clause.negated = True
        else:
            self.used.discard("negation")

    def _join_nouns(self, clause: Clause) -> None:
        drawer = self.d
        for slot in ("subject", "accusative"):
            phrase: NounPhrase | None = getattr(clause, slot)
            if (
                phrase is None
                or phrase.form == "pronoun"
                or phrase.relative is not None
                or self.random() > 0.05
            ):
                continue
            if (
                phrase.article not in ("definite", "indefinite", "possessive", "bare", "numeral")
                or clause.passive
            ):
                continue
            kind = phrase.noun.kind if phrase.noun is not None else "person"
            other = drawer.noun_phrase((kind,), 2, None, "none")
            if other.article in ("every", "no", "all", "many") or phrase.prepositional or other.possessive:
                continue
            if other.noun is not None and other.noun is phrase.noun:
                continue
            if slot == "subject" and self._first_or_second(clause):
                continue
            phrase.other = other
            self.used.add("coordination of nouns")

    @staticmethod
    def _first_or_second(clause: Clause) -> bool:
        return clause.subject is not None and clause.subject.pronoun is not None

    def _add_relative(self, clause: Clause, depth: int) -> None:
        """A relative clause on one of the clause's nouns."""
        if depth > 1 or self.random() > 0.17:
            return
        hosts = [clause.subject, clause.accusative, clause.dative, clause.agent]
        if clause.prepositional is not None:
            hosts.append(clause.prepositional.noun_phrase)
        if isinstance(clause.predicate, Prepositional):
            hosts.append(clause.predicate.noun_phrase)
        nouns = [
            h for h in hosts if h is not None and h.noun is not None and h.other is None and h.owner is None
        ]
        nouns = [
            n
            for n in nouns
            if n.prepositional is None and n.article not in ("bare", "no") and n.form == "noun"
        ]
        if nouns:
            host = self.d.any(nouns)
            host.relative = self._relative(host, depth + 2)

    def _relative(self, host: NounPhrase, depth: int) -> Clause | None:
        drawer, noun = self.d, host.noun
        assert noun is not None
        gap_phrase = NounPhrase("gap", drawer.key())
        gap_phrase.noun, gap_phrase.number = noun, host.number
        tense = "perfect" if self.random() < 0.4 else "present"
        r = self.random()
        if noun.kind in ("house", "spot") and r < 0.6:
            clause = self._with_place_gap(gap_phrase, depth, tense)
        elif r < 0.4 or noun.kind not in (
            "person",
            "animal",
            "thing",
            "text",
            "house",
            "vehicle",
            "food",
            "idea",
            "clothes",
        ):
            clause = self._with_subject_gap(gap_phrase, depth, tense)
        elif noun.kind == "person" and r < 0.52:
            clause = self._whose(gap_phrase, depth, tense)
        else:
            clause = self._with_object_gap(gap_phrase, depth, tense)
        self.used.add("relative clause")
        return clause

    def _with_place_gap(self, gap: NounPhrase, depth: int, tense: str) -> Clause:
        drawer = self.d
        clause = self._core(drawer.any(("alone", "object", "position")), depth, None)
        assert gap.noun is not None
        at = Prepositional(
            "in" if gap.noun.kind == "house" else "an",
            2,
            ("in",) if gap.noun.kind == "house" else ("at",),
            gap,
            drawer.key(),
        )
        if clause.verb.frame == "position":
            clause.predicate, clause.gap = at, "predicate"
        else:
            clause.place, clause.gap = at, "place"
        self._add_tense(clause, tense)
        self._note(clause)
        return clause

    def _with_subject_gap(self, gap: NounPhrase, depth: int, tense: str) -> Clause:
        clause = self._core(self.d.any(_SMALL_FRAMES), depth, gap)
        if clause.subject is not gap:
            clause = self._core("be", depth, gap)
        clause.gap = "subject"
        self._add_tense(clause, tense)
        if self.random() < 0.25:
            clause.time = self.d.time(("past",) if clause.tense in ("past", "perfect") else ("any",))
        self._note(clause)
        return clause

    def _with_object_gap(self, gap: NounPhrase, depth: int, tense: str) -> Clause:
        drawer, noun = self.d, gap.noun
        assert noun is not None
        frame = "dative" if noun.kind == "person" and self.random() < 0.3 else "object"
        if self.random() < 0.15:
            frame = "prepositional"
        choices = [
            v for v in drawer.lexicon.verbs[frame] if noun.kind in v.objects and "person" in v.subjects
        ]
        if not choices:
            return self._with_subject_gap(gap, depth, tense)
        clause = Clause(drawer.common(choices), drawer.key())
        clause.subject = drawer.noun_phrase(("person",), depth)
        if frame == "prepositional":
            german, case = clause.verb.extra.split("+")
            clause.prepositional = Prepositional(german, "nad".index(case), (), gap, drawer.key())
        else:
            setattr(clause, "accusative" if frame == "object" else "dative", gap)
        clause.gap = {"object": "accusative"}.get(frame, frame)
        self._add_tense(clause, tense)
        if self.random() < 0.2:
            clause.time = drawer.time(("past",) if clause.tense in ("past", "perfect") else ("any",))
        self._note(clause)
        return clause

    def _whose(self, gap: NounPhrase, depth: int, tense: str) -> Clause:
        drawer = self.d
        kind = drawer.any(("person", "animal", "house", "person"))
        subject = drawer.plain_noun(kind, None)
        subject.article, subject.owner, subject.possessive = "whose", gap, None
        clause = self._core(drawer.any(_WHOSE_FRAMES) if kind != "house" else "be", depth, subject)
        clause.gap = "whose"
        self._add_tense(clause, tense)
        self._note(clause)
        return clause

    def _choose_front(self, clause: Clause) -> None:
        r = self.random()
        subject = clause.subject
        accusative = clause.accusative
        if clause.sentence_adverb is not None and r < 0.6:
            clause.front = "sentence_adverb"
        elif clause.time is not None and r < 0.4:
            clause.front = "time"
        elif clause.place is not None and r < 0.35:
            clause.front = "place"
        elif (
            accusative is not None
            and accusative.pronoun is None
            and r > 0.9
            and clause.verb.frame in ("object", "give")
        ):
            if (
                accusative.article in ("definite", "this", "possessive")
                and subject is not None
                and not clause.passive
            ):
                if accusative.article == "possessive":
                    accusative.article = "definite"
                clause.front = "accusative"
                self.used.add("object first")
        elif (
            clause.dative is not None
            and clause.dative.pronoun is None
            and r > 0.9
            and clause.dative.article == "definite"
        ):
            clause.front = "dative"
            self.used.add("object first")

    def _add_side(self, clause: Clause) -> None:
        """A subordinate clause before or after the main one."""
        drawer = self.d
        if clause.tense == "future" and clause.verb.frame == "weather":
            return
        if self.random() < 0.14 and self._add_purpose(clause):
            return
        past = clause.tense in ("past", "perfect")
        kinds = (
            ("cause", "past")
            if past
            else ("cause", "if", "while")
            if clause.tense == "present"
            else ("cause", "if")
        )
        while True:
            kind, german, english = drawer.common(_CONNECTIVES)
            if kind in kinds:
                break
        tense = {"if": "present", "while": "present"}.get(kind, "")
        if kind == "past":
            tense = "pluperfect" if german == "nachdem" else "past"
        side = self.clause(_SMALL_FRAMES, 1, tense=tense)
        if kind == "past" and side.tense == "perfect":
            side.tense = "past" if side.subject is None or side.subject.person not in (1, 4) else "perfect"
        if kind == "if" and side.time is not None and side.time.phrase.kind in ("future", "now"):
            side.time = None
        side.connective = (german, english)
        clause.side = side
        self.used.add("subordinate clause")
        if self.random() < 0.35 and german != "bis" and clause.front == "subject":
            clause.front = "side"

    def _add_purpose(self, clause: Clause) -> bool:
        subject = clause.subject
        human = subject is not None and (
            subject.human or (subject.pronoun is not None and subject.pronoun.german[0] != "es")
        )
        if (
            not human
            or clause.passive
            or clause.verb.frame not in ("object", "alone", "motion", "give", "ask")
        ):
            return False
        side = self._core("object", 1, subject)
        side.connective = ("um", ())
        clause.side = side
        self.used.add("purpose clause")
        return True

    def _add_joined(self, clause: Clause) -> None:
        """A second main clause, often with the same subject left out."""
        drawer = self.d
        word, choices = drawer.any(_COORDINATORS)
        same = (
            word in ("und", "aber")
            and clause.front == "subject"
            and not clause.passive
            and self.random() < 0.65
        )
        swap = any(verb.swap for verb in clause.verb.english)
        tense = clause.tense if clause.tense in ("present", "past", "perfect") else ""
        frames = ("object", "alone", "motion", "prepositional", "give", "be")
        special = clause.verb.frame in ("weather", "exist", "cost")
        if same and not swap and not special:
            joined = self.clause(frames, 1, clause.subject, tense)
            if joined.passive:
                return
        else:
            joined = self.clause(_SMALL_FRAMES, 1, tense=tense)
        joined.frequency = None
        joined.connective = (word, choices if word != "denn" else ("because", "for", "since"))
        clause.joined = joined
        self.used.add("coordination of clauses")

    def _yes_no_question(self) -> Clause:
        clause = self.clause(_SMALL_FRAMES, 1)
        clause.mood, clause.sentence_adverb = "question", None
        self.used.add("question")
        return clause

    def _wh_question(self) -> Clause:
        drawer = self.d
        self.used.add("wh-question")
        clause = self.clause(("object", "alone", "give", "motion", "dative", "prepositional"), 1)
        clause.mood, clause.sentence_adverb = "wh", None
        r = self.random()
        subject, accusative = clause.subject, clause.accusative
        if (
            r < 0.3
            and subject is not None
            and subject.form != "pronoun"
            and not clause.passive
            and subject.human
        ):
            self._ask_for(clause, "subject")
        elif (
            r < 0.6 and accusative is not None and accusative.noun is not None and accusative.article != "no"
        ):
            self._ask_for(clause, "accusative")
        elif clause.verb.frame == "motion" and r < 0.8:
            clause.predicate, clause.wh, clause.front = None, Fixed(_WHERE_TO, drawer.key()), "wh"
        else:
            which = drawer.any(_WH)
            word = which.german[0][0]
            if word == "wann":
                clause.time = None
            elif word == "wie":
                clause.manner, clause.gladly = None, False
            elif word == "wo":
                clause.place = None
                if clause.verb.frame == "motion":
                    clause.predicate = None
                    which = _WHERE_TO
            clause.wh, clause.front = Fixed(which, drawer.key()), "wh"
        return clause

    def _ask_for(self, clause: Clause, slot: str) -> None:
        """wer, was, wen in place of a noun."""
        asked: NounPhrase = getattr(clause, slot)
        question = NounPhrase("question", self.d.key())
        if asked.human:
            question.noun = asked.noun or self.d.lexicon.nouns["person"][0]
        setattr(clause, slot, question)
        clause.front = slot

    def _command(self) -> Clause:
        drawer = self.d
        subject = NounPhrase("pronoun", drawer.key())
        subject.pronoun = _SIE
        clause = self._core(drawer.any(("object", "give", "put", "ask", "motion")), 1, subject)
        clause.subject = subject
        clause.mood = "imperative"
        clause.front = "please" if self.random() < 0.6 else ""
        self.used.add("command")
        self._note(clause)
        return clause

    def _note(self, clause: Clause) -> None:
        """Names what the clause is made of."""
        used = self.used
        used.add(clause.verb.frame)
        if clause.verb.prefix:
            used.add("separable verb")
        if clause.verb.reflexive:
            used.add("reflexive verb")
        if clause.modal:
            used.add("modal verb")
        elif clause.tense != "present":
            used.add(clause.tense)
        if clause.passive:
            used.add("passive")
