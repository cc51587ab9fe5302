"""Learn a grammar of hierarchical rules from linked sentence pairs.

    text = LinkedText(*encode(german, source), *encode(english, target), links, link_offsets)
    train(text, (source, target), "rules.bin")

Rules, the four translation scores, links and counts go into one file (`manyways.grammar.RuleTable`).
Memory stays bounded whatever the size of the text; the file is the same for any number of threads.
"""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from manyways._core import grammar as core
from manyways.files import AnyPath
from manyways.grammar.settings import RuleSettings
from manyways.progress import watched
from manyways.settings import to_core
from manyways.text.linked import LinkedText, Words

__all__ = ["TrainSummary", "extract", "significance", "train"]


class TrainSummary(NamedTuple):
    """What training saw and kept."""

    occurrences: int
    rules: int
    kept: int
    source_sides: int
    target_sides: int


def train(
    text: LinkedText, words: Words, out: AnyPath, *, settings: RuleSettings = RuleSettings(), threads: int = 0
) -> TrainSummary:
    """Learn a grammar and write it to `out`, whole or not at all."""
    text.check_words(words)
    chosen = to_core(core.TrainSettings(), settings)
    with watched("learning rules", len(text), "pairs"):
        return TrainSummary(*core.train(text.arrays, *words, chosen, os.fspath(out), threads))


def extract(
    text: LinkedText, *, settings: RuleSettings = RuleSettings()
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
    """All occurrences of rules, for study: one row and one fractional count each.

    Columns: sentence, source begin and size, target begin and size, number of gaps; then for each of
    two gaps, in target order, source begin and size, target begin and size, counted inside the rule.
    """
    return core.extract(text.arrays, to_core(core.TrainSettings(), settings))


def significance(
    text: LinkedText, *, settings: RuleSettings = RuleSettings()
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.float64]]:
    """For each occurrence that `extract` gives: three counts, and how far the rule is from an accident.

    Columns: source sentences with the rule's source side, target sentences with its target side, pairs with
    both, gaps standing for any words. The value is -ln p of Fisher's exact test (Johnson et al., 2007).
    """
    return core.significance(text.arrays, to_core(core.TrainSettings(), settings))
