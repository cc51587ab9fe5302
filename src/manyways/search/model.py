"""An opened phrase-based model: table, language models and weights, ready to be searched."""

from __future__ import annotations

from typing import Any

from manyways._core import search as core
from manyways.model import Model
from manyways.phrases import PhraseTable
from manyways.search.opened import OpenedModel
from manyways.search.settings import BeamSettings, Space
from manyways.settings import to_core

__all__ = ["PhraseModel"]


class PhraseModel(OpenedModel[PhraseTable, core.PhraseModel]):
    """A phrase table, language models and weights. Never changed; safe to use from many threads."""

    kind = "phrase"
    needed = "the beam search needs a phrase model"

    def _made(self, parts: list[tuple[str, Any]], weights: dict[str, float], sparse: Any) -> core.PhraseModel:
        limit = self.search.table_limit
        return core.PhraseModel(self.table.core, parts, weights, limit, sparse, self.classes)

    @classmethod
    def _table_of(cls, model: Model) -> PhraseTable:
        return PhraseTable(model.path("table"))

    def beam(self, settings: BeamSettings, space: Space | None = None) -> core.BeamSettings:
        """The settings as the core takes them: with the model's own limits; `space` where they name none."""
        return to_core(
            core.BeamSettings(),
            settings,
            space=settings.space or space or self.search.space,
            distortion_limit=self.search.distortion_limit,
        )
