"""How rules are learnt."""

from __future__ import annotations

from dataclasses import dataclass

from manyways.errors import ConfigError

__all__ = ["RuleConfig"]


@dataclass(frozen=True, kw_only=True)
class RuleConfig:
    """What to extract from linked sentence pairs, and what to keep (Chiang, 2007; Moses's limits).

    span: the most words a rule may cover, on each side.
    symbols: the most words and gaps of a rule's source side.
    gaps: the most gaps of a rule, 0 to 2.
    hole_source, hole_target: the fewest words that a gap replaces.
    least_count: leave out rules whose (fractional) count is smaller.
    table_limit: keep at most that many rules per source side, best sum of scores first; 0 keeps all.
    memory: mebibytes for sorting; beyond it work goes through files beside the output.
    """

    span: int = 10
    symbols: int = 5
    gaps: int = 2
    hole_source: int = 2
    hole_target: int = 1
    least_count: float = 0.0
    table_limit: int = 0
    memory: int = 1024

    def __post_init__(self) -> None:
        for name, value, least, most in (
            ("span", self.span, 1, 255),
            ("symbols", self.symbols, 1, 255),
            ("gaps", self.gaps, 0, 2),
            ("hole_source", self.hole_source, 1, 255),
            ("hole_target", self.hole_target, 1, 255),
        ):
            if not least <= value <= most:
                raise ConfigError(f"grammar.{name}", value, f"a number from {least} to {most}")
        for name, number, lowest in (
            ("least_count", self.least_count, 0),
            ("table_limit", self.table_limit, 0),
            ("memory", self.memory, 1),
        ):
            if not number >= lowest:
                raise ConfigError(f"grammar.{name}", number, f"a number of at least {lowest}")
