"""The chart search of hierarchical models: batches on all cores."""

from __future__ import annotations

from collections.abc import Sequence

from manyways._core import chart as core
from manyways._core import search
from manyways.search.base import Sources
from manyways.search.graph import Graph
from manyways.search.inputs import make_inputs
from manyways.search.listing import ListingSearch
from manyways.search.rule_model import RuleModel
from manyways.search.settings import ChartSettings
from manyways.settings import to_core

__all__ = ["ChartSearch"]


class ChartSearch(ListingSearch[ChartSettings]):
    """Translations as good as a limited chart holds them, fast. `force` looks at everything."""

    model: RuleModel

    def __init__(self, model: RuleModel, settings: ChartSettings | None = None, *, threads: int = 0) -> None:
        super().__init__(model, settings or ChartSettings(), threads=threads)

    def graphs(self, sources: Sources) -> list[Graph]:
        settings = to_core(core.ChartSettings(), self.settings)
        found = core.graphs(self.model.core, make_inputs(sources), settings, self.threads)
        return [Graph(each) for each in found]

    def _decode(self, inputs: search.Inputs, wanted: search.ListSettings) -> search.Translations:
        settings = to_core(core.ChartSettings(), self.settings)
        return core.decode(self.model.core, inputs, settings, wanted, self.threads)

    def _force(self, inputs: search.Inputs, targets: Sequence[bytes]) -> list[search.Forced]:
        return core.force(self.model.core, inputs, targets, self.threads)
