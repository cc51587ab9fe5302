"""The kind of a model says how it is searched: phrases by a beam, rules with gaps by a chart."""

from __future__ import annotations

import os

from manyways.errors import ConfigError
from manyways.grammar import RuleTable
from manyways.model import Model, Weights
from manyways.phrases import PhraseTable
from manyways.search.beam import BeamSearch
from manyways.search.chart import ChartSearch
from manyways.search.model import PhraseModel
from manyways.search.rule_model import RuleModel
from manyways.search.settings import BeamSettings, ChartSettings, Space

__all__ = ["AnyModel", "AnySearch", "AnySettings", "AnyTable", "make_search", "make_settings", "open_model"]

AnyModel = PhraseModel | RuleModel
AnyTable = PhraseTable | RuleTable
AnySearch = BeamSearch | ChartSearch
AnySettings = BeamSettings | ChartSettings


def open_model(model: Model | str | os.PathLike[str], *, weights: Weights | None = None) -> AnyModel:
    """Open a model of any kind; its files are mapped, not read."""
    opened = model if isinstance(model, Model) else Model.open(model)
    kind = RuleModel if opened.kind == "hierarchical" else PhraseModel
    return kind.open(opened, weights=weights)


def make_search(model: AnyModel, settings: AnySettings | None = None, *, threads: int = 0) -> AnySearch:
    """The search without proofs for the model. Settings of the other kind are refused."""
    if isinstance(model, RuleModel) and (settings is None or isinstance(settings, ChartSettings)):
        return ChartSearch(model, settings, threads=threads)
    if isinstance(model, PhraseModel) and (settings is None or isinstance(settings, BeamSettings)):
        return BeamSearch(model, settings, threads=threads)
    wanted = ChartSettings if isinstance(model, RuleModel) else BeamSettings
    raise ConfigError("settings", settings, f"{wanted.__name__} for a {model.kind} model")


def make_settings(
    model: AnyModel, *, pops: int | None = None, space: Space | None = None, time_limit: float = 0.0
) -> AnySettings:
    """What a command line can say of a search, for the model; None is the default of its search."""
    if isinstance(model, PhraseModel):
        pops = BeamSettings.pops if pops is None else pops
        return BeamSettings(pops=pops, stack=max(pops, 1000), space=space, time_limit=time_limit)
    if space is not None:
        raise ConfigError("--space", space, "left out: a hierarchical model has no space of jumps")
    return ChartSettings(pops=ChartSettings.pops if pops is None else pops, time_limit=time_limit)
