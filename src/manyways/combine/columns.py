"""Numbers of whole texts, for combiners that ask a scorer: what it says, language models, length.

    columns = TextColumns("mbr:bleu+chrf", prepared)
    columns.names                              # mbr:bleu, mbr:chrf; with a language model LM0, OOV0, words
    columns.of(lists)                          # a row per text of the lists, which are of the same sentences

A consensus compares texts with the candidates that are combined, by their votes; its metrics are a column
each. Any other scorer (a reranker, weights) is one column.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.choose import Chooser, Consensus
from manyways.combine.words import Prepared
from manyways.errors import ConfigError
from manyways.metrics.consensus import consensus
from manyways.text.column import TextColumn
from manyways.text.tokenise import lower, tokenise

__all__ = ["TextColumns", "as_lists", "check_scorer", "word_counts"]

Matrix = npt.NDArray[np.float64]


class TextColumns:
    """The columns of texts for the sentences of prepared lists."""

    def __init__(self, by: str, prepared: Prepared) -> None:
        self.prepared = prepared
        self.scorer = Chooser.named(by).scorer
        models = range(len(prepared.settings.models))
        self.own = self._scorer_names()
        # A length of its own only where a language model must be made up for: references of one year are
        # longer than another's, and what a scorer says of texts has their length in it.
        asked = [*(f"{name}{m}" for m in models for name in ("LM", "OOV")), "words"] if models else []
        self.names: tuple[str, ...] = (*self.own, *asked)

    def _scorer_names(self) -> tuple[str, ...]:
        if isinstance(self.scorer, Consensus):
            return tuple(f"mbr:{name}" for name in self.scorer.utilities)
        return ("scorer",)

    def of(self, lists: CandidateLists, *, threads: int = 0) -> Matrix:
        """lists: texts for the same sentences, with the columns that the scorer needs."""
        columns = [self._scores(lists, threads), *self._models(lists, threads)]
        found: Matrix = np.column_stack(columns)
        return found

    def _scores(self, lists: CandidateLists, threads: int) -> Matrix:
        if isinstance(self.scorer, Consensus):
            pool = replace(self.prepared.lists, references=None)
            return consensus(
                replace(lists, references=None),
                self.scorer.metrics(),
                pool=pool,
                weights=self.prepared.votes,
                settings=self.scorer.settings,
                threads=threads,
            )
        values = self.scorer(lists, threads=threads).values
        return np.nan_to_num(values, nan=-1e9)[:, None]

    def _models(self, lists: CandidateLists, threads: int) -> list[Matrix]:
        settings = self.prepared.settings
        if not settings.models:
            return []
        split = lists.texts
        if not settings.tokenised:
            split = tokenise(split, settings.language, threads=threads)
        words = word_counts(split)
        asked = lower(split, threads=threads) if settings.lower_models else split
        found: list[Matrix] = []
        for model in self.prepared.models:
            scores, _, unknown = model.core.score_sentences(
                *model.encode(asked, threads=threads), True, True, threads
            )
            found += [scores[:, None], unknown.astype(np.float64)[:, None]]
        return [*found, words[:, None]]


def check_scorer(by: str, table: str) -> None:
    """A ConfigError for a scorer that new texts cannot be asked."""
    if by == "score" or not (by.startswith("mbr") or "." in by):
        raise ConfigError(
            f"{table}.by", by, "mbr, mbr:bleu+chrf, or a reranker's file: new texts have no score"
        )


def as_lists(prepared: Prepared, texts: TextColumn, offsets: npt.NDArray[np.int64]) -> CandidateLists:
    """New texts as lists of the same sentences."""
    count = len(texts)
    return CandidateLists(
        ids=prepared.lists.ids,
        sentence_offsets=offsets,
        texts=texts,
        feature_names=(),
        features=np.zeros((count, 0)),
        scores=np.full(count, np.nan),
        systems=np.zeros(count, np.int32),
        system_names=("",),
        ranks=np.zeros(count, np.int32),
        sources=prepared.lists.sources,
    )


def word_counts(split: TextColumn) -> npt.NDArray[np.float64]:
    """Words of texts that have single blanks between them."""
    blanks = np.concatenate([[0], np.cumsum(split.data == ord(" "))])
    found: npt.NDArray[np.float64] = np.diff(blanks[split.offsets]) + (np.diff(split.offsets) > 0)
    return found.astype(np.float64)
