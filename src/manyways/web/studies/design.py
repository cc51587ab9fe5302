"""The design of a study: which sentences, what editors see of them, which texts meet before the judges.

    sentences = sentences_of(best, diverse)
    design = Design.draw(sentences, StudySettings(seed=1))
    design.edits        # 200 x 2 x 3
    design.pairs        # 200 x 3 x 3

Everything is drawn from the seed: the same lists and the same seed are the same study. Editors of both
conditions see the same places of their lists: 1, i and j.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from manyways.candidates import CandidateLists
from manyways.errors import InputError
from manyways.metrics.bleu import Bleu
from manyways.seeds import stream
from manyways.text.column import TextColumn
from manyways.web.studies.settings import BEST, CONDITIONS, DIVERSE, StudySettings
from manyways.wording import counted

__all__ = ["Design", "Edit", "Listed", "Pair", "Sentence", "sentences_of"]


@dataclass(frozen=True)
class Sentence:
    """name: its id in the lists. first: its best translation. bleu: BLEU+1 of that, lower-cased, 0 to 100."""

    name: str
    source: str
    reference: str
    first: str
    bleu: float


@dataclass(frozen=True)
class Listed(Sentence):
    """With what the lists have of it, best first."""

    best: tuple[str, ...]
    diverse: tuple[str, ...]


@dataclass(frozen=True)
class Edit:
    """What an editor is shown: places of the list, from 1, and texts. text: if there is one already."""

    sentence: int
    condition: str
    repetition: int
    places: tuple[int, ...]
    shown: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True)
class Pair:
    """Two edited texts of a sentence, by the numbers of their edits; turned: per judge, the second is shown
    first.
    """

    sentence: int
    best: int
    diverse: int
    turned: tuple[bool, ...]


@dataclass(frozen=True)
class Design:
    """sentences: those drawn. order: in which edits, and pairs, are given out, as far as they can be."""

    settings: StudySettings
    sentences: tuple[Listed, ...]
    edits: tuple[Edit, ...]
    pairs: tuple[Pair, ...]

    @staticmethod
    def draw(sentences: Sequence[Listed], settings: StudySettings) -> Design:
        """An InputError if too few sentences can be used."""
        drawn = _sampled(sentences, settings)
        edits = [edit for number, each in enumerate(drawn) for edit in _edits(number, each, settings)]
        pairs = _pairs(edits, settings)
        mixed = stream(settings.seed, "order of pairs").permutation(len(pairs))
        # Edits keep their numbers, which pairs name; the order in which they are given out is drawn beside.
        return Design(settings, tuple(drawn), tuple(edits), tuple(pairs[i] for i in mixed))

    @staticmethod
    def of_texts(sentences: Sequence[Listed], settings: StudySettings) -> Design:
        """Nothing is edited: the first of both lists meet before the judges as they are."""
        edits = [
            Edit(i, condition, 0, (), (), texts[0])
            for i, each in enumerate(sentences)
            for condition, texts in zip(CONDITIONS, (each.best, each.diverse), strict=True)
        ]
        return Design(settings, tuple(sentences), tuple(edits), tuple(_pairs(edits, settings)))

    @property
    def order(self) -> list[int]:
        """The place of each edit in the order in which they are given out."""
        places = stream(self.settings.seed, "order of edits").permutation(len(self.edits))
        return [int(place) for place in places]


def sentences_of(best: CandidateLists, diverse: CandidateLists) -> list[Listed]:
    """Sentences that both lists have, with a reference; texts that repeat in a list count once."""
    if not best.references:
        raise InputError("the lists have no references", remedy="Give them: --references FILE")
    best, diverse = best.distinct(), diverse.distinct()
    places = {name: i for i, name in enumerate(diverse.ids)}
    references = best.references
    assert references is not None
    firsts = best.cut(1)
    values = np.zeros(len(best))
    some = np.flatnonzero(firsts.sizes > 0)
    if len(some):
        metric = Bleu(lowercase=True)
        values[some] = metric.sentence_scores(metric.statistics(firsts))
    sources = best.sources if best.sources is not None else TextColumn.from_texts([""] * len(best))
    found = []
    for i, name in enumerate(best.ids):
        if name not in places:
            continue
        texts = [
            tuple(lists.texts[row] for row in range(*lists.sentence_offsets[at : at + 2].tolist()))
            for lists, at in ((best, i), (diverse, places[name]))
        ]
        if all(texts):
            first, bleu = texts[0][0], float(values[i])
            found.append(Listed(name, sources[i], references[0][i], first, bleu, *texts))
    return found


def _sampled(sentences: Sequence[Listed], settings: StudySettings) -> list[Listed]:
    fit = [
        each
        for each in sentences
        if settings.shortest <= len(each.reference.split()) <= settings.longest
        and min(len(each.best), len(each.diverse)) >= settings.size
    ]
    if len(fit) < settings.sentences:
        full = sum(min(len(each.best), len(each.diverse)) >= settings.size for each in sentences)
        raise InputError(
            f"{counted(settings.sentences, 'sentences')} are wanted, and {len(fit)} of {len(sentences)} can "
            f"be used: {full} have {settings.size} different texts in both lists, and of these {len(fit)} a "
            f"reference of {settings.shortest} to {settings.longest} words",
            remedy="Ask for fewer sentences, or give longer lists.",
        )
    chosen = stream(settings.seed, "sentences").choice(len(fit), settings.sentences, replace=False)
    return [fit[i] for i in sorted(chosen.tolist())]


def _edits(number: int, sentence: Listed, settings: StudySettings) -> list[Edit]:
    found = []
    for repetition in range(settings.repetitions):
        rng = stream(settings.seed, "places", sentence.name, repetition)
        others = rng.choice(np.arange(2, settings.size + 1), settings.shown - 1, replace=False)
        places = (1, *sorted(others.tolist()))
        for condition in CONDITIONS:
            texts = sentence.best if condition == BEST else sentence.diverse
            shown = tuple(texts[place - 1] for place in places)
            found.append(Edit(number, condition, repetition, places, shown))
    return found


def _pairs(edits: Sequence[Edit], settings: StudySettings) -> list[Pair]:
    """Each text of one condition with each of the other; who is shown first is drawn, evenly among the
    judges.
    """
    by_sentence: dict[int, dict[str, list[int]]] = {}
    for i, each in enumerate(edits):
        by_sentence.setdefault(each.sentence, {}).setdefault(each.condition, []).append(i)
    found = []
    for number, texts in by_sentence.items():
        rng = stream(settings.seed, "turned", number)
        for one in texts[BEST]:
            for other in texts[DIVERSE]:
                begin = int(rng.integers(2))
                turned = tuple(bool((begin + judge) % 2) for judge in range(settings.judges))
                found.append(Pair(number, one, other, turned))
    return found
