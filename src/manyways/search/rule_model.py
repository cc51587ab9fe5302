"""An opened hierarchical model: grammar, language models and weights, ready to be searched."""

from __future__ import annotations

import os
from collections.abc import Mapping

from manyways._core import chart as core
from manyways.errors import ModelError
from manyways.grammar import RuleTable
from manyways.lm import LanguageModel
from manyways.model import Model, SearchSettings, Weights
from manyways.search.model import naming, opened_parts
from manyways.search.phrase_weights import PhraseWeights

__all__ = ["RuleModel"]


class RuleModel:
    """A grammar, language models and weights. Never changed; safe to use from many threads."""

    kind = "hierarchical"

    def __init__(
        self,
        rules: RuleTable,
        language_models: Mapping[str, LanguageModel],
        weights: Weights,
        search: SearchSettings | None = None,
        phrase_weights: PhraseWeights | None = None,
        *,
        classes: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """classes: for language models of word classes, by name, the class of each word."""
        self.rules = rules
        self.language_models = dict(language_models)
        self.classes = {name: dict(words) for name, words in (classes or {}).items()}
        self.weights = weights
        self.search = search or SearchSettings()
        self.phrase_weights = phrase_weights
        self.core = core.RuleModel(
            rules.core,
            [(name, model.core) for name, model in self.language_models.items()],
            weights.components(),
            self.search.table_limit,
            self.search.span_limit,
            None if phrase_weights is None else phrase_weights.core,
            self.classes,
        )
        self.feature_names: tuple[str, ...] = tuple(self.core.feature_names)

    @staticmethod
    def open(model: Model | str | os.PathLike[str], *, weights: Weights | None = None) -> RuleModel:
        """Open a hierarchical model; its files are mapped, not read."""
        opened = model if isinstance(model, Model) else Model.open(model)
        if opened.kind != "hierarchical":
            raise ModelError(f"{opened.directory} is a {opened.kind} model; the chart search needs a grammar")
        language_models, sparse, classes = opened_parts(opened)
        rules, own = RuleTable(opened.path("rules")), weights or opened.weights
        with naming(opened.directory, given=weights is not None):
            return RuleModel(rules, language_models, own, opened.search, sparse, classes=classes)

    def with_weights(self, weights: Weights, phrase_weights: PhraseWeights | None = None) -> RuleModel:
        """The same model with other weights, and perhaps other rule weights; nothing is read again."""
        sparse = self.phrase_weights if phrase_weights is None else phrase_weights
        return RuleModel(self.rules, self.language_models, weights, self.search, sparse, classes=self.classes)
