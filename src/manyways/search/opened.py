"""What opened models of all kinds share: language models, weights, limits of the search."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from manyways.errors import InputError, ModelError
from manyways.lm import LanguageModel, read_classes
from manyways.model import Model, SearchSettings, Weights
from manyways.search.phrase_weights import PHRASE_ROLE, PhraseWeights

__all__ = ["OpenedModel"]


class CoreModel(Protocol):
    """What is asked of the core's models."""

    @property
    def feature_names(self) -> list[str]: ...


TableType = TypeVar("TableType")
CoreType = TypeVar("CoreType", bound=CoreModel)


class OpenedModel(ABC, Generic[TableType, CoreType]):
    """A table, language models and weights. Never changed; safe to use from many threads."""

    kind: ClassVar[str]
    needed: ClassVar[str]  # what is said to a model of another kind

    def __init__(
        self,
        table: TableType,
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
        self.phrase_weights = phrase_weights
        parts = [(name, model.core) for name, model in self.language_models.items()]
        sparse = None if phrase_weights is None else phrase_weights.core
        self.core = self._made(parts, weights.components(), sparse)
        self.feature_names: tuple[str, ...] = tuple(self.core.feature_names)

    @abstractmethod
    def _made(self, parts: list[tuple[str, Any]], weights: dict[str, float], sparse: Any) -> CoreType:
        """The core's model."""

    @classmethod
    @abstractmethod
    def _table_of(cls, model: Model) -> TableType: ...

    @classmethod
    def open(cls, model: Model | str | os.PathLike[str], *, weights: Weights | None = None) -> Self:
        """Open a model of this kind; its files are mapped, not read."""
        opened = model if isinstance(model, Model) else Model.open(model)
        if opened.kind != cls.kind:
            raise ModelError(f"{opened.directory} is a {opened.kind} model; {cls.needed}")
        language_models = {name: LanguageModel.open(path) for name, path in opened.language_models.items()}
        sparse = PhraseWeights.read(opened.path(PHRASE_ROLE)) if PHRASE_ROLE in opened.files else None
        classes = {name: read_classes(path) for name, path in opened.word_classes.items()}
        table, own = cls._table_of(opened), weights or opened.weights
        with _naming(opened.directory, given=weights is not None):
            return cls(table, language_models, own, opened.search, sparse, classes=classes)

    def with_weights(self, weights: Weights, phrase_weights: PhraseWeights | None = None) -> Self:
        """The same model with other weights, and perhaps other phrase weights; nothing is read again."""
        sparse = self.phrase_weights if phrase_weights is None else phrase_weights
        return type(self)(
            self.table, self.language_models, weights, self.search, sparse, classes=self.classes
        )


@contextmanager
def _naming(directory: os.PathLike[str], *, given: bool) -> Iterator[None]:
    """Errors of weights that do not fit name the model, unless the weights were given."""
    try:
        yield
    except InputError as error:
        if error.path or given:
            raise
        raise InputError(error.message, path=directory, remedy=error.remedy) from None
