"""Diverse lists from a model: one search per sentence, then rounds on its graph.

    model = open_model("models/de-en")                                         # of either kind
    lists = generate(model, sentences, DiverseConfig(rounds=20))               # 20 diverse
    lists = generate(model, sentences, DiverseConfig(rounds=20, each=50))      # 20 x 50

Every round finds the best texts by the model's score less what they share with the winners of the rounds
before; lists are merged, a text once, in the order of finding. Scores and features are the model's own,
free of penalties.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from manyways._core import chart
from manyways._core import diverse as core
from manyways.candidates import CandidateLists
from manyways.diverse.dissimilarity import Dissimilarity
from manyways.errors import ConfigError
from manyways.search import AnyModel, AnySettings, ChartSearch, Graph, Sources, make_search, source_texts
from manyways.search.base import make_lists
from manyways.search.inputs import make_inputs
from manyways.search.settings import to_core
from manyways.text.column import TextColumn

__all__ = ["ENGINES", "DiverseConfig", "from_graph", "from_graphs", "generate"]

ENGINES = ("graph", "redecode", "exact", "groups", "sample")
Engine = Literal["graph", "redecode", "exact", "groups", "sample"]
UNITS = ("deviation", "weights", "log")


@dataclass(frozen=True, kw_only=True)
class DiverseConfig:
    """How many, how different.

    rounds: diverse translations wanted (M). each: best texts taken from every round (N).
    strength: what a pair of equal n-grams costs. unit: of the strength; `deviation` is the standard deviation
    of the scores of the sentence's 100 best texts, as in SelectConfig; `weights` the sum of the absolute
    weights; `log` the model's score as it is (natural log).
    distinct: a text that was found is not looked at again; False is the published method, where a text may
    win several rounds and lists are shorter.
    engine: `graph` searches once and goes on in the search graph; `redecode`, the published one, searches
    again in every round; `exact` proves every text the best there is (docs/exact.md); `groups` searches
    again with a beam that is split among the rounds; `sample` draws texts from the graph with probability
    ~ exp(score / strength), `seed` deciding.
    fall: for `graph`, how far below the best of the graph a round's best may lie, in sums of the absolute
    weights, before the sentence is searched again.
    """

    rounds: int = 20
    each: int = 1
    strength: float = 0.02
    unit: Literal["deviation", "weights", "log"] = "weights"
    dissimilarity: Dissimilarity = field(default_factory=lambda: Dissimilarity.of(4))
    distinct: bool = True
    engine: Engine = "graph"
    fall: float = math.inf
    seed: int = 1

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.each < 1:
            raise ConfigError("diverse.rounds and diverse.each", (self.rounds, self.each), "at least 1")
        if not (math.isfinite(self.strength) and self.strength >= 0):
            raise ConfigError("diverse.strength", self.strength, "a number, not negative")
        if not self.fall >= 0:
            raise ConfigError("diverse.fall", self.fall, "not negative")
        if self.unit not in UNITS:
            raise ConfigError("diverse.unit", self.unit, f"one of {', '.join(UNITS)}")
        if self.engine not in ENGINES:
            raise ConfigError("diverse.engine", self.engine, f"one of {', '.join(ENGINES)}")
        self._check_traits()

    def _check_traits(self) -> None:
        again = self.engine in ("redecode", "exact", "groups") or self.fall < math.inf
        if again and self.dissimilarity.trait("reordering"):
            raise ConfigError(
                "the trait reordering", self.engine, "used with the engine graph, which sees jumps"
            )
        if self.engine == "exact" and self.dissimilarity.trait("length"):
            raise ConfigError(
                "the trait length", self.engine, "used with an engine that counts words: not exact"
            )


def generate(
    model: AnyModel,
    sources: Sources,
    config: DiverseConfig | None = None,
    *,
    search: AnySettings | None = None,
    threads: int = 0,
) -> CandidateLists:
    """The diverse list of each source. search: how each search is done, its time limit with it."""
    config = config or DiverseConfig()
    items = sources if isinstance(sources, TextColumn) else list(sources)
    settings = make_settings(config, weight_scale(model))
    own = make_search(model, search)
    if isinstance(own, ChartSearch):
        check_hierarchical(config)
        settings.chart = to_core(chart.ChartSettings(), own.settings)
    else:
        settings.beam = own.model.beam(own.settings)
    found = core.generate(model.core, make_inputs(items), settings, threads)
    lists = make_lists(found, model.feature_names, source_texts(items))
    if not found.unproved:
        return lists
    what = f"{found.unproved} texts are the best that was found, without proof: time or memory ran out"
    return replace(lists, remarks=(what,))


def from_graph(graph: Graph, config: DiverseConfig | None = None) -> CandidateLists:
    """The diverse list of one search graph, which does not know the weights: the unit is not `weights`."""
    config = config or DiverseConfig(unit="deviation")
    if config.unit == "weights" or config.fall < math.inf:
        raise ConfigError("diverse.unit", config.unit, "deviation or log for a graph, which has no weights")
    if config.engine not in ("graph", "sample"):
        raise ConfigError(
            "diverse.engine", config.engine, "graph or sample: a graph cannot be searched again"
        )
    return from_graphs([graph], config, scale=1.0, threads=1)


def from_graphs(
    graphs: Sequence[Graph], config: DiverseConfig, *, scale: float, features: bool = True, threads: int = 0
) -> CandidateLists:
    """The lists of search graphs; `scale` is the sum of the absolute weights (see `weight_scale`)."""
    settings = make_settings(config, scale)
    settings.features = features
    found = core.from_graphs([graph.core for graph in graphs], settings, threads)
    names = graphs[0].feature_names if graphs and features else ()
    return make_lists(found, names, None)


def check_hierarchical(config: DiverseConfig) -> None:
    """A ConfigError for what lists of a hierarchical model cannot be made by."""
    if config.engine == "exact":
        raise ConfigError("diverse.engine", "exact", "another one: a hierarchical model has no exact search")
    if config.dissimilarity.trait("reordering"):
        raise ConfigError(
            "the trait reordering", "a hierarchical model", "used with a phrase model, whose phrases jump"
        )


def weight_scale(model: AnyModel) -> float:
    """The sum of the absolute weights, that of unknown words left out."""
    pairs = zip(model.feature_names, model.core.weights, strict=True)
    return sum(abs(weight) for name, weight in pairs if not name.startswith("UnknownWordPenalty"))


def make_settings(config: DiverseConfig, scale: float) -> core.GenerateSettings:
    """The settings as the core takes them."""
    near = config.dissimilarity
    settings = core.GenerateSettings()
    settings.rounds, settings.each, settings.distinct = config.rounds, config.each, config.distinct
    settings.strength = config.strength * (scale if config.unit == "weights" else 1.0)
    settings.relative = config.unit == "deviation"
    settings.fall = config.fall * scale if config.fall < math.inf else math.inf
    settings.engine = getattr(core.Engine, config.engine)
    settings.seed = config.seed
    settings.set_orders(near.pairs)
    settings.set_traits(near.trait("length"), near.trait("reordering"))
    settings.classes = dict(near.classes or {})
    return settings
