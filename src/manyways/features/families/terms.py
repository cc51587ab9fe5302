"""Whether terms of a glossary, and negations, are in the candidate (core/features/glossary.h)."""

from __future__ import annotations

import numpy as np

from manyways._core import features as core
from manyways.features.base import Columns, Values, feature

__all__ = ["FEATURES"]


@feature("terms-met", "terms-missed", needs=("glossary", "source"), pack="basic")
def terms(columns: Columns) -> Values:
    """Terms of the glossary in the source that it renders as that says, and those that it does not."""
    assert columns.resources.glossary is not None
    return _counted(columns, columns.resources.glossary)


@feature("negation-lost", needs=("align", "negations", "source"), pack="basic")
def negation_lost(columns: Columns) -> Values:
    """1 if the source has a negation and it has none."""
    aligner = columns.resources.aligner
    assert aligner is not None
    assert aligner.negations is not None
    return (_counted(columns, aligner.negations)[:, 1] > 0).astype(np.float64)


def _counted(columns: Columns, glossary: core.Glossary) -> Values:
    """Terms met and missed, per candidate."""
    texts, sources = columns.texts, columns.sources
    found = core.count_terms(
        glossary,
        (texts.data, texts.offsets),
        np.ascontiguousarray(columns.lists.sentence_offsets),
        (sources.data, sources.offsets),
        columns.threads,
    )
    return found.astype(np.float64)


FEATURES = (terms, negation_lost)
