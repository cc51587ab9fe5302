"""How to search with a beam, and what the settings of every search share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Literal

from manyways.settings import Settings, Within

__all__ = ["BeamSettings", "ChartSettings", "Space", "TimeLimit"]

Space = Literal["gap", "free"]
TimeLimit = Annotated[float, Within(0, 1e9, note="seconds, 0: no limit")]


@dataclass(frozen=True, kw_only=True)
class BeamSettings(Settings, table="search"):
    """How hard to search; measured in docs/searching.md.

    pops: hypotheses made for each stack (cube pruning). stack: hypotheses kept in each.
    margin: how far below the best of its stack a hypothesis may lie, in units of the sum of absolute weights.
    diversity: hypotheses kept for every set of covered words, whatever the limits.
    plain: make all hypotheses instead of the best `pops`.
    space: `gap` is Moses's reordering space, `free` has no gap constraint; None: the model's.
    time_limit: seconds per sentence, 0 for none; after it the sentence is finished in haste, and says so.
    """

    pops: Annotated[int, Within(1)] = 1000
    stack: Annotated[int, Within(1)] = 1000
    margin: Annotated[float, Within(0, math.inf)] = 3.0
    diversity: Annotated[int, Within(0)] = 0
    plain: bool = False
    space: Space | None = None
    time_limit: TimeLimit = 0.0


@dataclass(frozen=True, kw_only=True)
class ChartSettings(Settings, table="chart"):
    """How hard to search a hierarchical model.

    pops: items made for each cell of the chart, that is for each span of the source.
    margin: how far below the best of its span an item may lie, in units of the sum of absolute weights; less
        where a first, quick search has found nothing good. For `grouping` alone.
    method: `grouping` refines language-model states step by step, `cube` is plain cube pruning.
    time_limit: seconds per sentence, 0 for none; after it the sentence is finished in haste, and says so.
    """

    pops: Annotated[int, Within(1)] = 400
    margin: Annotated[float, Within(0, math.inf)] = 2.5
    method: Literal["grouping", "cube"] = "grouping"
    time_limit: TimeLimit = 0.0
