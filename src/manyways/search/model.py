"""An opened phrase-based model: table, language models and weights, ready to be searched."""

from __future__ import annotations

import os
from collections.abc import Mapping

from manyways._core import search as core
from manyways.errors import InputError, ModelError
from manyways.lm import LanguageModel, read_classes
from manyways.model import Model, SearchSettings, Weights
from manyways.phrases import PhraseTable
from manyways.search.phrase_weights import PHRASE_ROLE, PhraseWeights
from manyways.search.settings import BeamSettings, Space
from manyways.settings import to_core

__all__ = ["PhraseModel"]


class PhraseModel:
    """A phrase table, language models and weights. Never changed; safe to use from many threads."""

    def __init__(
        self,
        table: PhraseTable,
        language_models: Mapping[str, LanguageModel],
        weights: Weights,
        search: SearchSettings | None = None,
        phrase_weights: PhraseWeights | None = None,
        *,
        classes: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """classes: for language models of word classes, by name, the class of each word."""
        self.table = table
        self.language_models = dict(language_models)
        self.classes = {name: dict(words) for name, words in (classes or {}).items()}
        self.weights = weights
        self.search = search or SearchSettings()
        parts = [(name, model.core) for name, model in self.language_models.items()]
        self.phrase_weights = phrase_weights
        sparse = None if phrase_weights is None else phrase_weights.core
        limit = self.search.table_limit
        self.core = core.PhraseModel(table.core, parts, weights.components(), limit, sparse, self.classes)
        self.feature_names: tuple[str, ...] = tuple(self.core.feature_names)

    @staticmethod
    def open(model: Model | str | os.PathLike[str], *, weights: Weights | None = None) -> PhraseModel:
        """Open a phrase-based model; its files are mapped, not read."""
        opened = model if isinstance(model, Model) else Model.open(model)
        if opened.kind != "phrase":
            raise ModelError(
                f"{opened.directory} is a {opened.kind} model; the beam search needs a phrase model"
            )
        language_models = {name: LanguageModel.open(path) for name, path in opened.language_models.items()}
        sparse = PhraseWeights.read(opened.path(PHRASE_ROLE)) if PHRASE_ROLE in opened.files else None
        classes = {name: read_classes(path) for name, path in opened.word_classes.items()}
        table, own = PhraseTable(opened.path("table")), weights or opened.weights
        try:
            return PhraseModel(table, language_models, own, opened.search, sparse, classes=classes)
        except InputError as error:
            if error.path or weights is not None:
                raise
            raise InputError(error.message, path=opened.directory, remedy=error.remedy) from None

    def with_weights(self, weights: Weights, phrase_weights: PhraseWeights | None = None) -> PhraseModel:
        """The same model with other weights, and perhaps other phrase weights; nothing is read again."""
        sparse = self.phrase_weights if phrase_weights is None else phrase_weights
        return PhraseModel(
            self.table, self.language_models, weights, self.search, sparse, classes=self.classes
        )

    def beam(self, settings: BeamSettings, space: Space | None = None) -> core.BeamSettings:
        """The settings as the core takes them: with the model's own limits; `space` where they name none."""
        return to_core(
            core.BeamSettings(),
            settings,
            space=settings.space or space or self.search.space,
            distortion_limit=self.search.distortion_limit,
        )
