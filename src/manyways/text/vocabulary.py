"""Tokenised text to word ids and back, a whole column in one call.

    vocabulary = Vocabulary()
    ids, offsets = encode(["das Haus", "das alte Haus"], vocabulary)     # [3 4 3 5 4], [0 2 5]
    list(decode(ids, offsets, vocabulary))                               # the lines again

Words are what stands between white space. New words get ids in the order in which they first occur,
whatever the number of threads; ids 0, 1 and 2 are <unk>, <s> and </s>, and a text that spells one of
these three gets 0: a boundary never comes out of a text.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from manyways._core import text as core
from manyways._core.base import Vocabulary
from manyways.text.column import TextColumn

__all__ = ["Ids", "Offsets", "Vocabulary", "encode", "decode", "count_words"]

Ids = npt.NDArray[np.uint32]
Offsets = npt.NDArray[np.int64]


def encode(
    texts: TextColumn | Iterable[str], vocabulary: Vocabulary, *, grow: bool = True, threads: int = 0
) -> tuple[Ids, Offsets]:
    """Word ids of all texts; text i has ``ids[offsets[i]:offsets[i + 1]]``.

    With `grow` the vocabulary takes in new words; without it they become 0, <unk>.
    """
    column = texts if isinstance(texts, TextColumn) else TextColumn.from_texts(texts)
    return core.encode(column.data, column.offsets, vocabulary, grow, threads=threads)


def decode(ids: Ids, offsets: Offsets, vocabulary: Vocabulary, *, threads: int = 0) -> TextColumn:
    """The texts behind word ids, words joined by one space."""
    return TextColumn(*core.decode(ids, offsets, vocabulary, threads=threads))


def count_words(ids: Ids, vocabulary: Vocabulary) -> npt.NDArray[np.int64]:
    """How often each word of the vocabulary occurs, by id."""
    return np.bincount(ids, minlength=len(vocabulary)).astype(np.int64, copy=False)
