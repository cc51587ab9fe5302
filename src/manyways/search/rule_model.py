"""An opened hierarchical model: grammar, language models and weights, ready to be searched."""

from __future__ import annotations

from typing import Any

from manyways._core import chart as core
from manyways.grammar import RuleTable
from manyways.model import Model
from manyways.search.opened import OpenedModel

__all__ = ["RuleModel"]


class RuleModel(OpenedModel[RuleTable, core.RuleModel]):
    """A grammar, language models and weights. Never changed; safe to use from many threads."""

    kind = "hierarchical"
    needed = "the chart search needs a grammar"

    def _made(self, parts: list[tuple[str, Any]], weights: dict[str, float], sparse: Any) -> core.RuleModel:
        limits = self.search.table_limit, self.search.span_limit
        return core.RuleModel(self.table.core, parts, weights, *limits, sparse, self.classes)

    @classmethod
    def _table_of(cls, model: Model) -> RuleTable:
        return RuleTable(model.path("rules"))
