"""How far tags and trees agree with given ones.

    found = tag_agreement(gold, tagger.tag_texts(gold.words))
    found.share                                      # of words with the same tag
    brackets = bracket_agreement(bank.trees, parser.parse_texts(bank.words))
    brackets.f1, brackets.precision, brackets.recall

Brackets are compared as evalb does with Collins's parameters: a constituent agrees if label and words do;
punctuation marks (by the given tags) are taken out first, ADVP and PRT count as one label, and the outermost
ROOT or TOP not at all. Where the given trees come from another parser, as those of GUM do, this is agreement
and no accuracy.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from manyways.errors import InputError
from manyways.linguistics.tagged import TaggedText
from manyways.linguistics.tagger import TagColumns
from manyways.linguistics.trees import Trees

__all__ = ["BracketAgreement", "TagAgreement", "bracket_agreement", "tag_agreement"]

_MARKS = frozenset({",", ":", "``", "''", "."})
_ROOTS = frozenset({"ROOT", "TOP"})
_SAME = {"PRT": "ADVP"}


@dataclass(frozen=True)
class TagAgreement:
    """Words with the same tag, all words; sentences with the same tags, all sentences."""

    same: int
    words: int
    whole: int
    sentences: int

    @property
    def share(self) -> float:
        """Of words with the same tag."""
        return self.same / max(1, self.words)


@dataclass(frozen=True)
class BracketAgreement:
    """Brackets that agree, those given, those found; trees that agree in all, all trees."""

    same: int
    given: int
    found: int
    whole: int
    trees: int

    @property
    def precision(self) -> float:
        return self.same / max(1, self.found)

    @property
    def recall(self) -> float:
        return self.same / max(1, self.given)

    @property
    def f1(self) -> float:
        return 2 * self.same / max(1, self.given + self.found)


def tag_agreement(given: TaggedText, found: TagColumns) -> TagAgreement:
    """Of as many words."""
    same = words = whole = 0
    for row, tags in enumerate(given.tags):
        wanted, got = tags.split(), found.of(row)
        if len(wanted) != len(got):
            raise InputError(f"sentence {row + 1} has {len(wanted)} tags, but {len(got)} words")
        right = sum(a == b for a, b in zip(wanted, got, strict=True))
        same, words, whole = same + right, words + len(wanted), whole + (right == len(wanted))
    return TagAgreement(same, words, whole, len(given))


def bracket_agreement(given: Trees, found: Trees) -> BracketAgreement:
    """Of trees over the same words."""
    same = wanted = got = whole = 0
    for row in range(len(given)):
        kept = np.array([tag not in _MARKS for tag in given.tags.of(row)], dtype=np.int64)
        places = [0, *np.cumsum(kept).tolist()]
        one, other = (_brackets(trees.spans(row), places) for trees in (given, found))
        agreeing = (one & other).total()
        same, wanted, got = same + agreeing, wanted + one.total(), got + other.total()
        whole += one == other
    return BracketAgreement(same, wanted, got, whole, len(given))


def _brackets(spans: list[tuple[str, int, int]], places: list[int]) -> Counter[tuple[str, int, int]]:
    """Without punctuation marks, and without what holds nothing else."""
    found = ((_SAME.get(label, label), places[begin], places[end]) for label, begin, end in spans)
    return Counter(each for each in found if each[0] not in _ROOTS and each[1] < each[2])
