"""Diverse lists from a decoder: one search per sentence, then rounds on its graph.

    decoder = Decoder.open("models/de-en")
    lists = generate(decoder, sentences, DiverseConfig(rounds=20))               # 20 diverse
    lists = generate(decoder, sentences, DiverseConfig(rounds=20, each=50))      # 20 x 50

Every round finds the best texts by the model's score less what they share with the winners of the rounds
before; lists are merged, a text once, in the order of finding. Scores and features are the model's own,
free of penalties.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

from manyways._core import diverse as core
from manyways.candidates import CandidateLists
from manyways.diverse.dissimilarity import Dissimilarity
from manyways.errors import ConfigError
from manyways.search import BeamSettings, Decoder, Graph
from manyways.search.decoder import Sources, make_lists, source_texts
from manyways.search.inputs import make_inputs
from manyways.text.column import TextColumn

__all__ = ["DiverseConfig", "from_graph", "generate"]


@dataclass(frozen=True, kw_only=True)
class DiverseConfig:
    """How many, how different.

    rounds: diverse translations wanted (M). each: best texts taken from every round (N).
    strength: what a pair of equal n-grams costs. unit: of the strength; `log` is the model's score as it is
    (natural log), `weights` the sum of the absolute weights, so that scaled weights change nothing.
    distinct: winners are not looked at again; False is the published method, where a text may win several
    rounds and lists can be shorter.
    engine: `graph` searches once and goes on in the search graph; `redecode`, the published one, searches
    again in every round and costs as many searches.
    """

    rounds: int = 20
    each: int = 1
    strength: float = 0.1
    unit: Literal["log", "weights"] = "weights"
    dissimilarity: Dissimilarity = field(default_factory=lambda: Dissimilarity.of(4))
    distinct: bool = True
    engine: Literal["graph", "redecode"] = "graph"

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.each < 1:
            raise ConfigError("diverse.rounds and diverse.each", (self.rounds, self.each), "at least 1")
        if not (math.isfinite(self.strength) and self.strength >= 0):
            raise ConfigError("diverse.strength", self.strength, "a number, not negative")
        if self.unit not in ("log", "weights"):
            raise ConfigError("diverse.unit", self.unit, "log or weights")
        if self.engine not in ("graph", "redecode"):
            raise ConfigError("diverse.engine", self.engine, "graph or redecode")


def generate(
    decoder: Decoder,
    sources: Sources,
    config: DiverseConfig | None = None,
    *,
    beam: BeamSettings | None = None,
    threads: int = 0,
) -> CandidateLists:
    """The diverse list of each source."""
    config = config or DiverseConfig()
    items = sources if isinstance(sources, TextColumn) else list(sources)
    settings = _settings(config, weight_scale(decoder) if config.unit == "weights" else 1.0)
    settings.redecode = config.engine == "redecode"
    settings.beam = decoder.beam_settings(beam, None)
    found = core.generate(decoder.core, make_inputs(items), settings, threads)
    return make_lists(found, decoder.feature_names, source_texts(items))


def from_graph(graph: Graph, config: DiverseConfig | None = None) -> CandidateLists:
    """The diverse list of one search graph; the strength is in natural logs, the graph knows no weights."""
    config = config or DiverseConfig(unit="log")
    if config.unit != "log":
        raise ConfigError("diverse.unit", config.unit, "log for a graph, which does not know the weights")
    return make_lists(core.from_graph(graph.core, _settings(config, 1.0)), graph.feature_names, None)


def weight_scale(decoder: Decoder) -> float:
    """The sum of the absolute weights, that of unknown words left out."""
    pairs = zip(decoder.feature_names, decoder.core.weights, strict=True)
    return sum(abs(weight) for name, weight in pairs if not name.startswith("UnknownWordPenalty"))


def _settings(config: DiverseConfig, scale: float) -> core.GenerateSettings:
    settings = core.GenerateSettings()
    settings.rounds, settings.each, settings.distinct = config.rounds, config.each, config.distinct
    settings.strength = config.strength * scale
    settings.set_orders(config.dissimilarity.pairs)
    settings.classes = dict(config.dissimilarity.classes or {})
    return settings
