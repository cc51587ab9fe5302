"""What every translation must keep: numbers, addresses, mail addresses, tags, placeholders.

What counts as one is in core/features/scan.h.
"""

from __future__ import annotations

import numpy as np

from manyways.features.base import Columns, Values, feature

__all__ = ["FEATURES"]

_KINDS = ("numbers", "addresses", "mails", "tags", "placeholders")
_NAMES = tuple(f"{kind}-{what}" for kind in _KINDS for what in ("lost", "added"))


@feature(*_NAMES, needs=("source",), pack="basic")
def kept(columns: Columns) -> Values:
    """Of each kind, how many of the source's it lacks, and how many it has that the source lacks."""
    return np.column_stack([columns.count(name) for name in _NAMES])


FEATURES = (kept,)
