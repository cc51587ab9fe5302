"""Whether the terms of a glossary are rendered as it says (core/features/glossary.h)."""

from __future__ import annotations

import numpy as np

from manyways._core import features as core
from manyways.features.base import Columns, Values, feature

__all__ = ["FEATURES"]


@feature("terms-met", "terms-missed", needs=("glossary", "source"), pack="basic")
def terms(columns: Columns) -> Values:
    """Terms of the glossary in the source that it renders as that says, and those that it does not."""
    texts, sources, glossary = columns.texts, columns.sources, columns.resources.glossary
    assert glossary is not None
    found = core.count_terms(
        glossary,
        (texts.data, texts.offsets),
        np.ascontiguousarray(columns.lists.sentence_offsets),
        (sources.data, sources.offsets),
        columns.threads,
    )
    return found.astype(np.float64)


FEATURES = (terms,)
