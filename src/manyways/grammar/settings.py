"""How rules are learnt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from manyways.settings import Memory, Settings, Within

__all__ = ["RuleSettings"]


Size = Annotated[int, Within(1, 255)]


@dataclass(frozen=True, kw_only=True)
class RuleSettings(Settings, table="grammar"):
    """What to extract from linked sentence pairs, and what to keep (Chiang, 2007; Moses's limits).

    Moses's own rules are those of tight = false and least_pairs = 1.

    span: the most words a rule may cover, on each side.
    symbols: the most words and gaps of a rule's source side.
    gaps: the most gaps of a rule, 0 to 2.
    hole_source, hole_target: the fewest words that a gap replaces.
    tight: a gap neither begins nor ends with a word that has no links.
    least_pairs: leave out rules with gaps that were found in fewer sentence pairs. Rules without gaps stay.
    rare_count: but keep those of them that have at least this (fractional) count. The rules of a phrase pair
        share a count of 1: what comes of a short one has more, and applies more often.
    evidence: what the test of significance (Johnson et al., 2007) leaves in. `any`: all; `once`: what is no
        accident, and what was seen once if neither side occurs elsewhere; `more`: without the latter.
    least_count: leave out rules whose (fractional) count is smaller.
    table_limit: keep at most that many rules per source side, best sum of scores first; 0 keeps all.
        It is applied before the test of significance.
    memory: mebibytes for sorting; beyond it work goes through files beside the output.
    """

    span: Size = 10
    symbols: Size = 5
    gaps: Annotated[int, Within(0, 2)] = 2
    hole_source: Size = 2
    hole_target: Size = 1
    tight: bool = True
    least_pairs: Annotated[int, Within(1)] = 2
    evidence: Literal["any", "once", "more"] = "any"
    rare_count: Annotated[float, Within(0, 1e9)] = 0.15
    least_count: Annotated[float, Within(0, 1e9)] = 0.0
    table_limit: Annotated[int, Within(0, note="0: all")] = 0
    memory: Memory = 1024
