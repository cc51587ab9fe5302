"""Diverse lists from a model: one search per sentence, then rounds on its graph.

    model = open_model("models/de-en")                                           # of either kind
    lists = generate(model, sentences, DiverseSettings(rounds=20))               # 20 diverse
    lists = generate(model, sentences, DiverseSettings(rounds=20, each=50))      # 20 x 50

Every round finds the best texts by the model's score less what they share with the winners of the rounds
before; lists are merged, a text once, in the order of finding. Scores and features are the model's own,
free of penalties.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from manyways._core import chart
from manyways._core import diverse as core
from manyways.candidates import CandidateLists
from manyways.diverse.dissimilarity import Dissimilarity
from manyways.diverse.select import Strength
from manyways.errors import ConfigError
from manyways.search import AnyModel, AnySettings, ChartSearch, Graph, Sources, make_search, source_texts
from manyways.search.base import make_lists
from manyways.search.inputs import make_inputs
from manyways.settings import Seed, Settings, Within, to_core
from manyways.text.column import TextColumn
from manyways.wording import counted

__all__ = ["DiverseSettings", "from_graph", "from_graphs", "generate"]

Engine = Literal["graph", "redecode", "exact", "groups", "sample"]


@dataclass(frozen=True, kw_only=True)
class DiverseSettings(Settings, table="diverse"):
    """How many, how different.

    rounds: diverse translations wanted (M). each: best texts taken from every round (N).
    strength: what a pair of equal n-grams costs. unit: of the strength; `deviation` is the standard deviation
    of the scores of the sentence's 100 best texts, as in SelectSettings; `weights` the sum of the absolute
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

    rounds: Annotated[int, Within(1)] = 20
    each: Annotated[int, Within(1)] = 1
    strength: Strength = 0.02
    unit: Literal["deviation", "weights", "log"] = "weights"
    dissimilarity: Dissimilarity = field(default_factory=lambda: Dissimilarity.of(4))
    distinct: bool = True
    engine: Engine = "graph"
    fall: Annotated[float, Within(0, math.inf)] = math.inf
    seed: Seed = 1

    def __post_init__(self) -> None:
        super().__post_init__()
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
    settings: DiverseSettings | None = None,
    *,
    search: AnySettings | None = None,
    threads: int = 0,
) -> CandidateLists:
    """The diverse list of each source. search: how each search is done, its time limit with it."""
    settings = settings or DiverseSettings()
    items = sources if isinstance(sources, TextColumn) else list(sources)
    own = make_search(model, search)
    if isinstance(own, ChartSearch):
        check_hierarchical(settings)
        how: dict[str, Any] = {"chart": to_core(chart.ChartSettings(), own.settings)}
    else:
        how = {"beam": own.model.beam(own.settings)}
    chosen = for_core(settings, weight_scale(model), **how)
    found = core.generate(model.core, make_inputs(items), chosen, threads)
    lists = make_lists(found, model.feature_names, source_texts(items))
    if not found.unproved:
        return lists
    what = (
        f"time or memory ran out: {counted(found.unproved, 'texts')} without proof, the best that was found"
    )
    return replace(lists, remarks=(what,))


def from_graph(graph: Graph, settings: DiverseSettings | None = None) -> CandidateLists:
    """The diverse list of one search graph, which does not know the weights: the unit is not `weights`."""
    settings = settings or DiverseSettings(unit="deviation")
    if settings.unit == "weights" or settings.fall < math.inf:
        raise ConfigError("diverse.unit", settings.unit, "deviation or log for a graph, which has no weights")
    if settings.engine not in ("graph", "sample"):
        raise ConfigError(
            "diverse.engine", settings.engine, "graph or sample: a graph cannot be searched again"
        )
    return from_graphs([graph], settings, scale=1.0, threads=1)


def from_graphs(
    graphs: Sequence[Graph],
    settings: DiverseSettings,
    *,
    scale: float,
    features: bool = True,
    threads: int = 0,
) -> CandidateLists:
    """The lists of search graphs; `scale` is the sum of the absolute weights (see `weight_scale`)."""
    chosen = for_core(settings, scale, features=features)
    found = core.from_graphs([graph.core for graph in graphs], chosen, threads)
    names = graphs[0].feature_names if graphs and features else ()
    return make_lists(found, names, None)


def check_hierarchical(settings: DiverseSettings) -> None:
    """A ConfigError for what lists of a hierarchical model cannot be made by."""
    if settings.engine == "exact" and not settings.distinct:
        raise ConfigError(
            "diverse.distinct", settings.distinct, "true: exact rounds of a hierarchical model repeat no text"
        )
    if settings.dissimilarity.trait("reordering"):
        raise ConfigError(
            "the trait reordering", "a hierarchical model", "used with a phrase model, whose phrases jump"
        )


def weight_scale(model: AnyModel) -> float:
    """The sum of the absolute weights, that of unknown words left out."""
    pairs = zip(model.feature_names, model.core.weights, strict=True)
    return sum(abs(weight) for name, weight in pairs if not name.startswith("UnknownWordPenalty"))


def for_core(settings: DiverseSettings, scale: float, **more: Any) -> core.GenerateSettings:
    """The settings as the core takes them, in the units of its scores."""
    near = settings.dissimilarity
    return to_core(
        core.GenerateSettings(),
        settings,
        strength=settings.strength * (scale if settings.unit == "weights" else 1.0),
        unit=None,
        relative=settings.unit == "deviation",
        fall=settings.fall * scale if settings.fall < math.inf else math.inf,
        dissimilarity=None,
        orders=near.pairs,
        traits=(near.trait("length"), near.trait("reordering")),
        classes=dict(near.classes or {}),
        **more,
    )
