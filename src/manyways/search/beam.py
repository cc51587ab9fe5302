"""The beam search of phrase-based models: batches on all cores."""

from __future__ import annotations

from collections.abc import Sequence

from manyways._core import search as core
from manyways.search.base import Sources
from manyways.search.graph import Graph
from manyways.search.inputs import make_inputs
from manyways.search.listing import ListingSearch
from manyways.search.model import PhraseModel
from manyways.search.settings import BeamSettings

__all__ = ["BeamSearch"]

FORCED_STACK = 20_000  # hypotheses; within them everything is looked at


class BeamSearch(ListingSearch[BeamSettings]):
    """Translations as good as a beam finds them, fast. Of its settings only the space counts for `force`."""

    model: PhraseModel

    def __init__(self, model: PhraseModel, settings: BeamSettings | None = None, *, threads: int = 0) -> None:
        super().__init__(model, settings or BeamSettings(), threads=threads)

    def graphs(self, sources: Sources) -> list[Graph]:
        beam = self.model.beam(self.settings)
        found = core.graphs(self.model.core, make_inputs(sources), beam, self.threads)
        return [Graph(each) for each in found]

    def _decode(self, inputs: core.Inputs, wanted: core.ListSettings) -> core.Translations:
        return core.decode(self.model.core, inputs, self.model.beam(self.settings), wanted, self.threads)

    def _force(self, inputs: core.Inputs, targets: Sequence[bytes]) -> list[core.Forced]:
        beam = self.model.beam(BeamSettings(stack=FORCED_STACK, plain=True, space=self.settings.space))
        return core.force(self.model.core, inputs, targets, beam, self.threads)
