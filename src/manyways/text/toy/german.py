"""A meaning in German: case, agreement, and where the verbs go.

Words come out as (form, STTS tag, keys). The verb stands second in main clauses, first in yes-no
questions and commands, last in all others; what stands before it is the clause's `front`.
"""

from __future__ import annotations

from manyways.text.toy.german_forms import (
    ARTICLES,
    BE,
    BECOME,
    CONTRACTIONS,
    DEFINITE,
    EIN,
    HAVE,
    MIXED,
    MODALS,
    RELATIVE,
    STRONG,
    WEAK,
    WHOSE,
)
from manyways.text.toy.meaning import Clause, Comparison, Fixed, NounPhrase, Prepositional

__all__ = ["Token", "say_sentence"]

Token = tuple[str, str, tuple[int, ...]]

_QUESTIONS = {True: ("wer", "wen", "wem"), False: ("was", "was", "was")}
_ENDS = {"statement": ".", "question": "?", "wh": "?", "imperative": "!"}


def say_sentence(clause: Clause, key: int) -> list[Token]:
    """The whole sentence, with its stop (keyed by `key`) and a capital letter."""
    out: list[Token] = []
    if clause.mood == "imperative":
        _say_command(clause, out)
    else:
        _say_main(clause, out, "subject" if clause.mood != "question" else "")
    joined = clause.joined
    if joined is not None:
        _say_joined(clause, joined, out)
    out.append((_ENDS[clause.mood], "$.", (key,)))
    # Of commas side by side the last stays; none stays before the stop.
    out = [
        t
        for t, after in zip(out, [*out[1:], out[0]], strict=True)
        if t[1] != "$," or after[1] not in ("$,", "$.")
    ]
    first = out[0]
    out[0] = (first[0][0].upper() + first[0][1:], first[1], first[2])
    return out


def _say_command(clause: Clause, out: list[Token]) -> None:
    if clause.front == "please":
        out.append(("bitte", "PTK", (clause.key + 6,)))
    key, verb = clause.key, clause.verb
    base = verb.infinitive[len(verb.prefix) :]
    out.append((base, "VVIMP", (key, key + 1)))
    _say_middle(clause, out, "")
    if verb.prefix:
        out.append((verb.prefix, "PTKVZ", (key + 1,)))


def _say_joined(clause: Clause, joined: Clause, out: list[Token]) -> None:
    word = joined.connective[0]
    if word != "und":
        out.append((",", "$,", (joined.key + 7,)))
    out.append((word, "KON", (joined.key + 6,)))
    if joined.subject is clause.subject:
        _say_main(joined, out, "elided")
    else:
        _say_main(joined, out, "subject")


def _say_main(clause: Clause, out: list[Token], front: str) -> None:
    """Front, finite verb, middle, verbs, what follows. `front` is "" for verb-first, or "elided"."""
    if front == "subject":
        front = clause.front
        _say_front(clause, out, front)
    elif front == "elided":
        front = "subject"
    finite, finals = _verbs(clause)
    out.append(finite)
    _say_middle(clause, out, front)
    if clause.verb.prefix and not finals:
        out.append((clause.verb.prefix, "PTKVZ", (clause.key + 1,)))
    out.extend(finals)
    _say_after(clause, out)


def _say_front(clause: Clause, out: list[Token], front: str) -> None:
    if front == "side":
        assert clause.side is not None
        _say_side(clause.side, out)
        out.append((",", "$,", (clause.side.key + 7,)))
    elif front == "subject" and clause.subject is not None:
        _say_noun_phrase(clause.subject, 0, out)
    elif front == "accusative" and clause.accusative is not None:
        _say_noun_phrase(clause.accusative, 1, out)
    elif front == "dative" and clause.dative is not None:
        _say_noun_phrase(clause.dative, 2, out)
    else:
        part = getattr(clause, front)
        if isinstance(part, Fixed):
            _say_fixed(part, out)
        else:
            _say_prepositional(part, out)


