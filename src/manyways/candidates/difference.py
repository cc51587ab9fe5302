"""Which words of two versions of a text differ, for pages and terminals.

    old, new = differences(TextColumn.from_texts(["a big house"]), TextColumn.from_texts(["a house here"]))
    old[0], new[0]              # [2, 5], [8, 12]: start and end of each stretch, in characters

What stays are the words that both have in the same order, as many characters of them as possible; of scripts
without spaces, characters. See `core/text/difference.h`.
"""

from __future__ import annotations

from manyways._core import text as core
from manyways.candidates.ragged import Ragged
from manyways.text.column import TextColumn

__all__ = ["differences"]


def differences(left: TextColumn, right: TextColumn, *, threads: int = 0) -> tuple[Ragged, Ragged]:
    """For each pair of texts: the stretches of the left that differ, and those of the right."""
    found = core.differences(left.data, left.offsets, right.data, right.offsets, threads=threads)
    return Ragged(*found[0]), Ragged(*found[1])
