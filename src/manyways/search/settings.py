"""How to search: one frozen dataclass for each member, checked when it is made; and its way into the core."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Literal, TypeVar

from manyways.errors import ConfigError

__all__ = ["BeamSettings", "ChartSettings", "Space", "check_common", "to_core"]

Space = Literal["gap", "free"]
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class BeamSettings:
    """How hard to search; measured in docs/searching.md.

    pops: hypotheses made for each stack (cube pruning). stack: hypotheses kept in each.
    margin: how far below the best of its stack a hypothesis may lie, in units of the sum of absolute weights.
    diversity: hypotheses kept for every set of covered words, whatever the limits.
    plain: make all hypotheses instead of the best `pops`.
    space: `gap` is Moses's reordering space, `free` has no gap constraint; None: the model's.
    time_limit: seconds per sentence, 0 for none; after it the sentence is finished in haste, and says so.
    """

    pops: int = 1000
    stack: int = 1000
    margin: float = 3.0
    diversity: int = 0
    plain: bool = False
    space: Space | None = None
    time_limit: float = 0.0

    def __post_init__(self) -> None:
        if self.pops < 1 or self.stack < 1:
            raise ConfigError("search.pops and search.stack", (self.pops, self.stack), "at least 1")
        if not self.margin >= 0 or self.diversity < 0:
            raise ConfigError(
                "search.margin and search.diversity", (self.margin, self.diversity), "not negative"
            )
        check_common("search", self.space, self.time_limit)


@dataclass(frozen=True, kw_only=True)
class ChartSettings:
    """How hard to search a hierarchical model.

    pops: items made for each cell of the chart, that is for each span of the source.
    method: `grouping` refines language-model states step by step, `cube` is plain cube pruning.
    time_limit: seconds per sentence, 0 for none; after it the sentence is finished in haste, and says so.
    """

    pops: int = 400
    method: Literal["grouping", "cube"] = "grouping"
    time_limit: float = 0.0

    def __post_init__(self) -> None:
        if self.pops < 1:
            raise ConfigError("chart.pops", self.pops, "at least 1")
        if self.method not in ("grouping", "cube"):
            raise ConfigError("chart.method", self.method, "grouping or cube")
        check_common("chart", None, self.time_limit)


def check_common(room: str, space: str | None, time_limit: float) -> None:
    """A ConfigError for what no member could search with."""
    if space not in (None, "gap", "free"):
        raise ConfigError(f"{room}.space", space, "gap or free")
    if not (time_limit >= 0 and math.isfinite(time_limit)):
        raise ConfigError(f"{room}.time_limit", time_limit, "seconds, 0 for no limit")


def to_core(target: T, settings: Any, **instead: Any) -> T:
    """`target`, a struct of the core, with every field of `settings` set by its name.

    instead: values that replace a field's or that only the core has; a None leaves what the core has.
    Enums of the core are named by their values. A field that the core does not know is an AttributeError.
    """
    values = {each.name: getattr(settings, each.name) for each in fields(settings)} | instead
    for name, value in values.items():
        if value is None:
            continue
        kind = type(getattr(target, name))
        setattr(target, name, kind[value] if issubclass(kind, Enum) else value)
    return target
