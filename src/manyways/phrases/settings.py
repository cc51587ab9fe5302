"""How phrases are learnt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from manyways.settings import Between, Memory, Settings, Within

__all__ = ["PhraseSettings"]


@dataclass(frozen=True, kw_only=True)
class PhraseSettings(Settings, table="phrases"):
    """What to extract from linked sentence pairs, and what to keep.

    longest: the most words of a phrase, on each side.
    reordering: which neighbours tell a phrase's orientation: a `word` link, a `phrase` pair within
        `longest`, or a `hierarchical` pair of any length; `none` learns no reordering model.
    sides: tell left from right (mslr) instead of one class for all other jumps (msd).
    reordering_smoothing: added to each orientation's count.
    kneser_ney: smooth the two phrase probabilities (Foster, Kuhn and Johnson, 2006).
    least_count: leave out pairs that were seen less often.
    table_limit: keep at most that many options per source phrase, best sum of scores first; 0 keeps all.
    memory: mebibytes for sorting; beyond it work goes through files beside the output.
    """

    longest: Annotated[int, Within(1, 255)] = 7
    reordering: Literal["none", "word", "phrase", "hierarchical"] = "word"
    sides: bool = False
    reordering_smoothing: Annotated[float, Between(0, 1e6)] = 0.5
    kneser_ney: bool = True
    least_count: Annotated[int, Within(1)] = 1
    table_limit: Annotated[int, Within(0, note="0: all")] = 0
    memory: Memory = 1024
