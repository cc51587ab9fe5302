"""Candidates as a pack's models want them: split and cased as their text was, each distinct text once.

texts = prepared(columns)
scores = texts.spread(model.score_texts(texts.column))         # a number per candidate
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from manyways._core import text as core
from manyways.candidates.lists import Tokens
from manyways.features.base import Columns
from manyways.features.rich.pack import Pack
from manyways.linguistics import TagColumns, Trees
from manyways.lm import LanguageModel
from manyways.text.column import TextColumn
from manyways.text.vocabulary import Vocabulary, encode

__all__ = ["Prepared", "prepared"]

_KNOWN: WeakKeyDictionary[Columns, Prepared] = WeakKeyDictionary()
Values = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Prepared:
    """column: the distinct texts, prepared, in the order in which they first come. of_row: which of them each
    candidate is. lists: offsets of those that first come in each list.

    Texts are compared by hashes of 64 bits.
    """

    pack: Pack
    raw: TextColumn
    of_row: npt.NDArray[np.int64]
    lists: npt.NDArray[np.int64]
    threads: int

    @staticmethod
    def of(texts: TextColumn, sentence_offsets: npt.NDArray[np.int64], pack: Pack, threads: int) -> Prepared:
        marks = core.hash_texts(texts.data, texts.offsets, seed=1)
        _, first, of_row = np.unique(marks, return_index=True, return_inverse=True)
        order = np.argsort(first)
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        lists = np.searchsorted(first[order], sentence_offsets).astype(np.int64)
        return Prepared(pack, texts.take(first[order]), place[of_row], lists, threads)

    @cached_property
    def column(self) -> TextColumn:
        return self.pack.target.prepare(self.raw, threads=self.threads)

    @cached_property
    def cased(self) -> TextColumn:
        """Split into words, with the capitals as they came: for taggers and parsers."""
        return replace(self.pack.target, casing="keep").prepare(self.raw, threads=self.threads)

    @cached_property
    def words(self) -> Values:
        """How many words each distinct text has."""
        offsets = encode(self.column, Vocabulary(), grow=False, threads=self.threads)[1]
        return np.diff(offsets).astype(np.float64)

    @cached_property
    def tokens(self) -> Tokens:
        """The words of `cased`."""
        vocabulary = Vocabulary()
        ids, offsets = encode(self.cased, vocabulary, threads=self.threads)
        return Tokens(ids, offsets, vocabulary)

    @cached_property
    def trees(self) -> Trees:
        parser, beam = self.pack.parser, self.pack.setting("parse_beam", int)
        return parser.parse_tokens(
            self.tokens, self.lists, beam=min(parser.core.beam, max(1, beam)), threads=self.threads
        )

    @cached_property
    def tags(self) -> TagColumns:
        """Of each word of `cased`: the tagger's, or those of the parser's trees."""
        if self.pack.has("syn"):
            return self.trees.tags
        return self.pack.tagger.tag_tokens(self.tokens, self.lists, threads=self.threads)

    def spread(self, values: Values) -> Values:
        """A row per distinct text as a row per candidate."""
        found: Values = values[self.of_row]
        return found

    def log_probability(self, model: LanguageModel, column: TextColumn | None = None) -> Values:
        """The natural logarithm of each distinct text's probability, with its end; or of another column's."""
        ids, offsets = model.encode(self.column if column is None else column, threads=self.threads)
        return model.score_ids(ids, offsets, threads=self.threads)


def prepared(columns: Columns) -> Prepared:
    """What a feature reads; made once for all families."""
    found = _KNOWN.get(columns)
    if found is None:
        pack = columns.resources.pack
        assert pack is not None
        found = _KNOWN[columns] = Prepared.of(
            columns.texts, columns.lists.sentence_offsets, pack, columns.threads
        )
    return found
