"""Look rules up in a grammar file.

    rules = RuleTable("model/rules.bin")
    for rule in rules.find("nicht [X] haben"):       # a gap is written [X]
        rule.target, rule.scores                     # 'not have [X,1]', natural logs

The file is mapped, not read. Searches use the compiled table; this class is for people and tests.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from manyways._core import grammar as core
from manyways.phrases.table import TableFile

__all__ = ["Rule", "RuleTable"]


class Rule(NamedTuple):
    """One target side of a source side; scores are natural logs.

    target: words and gaps; [X,1] is the first gap of the source, [X,2] the second.
    counts: of the target side, of the source side, of the rule (zeros where they are not known).
    links: pairs (source position, target position) of words and gaps.
    """

    target: str
    scores: list[float]
    counts: list[float]
    links: list[tuple[int, int]]


class RuleTable(TableFile):
    """A grammar in a file; `len` is the number of rules."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.core = core.RuleTable(os.fspath(path))
        super().__init__(path, self.core.table)

    def find(self, source: str) -> list[Rule]:
        """All rules of a source side, best sum of scores first."""
        return [Rule(*row) for row in self.core.find(source)]
