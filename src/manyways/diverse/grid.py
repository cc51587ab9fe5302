"""Choose the order and the strength: a grid on sentences with references, the best first.

    trials = tune(lists, SelectSettings(size=20))                         # for lists that are there
    trials = tune_search(model, sources, references, DiverseSettings())  # for lists to be made
    trials[0].settings                     # the best setting; trials are sorted, the best first

Best is the highest oracle BLEU (the best choice from each list) or the highest coverage of the references'
n-grams. Lists are read, and sentences searched, once for the whole grid: a trial only selects rows, or runs
its rounds on the search graphs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

from manyways.candidates import CandidateLists
from manyways.diverse.generate import DiverseSettings, check_hierarchical, from_graphs, weight_scale
from manyways.diverse.select import Ready, SelectSettings, picked_rows
from manyways.errors import ConfigError, InputError
from manyways.metrics import Bleu, Coverage, Score
from manyways.metrics.bleu import DEFAULT_TOKENISER, Tokeniser
from manyways.metrics.oracle import best_each
from manyways.progress import Progress
from manyways.search import AnyModel, AnySettings, RuleModel, make_search
from manyways.text.column import TextColumn

__all__ = ["ORDERS", "STRENGTHS", "Trial", "tune", "tune_search"]

ORDERS = tuple(range(1, 10))
STRENGTHS = (0.0, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)  # in deviations
SEARCH_ORDERS = (2, 3, 4, 5, 6, 7, 9)
SEARCH_STRENGTHS = {  # by unit
    "weights": (0.005, 0.01, 0.02, 0.05, 0.1),
    "deviation": (0.05, 0.1, 0.2, 0.4, 0.8),
    "log": (0.005, 0.01, 0.02, 0.05, 0.1),
}
Measure = Literal["oracle", "coverage"]
MEASURES = ("oracle", "coverage")
C = TypeVar("C", SelectSettings, DiverseSettings)


@dataclass(frozen=True)
class Trial(Generic[C]):
    """A setting and what its lists reach: oracle BLEU or coverage, 0 to 100."""

    settings: C
    score: Score

    @property
    def value(self) -> float:
        return self.score.value

    def summary(self) -> str:
        """One line for people."""
        (order,) = self.settings.dissimilarity.orders
        return f"order {order}, strength {self.settings.strength:g} ({self.settings.unit}): {self.score}"


def tune(
    lists: CandidateLists,
    settings: SelectSettings,
    *,
    orders: Sequence[int] = ORDERS,
    strengths: Sequence[float] = STRENGTHS,
    measure: Measure = "oracle",
    tokenise: Tokeniser = DEFAULT_TOKENISER,
    threads: int = 0,
) -> list[Trial[SelectSettings]]:
    """Every order with every strength; the rest as in `settings`. Of equals the lower order and strength."""
    if not lists.references:
        raise InputError("choosing order and strength needs references", remedy="Give them with --tune.")
    _check(measure)
    ready = Ready.of(lists, settings, threads=threads)
    lists = ready.lists
    if measure == "oracle":
        rows = Bleu(tokenise=tokenise).statistics(lists, threads=threads)
        lists = lists.with_statistics(rows, "bleu")
    trials = []
    for tried in _grid(settings, orders, strengths):
        chosen = lists.select(picked_rows(ready, tried, threads=threads))
        trials.append(Trial(tried, score_of(chosen, measure, tokenise=tokenise, threads=threads)))
    return sorted(trials, key=lambda trial: -trial.value)


def tune_search(
    model: AnyModel,
    sources: TextColumn | Sequence[str],
    references: Sequence[TextColumn | Sequence[str]],
    settings: DiverseSettings,
    *,
    orders: Sequence[int] = SEARCH_ORDERS,
    strengths: Sequence[float] | None = None,
    measure: Measure = "oracle",
    search: AnySettings | None = None,
    threads: int = 0,
) -> list[Trial[DiverseSettings]]:
    """Every order with every strength on the search graphs of `sources`, which are kept in memory.

    Scores are those of the decoder's own words (tok:none): they are split already.
    """
    _check(measure)
    if settings.engine != "graph":
        raise ConfigError("diverse.engine", settings.engine, "graph: others would search for every setting")
    if isinstance(model, RuleModel):
        check_hierarchical(settings)
    strengths = SEARCH_STRENGTHS[settings.unit] if strengths is None else strengths
    with Progress("searching"):
        graphs = make_search(model, search, threads=threads).graphs(sources)
    scale = weight_scale(model)
    trials = []
    with Progress("trying", total=len(orders) * len(strengths), unit="settings") as progress:
        for tried in _grid(settings, orders, strengths):
            lists = from_graphs(graphs, tried, scale=scale, features=False, threads=threads)
            lists = lists.with_references(*references)
            trials.append(Trial(tried, score_of(lists, measure, tokenise="none", threads=threads)))
            progress.advance()
    return sorted(trials, key=lambda trial: -trial.value)


def score_of(
    lists: CandidateLists, measure: Measure, *, tokenise: Tokeniser = DEFAULT_TOKENISER, threads: int = 0
) -> Score:
    """What lists with references reach; statistics that they have are taken for BLEU's."""
    count = len(lists.references or ())
    if measure == "coverage":
        coverage = Coverage(tokenise=tokenise)
        return coverage.score(coverage.statistics(lists, threads=threads)[lists.sizes > 0], references=count)
    metric = Bleu(tokenise=tokenise)
    rows = lists.statistics if lists.statistics is not None else metric.statistics(lists, threads=threads)
    best = rows[best_each(metric, rows, lists.sentence_offsets)].sum(axis=0)
    score = metric.score(best, references=count)
    return replace(score, name="oracle BLEU", signature=score.signature.with_items(oracle="each"))


def _check(measure: str) -> None:
    if measure not in MEASURES:
        raise ConfigError("measure", measure, f"one of {', '.join(MEASURES)}")


def _grid(settings: C, orders: Sequence[int], strengths: Sequence[float]) -> Iterator[C]:
    for order in orders:
        for strength in strengths:
            near = replace(settings.dissimilarity, orders={order: 1.0})
            yield replace(settings, dissimilarity=near, strength=strength)