def _say_last(clause: Clause, out: list[Token]) -> None:
    """A verb-final clause without its connective."""
    finite, finals = _verbs(clause)
    _say_middle(clause, out, "")
    out.extend(finals)
    if clause.verb.prefix and not finals:
        finite = (clause.verb.prefix + finite[0], finite[1], finite[2])
    out.append(finite)
    _say_after(clause, out)


def _say_side(clause: Clause, out: list[Token]) -> None:
    out.append((clause.connective[0], "KOUS", (clause.key + 6,)))
    _say_last(clause, out)


def _say_after(clause: Clause, out: list[Token]) -> None:
    complement = clause.complement
    if complement is not None:
        out.append((",", "$,", (complement.key + 7,)))
        if clause.complement_kind == "to":
            _say_infinitive(complement, out)
        else:
            _say_side(complement, out)
        out.append((",", "$,", ()))
    if clause.side is not None and clause.front != "side":
        out.append((",", "$,", (clause.side.key + 7,)))
        if clause.side.connective[0] == "um":
            out.append(("um", "KOUI", (clause.side.key + 6,)))
            _say_infinitive(clause.side, out)
        else:
            _say_side(clause.side, out)
        out.append((",", "$,", ()))


def _say_infinitive(clause: Clause, out: list[Token]) -> None:
    """... das Buch zu lesen, früh aufzustehen."""
    key, verb = clause.key, clause.verb
    _say_middle(clause, out, "subject")
    if verb.to_infinitive:
        out.append((verb.to_infinitive, "VVIZU", (key + 9, key + 1)))
    else:
        out.append(("zu", "PTKZU", (key + 9,)))
        out.append((verb.infinitive, "VVINF", (key + 1,)))
    _say_after(clause, out)


def _verbs(clause: Clause) -> tuple[Token, list[Token]]:
    """The finite verb, and the verbs that close the clause."""
    key, verb, tense = clause.key, clause.verb, clause.tense
    assert clause.subject is not None
    person = clause.subject.person
    tail: list[Token] = [(verb.participle, "VVPP", (key + 1,))]
    if clause.modal:
        forms = MODALS[clause.modal][tense]
        form = forms + ("n" if person > 2 else "") if isinstance(forms, str) else forms[person]
        if clause.passive:
            tail.append(("werden", "VAINF", (key + 2,)))
        else:
            tail = [(verb.infinitive, "VVINF", (key + 1,))]
        return (form, "VMFIN", (key + 3, key)), tail
    if tense == "future":
        tail = (
            [*tail, ("werden", "VAINF", (key + 2,))]
            if clause.passive
            else [(verb.infinitive, "VVINF", (key + 1,))]
        )
        return (BECOME["present"][person], "VAFIN", (key,)), tail
    if tense in ("perfect", "pluperfect"):
        if clause.passive:
            tail.append(("worden", "VAPP", (key + 2,)))
        table = BE if clause.passive or verb.perfect_with_be else HAVE
        return (table["present" if tense == "perfect" else "past"][person], "VAFIN", (key,)), tail
    if clause.passive:
        return (BECOME[tense][person], "VAFIN", (key, key + 2)), tail
    if verb.infinitive == "sein":
        return (BE[tense][person], "VAFIN", (key, key + 1)), []
    forms = verb.present if tense == "present" else verb.past
    return (forms[person], "VVFIN", (key, key + 1)), []


def _say_middle(clause: Clause, out: list[Token], front: str) -> None:
    """The middle field: subject, pronouns, time, dative, definite object, nicht, manner, place, the rest."""
    key, late = clause.key, None
    accusative, dative = _say_subject(clause, out, front)
    if accusative is not None and accusative.article not in ("definite", "possessive", "this", "all"):
        accusative, late = None, accusative
    for slot in ("sentence_adverb", "time", "frequency"):
        part = getattr(clause, slot)
        if part is not None and front != slot:
            _say_fixed(part, out)
    if dative is not None:
        _say_noun_phrase(dative, 2, out)
    if accusative is not None:
        _say_noun_phrase(accusative, 1, out)
    if clause.agent is not None:
        _say_prepositional(Prepositional("von", 2, ("by",), clause.agent, key + 8), out)
    if clause.negated:
        out.append(("nicht", "PTKNEG", (key + 4,)))
    if clause.gladly:
        out.append(("gern", "ADV", (key + 5,)))
    _say_rest(clause, out, front, late)


