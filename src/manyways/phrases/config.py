"""How phrases are learnt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from manyways.errors import ConfigError

__all__ = ["PhraseConfig"]


@dataclass(frozen=True, kw_only=True)
class PhraseConfig:
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

    longest: int = 7
    reordering: Literal["none", "word", "phrase", "hierarchical"] = "word"
    sides: bool = False
    reordering_smoothing: float = 0.5
    kneser_ney: bool = True
    least_count: int = 1
    table_limit: int = 0
    memory: int = 1024

    def __post_init__(self) -> None:
        if not 1 <= self.longest <= 255:
            raise ConfigError("phrases.longest", self.longest, "a number from 1 to 255")
        if self.reordering not in ("none", "word", "phrase", "hierarchical"):
            raise ConfigError(
                "phrases.reordering", self.reordering, "one of none, word, phrase, hierarchical"
            )
        if not self.reordering_smoothing > 0:
            raise ConfigError("phrases.reordering_smoothing", self.reordering_smoothing, "a number above 0")
        for name, value, least in (
            ("least_count", self.least_count, 1),
            ("table_limit", self.table_limit, 0),
            ("memory", self.memory, 1),
        ):
            if value < least:
                raise ConfigError(f"phrases.{name}", value, f"a number of at least {least}")

    @property
    def orientation(self) -> int:
        """The core's number of `reordering`."""
        return ("none", "word", "phrase", "hierarchical").index(self.reordering)
