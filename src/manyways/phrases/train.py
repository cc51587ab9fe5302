"""Learn a phrase table from linked sentence pairs.

    source, target = Vocabulary(), Vocabulary()
    text = LinkedText(*encode(german, source), *encode(english, target), links, link_offsets)
    train(text, (source, target), "phrases.bin")

Phrase pairs, the four translation scores, links, counts and the reordering model go into one file
(`manyways.phrases.PhraseTable`). Memory stays bounded whatever the size of the text; the file is the
same for any number of threads.
"""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from manyways._core import phrases as core
from manyways.files import AnyPath
from manyways.phrases.settings import PhraseSettings
from manyways.progress import watched
from manyways.settings import to_core
from manyways.text.linked import LinkedText, Words

__all__ = ["TrainSummary", "extract", "train", "word_translations"]


class TrainSummary(NamedTuple):
    """What training saw and kept."""

    occurrences: int
    pairs: int
    kept: int
    source_phrases: int
    target_phrases: int


def train(
    text: LinkedText,
    words: Words,
    out: AnyPath,
    *,
    settings: PhraseSettings = PhraseSettings(),
    threads: int = 0,
) -> TrainSummary:
    """Learn a phrase table and write it to `out`, whole or not at all."""
    text.check_words(words)
    chosen = to_core(core.TrainSettings(), settings)
    with watched("learning phrases", len(text), "pairs"):
        return TrainSummary(*core.train(text.arrays, *words, chosen, os.fspath(out), threads))


def extract(text: LinkedText, *, settings: PhraseSettings = PhraseSettings()) -> npt.NDArray[np.int32]:
    """All occurrences of phrase pairs, for study: one row each.

    Columns: sentence, source begin, source size, target begin, target size, and the orientation of the
    phrase before and after: 0 mono, 1 swap, 2 other (with `sides`: 2 right, 3 left).
    """
    return core.extract(text.arrays, to_core(core.TrainSettings(), settings))


def word_translations(text: LinkedText) -> npt.NDArray[np.uint32]:
    """Rows (source word, target word, links between them); 2**32 - 1 is NULL."""
    return core.lexicon(text.arrays)
