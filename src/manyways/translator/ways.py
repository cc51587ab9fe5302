"""Many ways to translate a sentence, with all that a person who chooses may ask of them.

    ways = find_ways(translator, "Das Haus ist klein.", WaysSettings(count=4, strength=0.05))
    ways.candidates[0].text, ways.candidates[0].quality, ways.candidates[0].alignment

One search; lists, completions and qualities come from its graph. The quality of a candidate is its expected
chrF, from 0 to 100, against the best hundred texts of the graph, which vote by their probability: how far the
model's other good translations agree with it. It says nothing of what the model does not know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from manyways.candidates import CandidateLists
from manyways.diverse import DiverseSettings, from_graphs
from manyways.diverse.generate import weight_scale
from manyways.errors import ConfigError
from manyways.metrics.consensus import consensus, utilities
from manyways.search import Forced, Graph, Sentence, Source
from manyways.settings import Settings, Within
from manyways.text.column import TextColumn
from manyways.translator.flags import flags_of
from manyways.translator.places import word_places
from manyways.translator.translator import Translator

__all__ = ["Link", "Way", "Ways", "WaysSettings", "find_ways"]

POOL = 100  # texts of the graph that say how good a candidate probably is


@dataclass(frozen=True, kw_only=True)
class WaysSettings(Settings, table="ways"):
    """count: how many. strength: how different, as in DiverseSettings; 0: the best by score alone.

    mbr: the consensus translation comes first. alignment, features: also of each.
    """

    count: Annotated[int, Within(1, 100)] = 1
    strength: Annotated[float, Within(0, 100)] = 0.02
    mbr: bool = False
    alignment: bool = False
    features: bool = False


@dataclass(frozen=True)
class Link:
    """Characters of the source and of the target that belong together: a phrase, or a word and its word."""

    source: tuple[int, int]
    target: tuple[int, int]


@dataclass(frozen=True)
class Way:
    """A translation. score: the model's, a natural log. quality: expected chrF. flags: what looks lost."""

    text: str
    score: float
    quality: float
    flags: list[str]
    alignment: list[Link] | None = None
    features: dict[str, float | list[float]] | None = None


@dataclass(frozen=True)
class Ways:
    """The translations of a sentence, the best first."""

    source: str
    candidates: list[Way]


def find_ways(
    translator: Translator, text: str, settings: WaysSettings, *, graph: Graph | None = None
) -> Ways:
    """Translations of one sentence that differ. graph: that of the text, if it is known."""
    if translator.tokenised:
        raise ConfigError("tokenised", True, "left out: the ways of a sentence are running text")
    (source,) = translator.sources([text])
    search = translator.search()
    graph = graph or search.graphs([source])[0]
    pool = _from_graph(translator, graph, DiverseSettings(rounds=POOL, strength=0.0))
    raw = _listed(translator, graph, settings, pool)
    lists = replace(raw, texts=translator.restore(raw.texts), known_tokens=None)
    pool = replace(pool, texts=translator.restore(pool.texts), known_tokens=None)
    votes = np.exp(pool.scores - pool.scores.max(initial=-np.inf))
    qualities = consensus(lists, utilities("chrf"), pool=pool, weights=votes, threads=1)[:, 0].tolist()
    wanted = settings.alignment or settings.features
    forced = search.force([source] * lists.candidate_count, list(raw.texts)) if wanted else []
    found: dict[str, Way] = {}
    for row, own in enumerate(lists.texts):
        way = Way(
            own,
            float(lists.scores[row]),
            round(qualities[row], 2),
            flags_of(text, own, translator.source.language, translator.target.language),
        )
        if settings.alignment:
            way = replace(way, alignment=_alignment(text, source, raw.texts[row], own, forced[row]))
        if settings.features and (derived := forced[row].translation) is not None:
            way = replace(way, features=derived.features)
        found.setdefault(own, way)
    return Ways(text, list(found.values()))


def _listed(
    translator: Translator, graph: Graph, settings: WaysSettings, pool: CandidateLists
) -> CandidateLists:
    """The candidates in the model's words. pool: the best by score."""
    wanted = DiverseSettings(rounds=settings.count, strength=settings.strength)
    lists = _from_graph(translator, graph, wanted)
    if not settings.mbr or not lists.candidate_count:
        return lists
    chosen = graph.mbr()
    texts, scores = list(lists.texts), lists.scores.tolist()
    at = texts.index(chosen.text) if chosen.text in texts else len(texts) - 1
    best = dict(zip(reversed(list(pool.texts)), reversed(pool.scores.tolist()), strict=True))
    texts[at], scores[at] = chosen.text, best.get(chosen.text, chosen.score)
    order = [at, *(row for row in range(len(texts)) if row != at)]
    moved = replace(lists, texts=TextColumn.from_texts(texts[row] for row in order), known_tokens=None)
    return moved.with_scores(scores[at : at + 1] + scores[:at] + scores[at + 1 :])


def _from_graph(translator: Translator, graph: Graph, settings: DiverseSettings) -> CandidateLists:
    scale = weight_scale(translator.opened)
    return from_graphs([graph], settings, scale=scale, features=False, threads=1)


def _alignment(text: str, source: Source, words: str, target: str, forced: Forced) -> list[Link]:
    """Phrases that belong together, in the order of the target; of a hierarchical model, words."""
    derived = forced.translation
    if derived is None:
        return []
    prepared = source.text if isinstance(source, Sentence) else str(source)
    froms = word_places(prepared.split(" "), text)
    tos = word_places(words.split(" "), target)
    if all(len(step) == 3 for step in derived.derivation):
        spans, at = [], 0
        for step in derived.derivation:
            count = len(step[2].split())
            spans.append((step[0], step[1], at, at + count))
            at += count
    else:
        pairs = [link.split("-") for link in derived.links.split()]
        spans = [(int(s), int(s) + 1, int(t), int(t) + 1) for s, t in pairs]
    return [
        Link((froms[a][0], froms[b - 1][1]), (tos[c][0], tos[d - 1][1]))
        for a, b, c, d in spans
        if a < b <= len(froms) and c < d <= len(tos)
    ]
