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
from manyways.features.base import Columns
from manyways.features.rich.pack import Pack
from manyways.lm import LanguageModel
from manyways.text.column import TextColumn
from manyways.text.vocabulary import Vocabulary, encode

__all__ = ["Prepared", "prepared"]

_KNOWN: WeakKeyDictionary[Columns, Prepared] = WeakKeyDictionary()
Values = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Prepared:
    """column: the distinct texts, prepared. of_row: which of them each candidate is.

    Texts are compared by hashes of 64 bits.
    """

    pack: Pack
    raw: TextColumn
    of_row: npt.NDArray[np.int64]
    threads: int

    @staticmethod
    def of(texts: TextColumn, pack: Pack, threads: int) -> Prepared:
        marks = core.hash_texts(texts.data, texts.offsets, seed=1)
        _, first, of_row = np.unique(marks, return_index=True, return_inverse=True)
        return Prepared(pack, texts.take(first), of_row, threads)

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

    def spread(self, values: Values) -> Values:
        """A row per distinct text as a row per candidate."""
        found: Values = values[self.of_row]
        return found

    def log_probability(self, model: LanguageModel) -> Values:
        """The natural logarithm of each distinct text's probability, with its end."""
        ids, offsets = model.encode(self.column, threads=self.threads)
        return model.score_ids(ids, offsets, threads=self.threads)


def prepared(columns: Columns) -> Prepared:
    """What a feature reads; made once for all families."""
    found = _KNOWN.get(columns)
    if found is None:
        pack = columns.resources.pack
        assert pack is not None
        found = _KNOWN[columns] = Prepared.of(columns.texts, pack, columns.threads)
    return found
