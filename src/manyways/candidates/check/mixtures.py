"""Two habits of writing in one file: tokenisation, casing, script."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from manyways._core import candidates as core
from manyways.candidates.check.cases import Cases, Finding, lines_of
from manyways.candidates.lists import CandidateLists

__all__ = ["Mixtures"]

_UPPER, _LOWER, _ATTACHED, _SEPARATED = 2, 4, 8, 16  # traits of the core's profile
# In the order of the core's Script.
_SCRIPTS = (
    *("none", "Latin", "Greek", "Cyrillic", "Hebrew", "Arabic", "Devanagari"),
    *("Indic", "Thai", "Hangul", "Japanese", "Han", "other"),
)
_SHARE = 0.05  # a mixture is one when the rarer kind reaches this share
_FEW = 0.01  # fewer candidates of a list that are the same but for case or blanks are the language's own
_MINORITY = 0.5


class Mixtures:
    """Two habits of writing in one file: counts of each, and the first line of each."""

    def __init__(self) -> None:
        self.attached, self.separated = Cases(), Cases()
        self.respaced = Cases()
        self.recased = Cases()
        self.systems: dict[str, Cases] = {}  # candidates in lower case throughout, by system
        self.sizes: dict[str, int] = {}
        self.scripts = [Cases() for _ in _SCRIPTS]

    def look(
        self,
        lists: CandidateLists,
        traits: npt.NDArray[np.uint8],
        scripts: npt.NDArray[np.uint8],
        folded: npt.NDArray[np.uint64],
        joined: npt.NDArray[np.uint64],
    ) -> None:
        marks = traits & (_ATTACHED | _SEPARATED)
        self.attached.add_rows(lists, np.flatnonzero(marks == _ATTACHED))
        self.separated.add_rows(lists, np.flatnonzero(marks == _SEPARATED))
        texts = core.hash_rows(lists.texts.data, lists.texts.offsets)
        self.recased.add_rows(lists, _alike_but_not_equal(lists, folded, texts))
        self.respaced.add_rows(lists, _alike_but_not_equal(lists, joined, texts))
        for index, name in enumerate(lists.system_names):
            ours = lists.systems == index
            cases = self.systems.setdefault(name, Cases())
            cases.add(lines_of(lists, np.flatnonzero(ours & (traits & (_UPPER | _LOWER) == _LOWER))))
            self.sizes[name] = self.sizes.get(name, 0) + int(ours.sum())
        for script in np.unique(scripts).tolist():
            self.scripts[script].add_rows(lists, np.flatnonzero(scripts == script))

    def found(self) -> list[Finding]:
        return self._tokenisation() + self._casing() + self._script()

    def _casing(self) -> list[Finding]:
        mixed = Cases("mixed casing")
        shares = {name: cases.count / max(self.sizes[name], 1) for name, cases in self.systems.items()}
        lower = [name for name, share in shares.items() if share >= 1 - _SHARE]
        if lower and min(shares.values()) < _MINORITY:
            cases = self.systems[lower[0]]
            about = f"of {lower[0]!r} are in lower case, other systems' are not"
            mixed.add_many(cases.count, cases.line, about)
        elif self.recased.line is not None and self.recased.count >= _FEW * sum(self.sizes.values()):
            about = "differ from another of the same list only in upper and lower case"
            mixed.add_many(self.recased.count, self.recased.line, about)
        return mixed.found()

    def _tokenisation(self) -> list[Finding]:
        fewer, more = sorted((self.attached, self.separated), key=lambda each: each.count)
        mixed = Cases("mixed tokenisation")
        if fewer.count >= _SHARE * (fewer.count + more.count) and fewer.line is not None:
            kind = "marks at the end of words" if fewer is self.attached else "marks as words of their own"
            mixed.add_many(fewer.count, fewer.line, f"{kind}, {more.count:,} the other way")
        elif self.respaced.line is not None and self.respaced.count >= _FEW * sum(self.sizes.values()):
            about = "other spaces around punctuation than an otherwise equal candidate of the same list"
            mixed.add_many(self.respaced.count, self.respaced.line, about)
        return mixed.found()

    def _script(self) -> list[Finding]:
        """Script 0 is that of texts without letters: numbers and marks are at home everywhere."""
        total = sum(each.count for each in self.scripts[1:])
        main = max(range(1, len(_SCRIPTS)), key=lambda script: self.scripts[script].count)
        found = []
        for script in range(1, len(_SCRIPTS)):
            cases = self.scripts[script]
            if script == main or cases.line is None or cases.count >= _MINORITY * total:
                continue
            # Japanese can do without kana, so Han beside Japanese is no error.
            if {_SCRIPTS[script], _SCRIPTS[main]} == {"Han", "Japanese"}:
                continue
            wrong = Cases("wrong script")
            where = f"{_SCRIPTS[script]} script, the others in {_SCRIPTS[main]}"
            wrong.add_many(cases.count, cases.line, where)
            found += wrong.found()
        return found


def _alike_but_not_equal(
    lists: CandidateLists, likeness: npt.NDArray[np.uint64], texts: npt.NDArray[np.uint64]
) -> npt.NDArray[np.int64]:
    """Rows that are like an earlier row of their sentence, but not the same text."""
    sentences = lists.sentence_of
    order = np.lexsort((np.arange(len(texts)), likeness, sentences))
    alike = (likeness[order][1:] == likeness[order][:-1]) & (sentences[order][1:] == sentences[order][:-1])
    differs = texts[order][1:] != texts[order][:-1]
    return np.sort(order[1:][alike & differs])