def _say_subject(clause: Clause, out: list[Token], front: str) -> tuple[NounPhrase | None, NounPhrase | None]:
    """Subject and pronouns; returns the objects still to be said."""
    subject, taken = clause.subject, (front, clause.gap)
    accusative = clause.accusative if "accusative" not in taken else None
    dative = clause.dative if "dative" not in taken else None
    assert subject is not None
    pronoun = accusative if accusative is not None and accusative.pronoun is not None else None
    early = front and subject.pronoun is None  # gestern hat ihn der Mann gesehen
    if pronoun is not None and early:
        _say_noun_phrase(pronoun, 1, out)
    if "subject" not in taken:
        _say_noun_phrase(subject, 0, out)
    if pronoun is not None and not early:
        _say_noun_phrase(pronoun, 1, out)
    if clause.verb.reflexive:
        own = subject.pronoun is not None and subject.other is None
        out.append(
            (subject.pronoun.reflexive if own and subject.pronoun else "sich", "PRF", (clause.key + 8,))
        )
    if dative is not None and dative.pronoun is not None:
        _say_noun_phrase(dative, 2, out)
        dative = None
    return (accusative if pronoun is None else None), dative


def _say_rest(clause: Clause, out: list[Token], front: str, late: NounPhrase | None) -> None:
    if clause.manner is not None and front != "manner":
        _say_fixed(clause.manner, out)
    place = clause.place
    if place is not None and front != "place" and clause.gap != "place":
        _say_prepositional(place, out) if isinstance(place, Prepositional) else _say_fixed(place, out)
    if late is not None:
        _say_noun_phrase(late, 1, out)
    if clause.prepositional is not None and clause.gap != "prepositional":
        _say_prepositional(clause.prepositional, out)
    predicate = clause.predicate
    if predicate is None or clause.gap == "predicate":
        return
    if isinstance(predicate, Comparison):
        _say_comparison(predicate, out)
    elif isinstance(predicate, Prepositional):
        _say_prepositional(predicate, out)
    elif isinstance(predicate, Fixed):
        _say_fixed(predicate, out)
    else:
        _say_noun_phrase(predicate, 0, out)


def _say_fixed(fixed: Fixed, out: list[Token]) -> None:
    key = fixed.key
    for form, tag, keys in fixed.phrase.german:
        out.append((form, tag, tuple([key + k for k in keys])))


def _say_comparison(comparison: Comparison, out: list[Token]) -> None:
    key, adjective = comparison.key, comparison.adjective
    if comparison.degree == "more":
        out.append((adjective.comparative, "ADJD", (key, key + 1)))
        out.append(("als", "KOKOM", (key + 2,)))
    elif comparison.degree == "equal":
        out.append(("so", "ADV", (key + 1,)))
        out.append((adjective.german, "ADJD", (key,)))
        out.append(("wie", "KOKOM", (key + 2,)))
    else:
        if comparison.degree == "very":
            out.append(("sehr", "ADV", (key + 1,)))
        out.append((adjective.german, "ADJD", (key,)))
    if comparison.than is not None:
        _say_noun_phrase(comparison.than, 0, out)


def _say_prepositional(part: Prepositional, out: list[Token]) -> None:
    start = len(out)
    _say_noun_phrase(part.noun_phrase, part.case, out)
    form, tag, keys = out[start]
    short = CONTRACTIONS.get((part.german, form)) if tag == "ART" else None
    if short is not None:
        out[start] = (short, "APPRART", (part.key, *keys))
    else:
        out.insert(start, (part.german, "APPR", (part.key,)))


