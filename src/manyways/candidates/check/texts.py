"""Troubles of single texts: empty ones, copies of the source, what language models put around them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from manyways._core import candidates as core
from manyways.candidates.check.cases import Cases, Finding
from manyways.candidates.check.mixtures import Mixtures
from manyways.candidates.check.words import UNWRAP, WRAPPED, Words
from manyways.candidates.clean import KINDS, wrappings
from manyways.candidates.lists import CandidateLists
from manyways.text.column import TextColumn

__all__ = ["Texts"]

FLAGS = {"refused", "tool call", "no text", "cut short"}  # as readers of answers set them
_EMPTY = 1  # the trait of the core's profile


class Texts:
    """Empty texts, copies of the source, and mixtures of tokenisation, casing and script."""

    def __init__(self, sources: TextColumn | None) -> None:
        self.sources = sources
        self.sentences = 0
        self.empty = Cases("empty texts")
        self.none = Cases("empty lists")
        self.copies = Cases("copies of the source")
        self.wrapped = {
            kind: Cases(kind, Words("warning", WRAPPED.format(words), UNWRAP))
            for kind, words in KINDS.items()
        }
        self.flags: dict[str, Cases] = {}
        self.kinds = Mixtures()

    def look(self, lists: CandidateLists) -> None:
        assert lists.origin is not None
        traits, scripts, folded, joined = core.profile_rows(lists.texts.data, lists.texts.offsets)
        self.empty.add_rows(lists, np.flatnonzero(traits & _EMPTY))
        none = np.flatnonzero(lists.sizes == 0)
        self.none.add(lists.origin.sentence_lines[none], repr(lists.ids[int(none[0])]) if len(none) else "")
        lists = self._with_sources(lists)
        self._compare_sources(lists)
        for kind, rows in wrappings(lists).items():
            self.wrapped[kind].add_rows(lists, np.array(rows))
        self._look_at_flags(lists)
        self.kinds.look(lists, traits, scripts, folded, joined)
        self.sentences += len(lists)

    def _with_sources(self, lists: CandidateLists) -> CandidateLists:
        if self.sources is None or self.sentences + len(lists) > len(self.sources):
            return lists
        own = self.sources.take(np.arange(self.sentences, self.sentences + len(lists)))
        return replace(lists, sources=own)

    def _compare_sources(self, lists: CandidateLists) -> None:
        sources = lists.sources
        if sources is None or lists.candidate_count == 0:
            return
        theirs = core.hash_rows(sources.data, sources.offsets)[lists.sentence_of]
        same = core.hash_rows(lists.texts.data, lists.texts.offsets) == theirs
        rows = np.flatnonzero(same & (np.diff(lists.texts.offsets) > 0))
        self.copies.add_rows(lists, rows)

    def _look_at_flags(self, lists: CandidateLists) -> None:
        if lists.flags is None:
            return
        lengths = np.diff(lists.flags.offsets)
        for row in np.flatnonzero(lengths).tolist():
            flag = lists.flags[row] if lists.flags[row] in FLAGS else "flagged"
            message = "{count:,} candidate(s) are no translation: " + flag
            remedy = "Ask again for these sentences."
            if flag == "cut short":
                message, remedy = "{count:,} candidate(s) were cut short", "Ask again, with room for more."
            case = self.flags.setdefault(flag, Cases(flag, Words("warning", message, remedy)))
            case.add_rows(lists, np.array([row]))

    def _answers(self) -> list[Finding]:
        return [each for case in (*self.wrapped.values(), *self.flags.values()) for each in case.found()]

    def found(self) -> list[Finding]:
        return (
            self.empty.found()
            + self.none.found()
            + self.copies.found()
            + self._answers()
            + self.kinds.found()
        )
