"""An opened phrase-based model: table, language models and weights, ready to be searched."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from manyways._core import search as core
from manyways.errors import InputError, ModelError
from manyways.lm import LanguageModel, read_classes
from manyways.model import Model, SearchSettings, Weights
from manyways.phrases import PhraseTable
from manyways.search.phrase_weights import PHRASE_ROLE, PhraseWeights
from manyways.search.settings import BeamSettings, Space
from manyways.settings import to_core

__all__ = ["PhraseModel", "naming", "opened_parts"]


class PhraseModel:
    """A phrase table, language models and weights. Never changed; safe to use from many threads."""

    kind = "phrase"

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
        language_models, sparse, classes = opened_parts(opened)
        table, own = PhraseTable(opened.path("table")), weights or opened.weights
        with naming(opened.directory, given=weights is not None):
            return PhraseModel(table, language_models, own, opened.search, sparse, classes=classes)

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


def opened_parts(
    model: Model,
) -> tuple[dict[str, LanguageModel], PhraseWeights | None, dict[str, Mapping[str, str]]]:
    """What models of all kinds have: language models, learnt weights of single phrases, word classes."""
    language_models = {name: LanguageModel.open(path) for name, path in model.language_models.items()}
    sparse = PhraseWeights.read(model.path(PHRASE_ROLE)) if PHRASE_ROLE in model.files else None
    return language_models, sparse, {name: read_classes(path) for name, path in model.word_classes.items()}


@contextmanager
def naming(directory: os.PathLike[str], *, given: bool) -> Iterator[None]:
    """Errors of weights that do not fit name the model, unless the weights were given."""
    try:
        yield
    except InputError as error:
        if error.path or given:
            raise
        raise InputError(error.message, path=directory, remedy=error.remedy) from None