def _say_noun_phrase(phrase: NounPhrase, case: int, out: list[Token]) -> None:
    form, key = phrase.form, phrase.key
    if form == "pronoun":
        assert phrase.pronoun is not None
        out.append((phrase.pronoun.german[case], "PPER", (key + 1,)))
    elif form == "name":
        assert phrase.name is not None
        out.append((phrase.name.german, "NE", (key + 1,)))
    elif form == "question":
        out.append((_QUESTIONS[phrase.human][case], "PWS", (key + 1,)))
    else:
        _say_noun(phrase, case, out)
    if phrase.other is not None:
        out.append(("und", "KON", (key + 4,)))
        _say_noun_phrase(phrase.other, case, out)


def _say_noun(phrase: NounPhrase, case: int, out: list[Token]) -> None:
    noun, key, owner = phrase.noun, phrase.key, phrase.owner
    assert noun is not None
    row = 3 if phrase.number else noun.gender
    endings = _say_article(phrase, row, case, out)
    for i, adjective in enumerate(phrase.adjectives):
        out.append((adjective.stem + endings[row][case], "ADJA", (key + 2 + i,)))
    out.append((noun.german[phrase.number][case], "NN", (key + 1,)))
    if owner is not None and phrase.article not in ("owner", "whose"):
        if owner.name is not None:
            out.append(("von", "APPR", (owner.key + 5,)))
            _say_noun_phrase(owner, 2, out)
        else:
            _say_noun_phrase(owner, 3, out)
    if phrase.prepositional is not None:
        _say_prepositional(phrase.prepositional, out)
    if phrase.relative is not None:
        _say_relative(phrase.relative, out)


def _say_article(phrase: NounPhrase, row: int, case: int, out: list[Token]) -> tuple[tuple[str, ...], ...]:
    """The article, if there is one; returns the endings it asks of adjectives."""
    article, key = phrase.article, phrase.key
    if article == "definite":
        out.append((DEFINITE[row][case], "ART", (key,) if case < 3 else (key, key + 5)))
        return WEAK
    if article == "bare" or (article == "indefinite" and row == 3):
        return STRONG
    if article == "numeral":
        assert phrase.numeral is not None
        out.append((phrase.numeral[0], "CARD", (key,)))
        return STRONG
    if article == "possessive":
        assert phrase.possessive is not None
        stem, ending = phrase.possessive.possessive[0], EIN[row][case]
        out.append((("eur" if stem == "euer" and ending else stem) + ending, "PPOSAT", (key,)))
        return MIXED
    owner = phrase.owner
    if article == "owner":
        assert owner is not None
        assert owner.name is not None
        out.append((owner.name.german + "s", "NE", (owner.key + 1, owner.key + 5)))
        return STRONG
    if article == "whose":
        assert owner is not None
        assert owner.noun is not None
        out.append((WHOSE[3 if owner.number else owner.noun.gender], "PRELAT", (key,)))
        return STRONG
    stem, endings, tag, adjective_endings = ARTICLES[article]
    out.append((stem + endings[row][case], tag, (key,) if case < 3 else (key, key + 5)))
    return adjective_endings


def _say_relative(clause: Clause, out: list[Token]) -> None:
    """, der das Buch liest, with the comma that closes it."""
    gap = clause.gap
    out.append((",", "$,", (clause.key + 7,)))
    if gap == "whose":
        _say_last(clause, out)
    else:
        slot = getattr(clause, gap)
        phrase = slot.noun_phrase if isinstance(slot, Prepositional) else slot
        case = (
            slot.case if isinstance(slot, Prepositional) else ("subject", "accusative", "dative").index(gap)
        )
        assert phrase.noun is not None
        row = 3 if phrase.number else phrase.noun.gender
        if isinstance(slot, Prepositional):
            out.append((slot.german, "APPR", (slot.key,)))
        out.append((RELATIVE[row][case], "PRELS", (phrase.key + 1,)))
        _say_last(clause, out)
    out.append((",", "$,", ()))
