"""Drawing the core of a clause: a verb with the complements its frame asks for."""

from __future__ import annotations

from collections.abc import Sequence

from manyways.text.toy.draw import Drawer
from manyways.text.toy.lexicon import Adjective, Verb, parse_phrase
from manyways.text.toy.meaning import PRONOUNS, Clause, Comparison, Fixed, NounPhrase, Prepositional

__all__ = ["FrameDrawer"]

_BE = Verb("sein ist,war,gewesen s be:was:been person,animal,thing,house,event,idea,text,food,vehicle", "be")
_GIVE = Verb("geben gibt,gab,gegeben h be:was:been weather", "exist")
_COST = Verb("kosten w h =cost:cost:cost thing,food,clothes,vehicle,text,furniture", "cost")
_AT_HOME = parse_phrase("zu/APPR/1 Hause/NN/2 = PP at/IN/1 home/NN/2")
_HOME = parse_phrase("nach/APPR/1 Hause/NN/2 = ADVP home/RB/1,2")
_EXISTING = ("numeral", "indefinite", "many", "some", "several")


class FrameDrawer:
    """Draws verbs with their complements, using a drawer's words."""

    def __init__(self, drawer: Drawer) -> None:
        self.d = drawer
        self.random = drawer.random
        self.used = drawer.used

    def core(self, frame: str, depth: int, subject: NounPhrase | None) -> Clause:
        """Verb and complements; a subject that is given must fit the verb."""
        drawer, key = self.d, self.d.key()
        if frame == "be":
            return self._copula(depth, subject, key)
        if frame in ("exist", "weather", "cost"):
            return self._impersonal(frame, depth, key)
        lexicon = drawer.lexicon
        verb = drawer.word(lexicon.verbs[frame], lexicon.new_verbs[frame])
        if subject is not None and not _fits(subject, verb):
            choices = [v for v in lexicon.verbs[frame] if _fits(subject, v)]
            if not choices:
                return self._copula(depth, subject, key)
            verb = drawer.common(choices)
        clause = Clause(verb, key)
        kinds = verb.subjects
        clause.subject = subject or self._subject(
            kinds if len(kinds) == 1 else (kinds[0], *kinds), depth, frame
        )
        self._complements(clause, frame, depth)
        return clause

    def _subject(self, kinds: Sequence[str], depth: int, frame: str) -> NounPhrase:
        if frame in ("object", "give") and self.random() < 0.05:
            phrase = NounPhrase("pronoun", self.d.key())
            phrase.pronoun = PRONOUNS["man"]
            return phrase
        return self.d.noun_phrase(kinds, depth)

    def _complements(self, clause: Clause, frame: str, depth: int) -> None:
        drawer, verb, subject = self.d, clause.verb, clause.subject
        if frame in ("object", "give", "ask", "put"):
            pronouns = "accusative" if frame in ("object", "give") else "object"
            clause.accusative = drawer.noun_phrase(verb.objects, depth, subject, pronouns)
        if frame == "dative":
            clause.dative = drawer.noun_phrase(verb.objects, depth, subject, "object")
        elif frame == "give":
            clause.dative = drawer.noun_phrase(("person",), depth + 1, subject, "object")
        elif frame == "prepositional":
            inner = drawer.noun_phrase(verb.objects, depth, subject, "object")
            clause.prepositional = governed(verb, inner, drawer.key())
        elif frame == "ask":
            german, case, english, kinds = verb.extra.replace("~", "+").replace(":", "+").split("+")
            inner = drawer.noun_phrase(kinds.split(","), depth + 1, subject, "none")
            clause.prepositional = Prepositional(german, "nad".index(case), (english,), inner, drawer.key())
        elif frame in ("motion", "position"):
            self._where(clause, frame, depth)
        elif frame == "put":
            clause.predicate = drawer.surface(subject, way=True)

    def _where(self, clause: Clause, frame: str, depth: int) -> None:
        drawer, subject = self.d, clause.subject
        assert subject is not None
        human = subject.noun is None or subject.noun.kind == "person"
        if frame == "motion":
            home = human and self.random() < 0.15
            clause.predicate = Fixed(_HOME, drawer.key()) if home else drawer.place(subject, depth, way=True)
        elif clause.verb.infinitive in ("liegen", "sitzen") and self.random() < 0.6:
            clause.predicate = drawer.surface(subject, way=False)
        elif clause.verb.infinitive == "bleiben" and human and self.random() < 0.4:
            clause.predicate = Fixed(_AT_HOME, drawer.key())
        else:
            clause.predicate = drawer.place(subject, depth)

    def _impersonal(self, frame: str, depth: int, key: int) -> Clause:
        drawer = self.d
        if frame == "cost":
            clause = Clause(_COST, key)
            clause.subject = drawer.noun_phrase(_COST.subjects, depth, None, "none")
            number = 2 + int(drawer.random() ** 2 * 400)
            self.used.add("number")
            price = f"{number}/CARD/1 Euro/NN/2 = NP {number}/CD/1 euros/NNS/2"
            clause.predicate = Fixed(parse_phrase(price), drawer.key())
            return clause
        if frame == "weather":
            clause = Clause(drawer.any(drawer.lexicon.verbs["weather"]), key)
        else:
            clause = Clause(_GIVE, key)
            kind = drawer.any(("house", "task", "idea", "animal", "event", "spot"))
            thing = clause.accusative = drawer.plain_noun(kind, None)
            while thing.noun is None or thing.noun.mass:
                thing = clause.accusative = drawer.plain_noun(kind, None)
            if thing.article not in _EXISTING:
                thing.article, thing.possessive = "indefinite", None
            drawer.describe(thing)
        clause.subject = NounPhrase("pronoun", drawer.key())
        clause.subject.pronoun = PRONOUNS["es"]
        return clause

    def _copula(self, depth: int, subject: NounPhrase | None, key: int) -> Clause:
        drawer, clause = self.d, Clause(_BE, key)
        clause.subject = subject or drawer.noun_phrase(_BE.subjects, depth)
        noun, r = clause.subject.noun, self.random()
        if (clause.subject.human or clause.subject.pronoun is not None) and r < 0.12:
            number, english = drawer.common(drawer.lexicon.numbers[:-2])
            age = f"{number}/CARD/1 Jahre/NN/2 alt/ADJD/3 = ADJP {english}/CD/1 years/NNS/2 old/JJ/3"
            clause.predicate = Fixed(parse_phrase(age), drawer.key())
            self.used.add("number")
        elif r < 0.3 and noun is not None and noun.kind in ("person", "animal", "thing", "text", "vehicle"):
            clause.predicate = drawer.place(clause.subject, 1)
        else:
            letter = drawer.any(noun.letters) if noun is not None else "p"
            adjective = drawer.adjective(letter)
            if adjective in clause.subject.adjectives:
                clause.subject.adjectives.remove(adjective)
            clause.predicate = self._comparison(clause.subject, adjective)
        return clause

    def _comparison(self, subject: NounPhrase, adjective: Adjective) -> Comparison:
        drawer, r = self.d, self.random()
        if not adjective.comparative or r > 0.45:
            return Comparison(adjective, "plain", None, drawer.key())
        if r > 0.3:
            return Comparison(adjective, "very", None, drawer.key())
        kind = subject.noun.kind if subject.noun is not None else "person"
        than = drawer.noun_phrase((kind,), 2, subject, "none")
        self.used.add("comparison")
        return Comparison(adjective, "more" if r < 0.22 else "equal", than, drawer.key())


def _fits(subject: NounPhrase, verb: Verb) -> bool:
    return ("person" if subject.noun is None else subject.noun.kind) in verb.subjects


def governed(verb: Verb, noun_phrase: NounPhrase, key: int) -> Prepositional:
    """The prepositional object of a verb such as warten auf; English has its own preposition."""
    german, case = verb.extra.split("+")
    return Prepositional(german, "nad".index(case), (), noun_phrase, key)
