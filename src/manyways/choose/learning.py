"""Learning how to choose on lists with references: votes, and how good the choice will be.

    learned = learn(dev, Chooser.named("mbr"), LearnSettings(votes="system"))
    learned.chooser.write("chooser.toml")
    learned.rows                     # honest choices: each sentence by votes that were learned without it

Votes by system are weights of a linear model, whose features are the agreements with each system; the tuners
find them. Votes by score have one number, a temperature, which is the best of a few.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.choose.best import UTILITIES, VOTED, Best, Way, choose_way
from manyways.choose.chooser import Chooser
from manyways.choose.choosing import order_of
from manyways.choose.consensus import Consensus, Posterior, SystemVotes, Votes, mean_agreements
from manyways.choose.quality import Quality, traits
from manyways.choose.scorers import Scorer
from manyways.errors import ConfigError, InputError, TuneError
from manyways.metrics import Metric
from manyways.metrics.base import Rows, Values
from manyways.metrics.bleu import DEFAULT_TOKENISER, Tokeniser
from manyways.metrics.consensus import consensus
from manyways.metrics.evaluation import MetricName, make_metrics
from manyways.metrics.oracle import first_of_each
from manyways.model.weights import Weights
from manyways.settings import Seed, Settings, Within
from manyways.tune.base import Examples, Start, tune
from manyways.tune.folds import fold_of
from manyways.tune.tuners import TUNERS, make_tuner

__all__ = ["LearnSettings", "Learned", "VoteKind", "fit_quality", "learn"]

VoteKind = Literal["uniform", "score", "system"]
TEMPERATURES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 20.0, 100.0)  # in deviations of the scores within lists
QUALITY_METRIC = "chrf"
_OTHER: Mapping[str, MetricName] = {"bleu": "ter", "chrf": "ter", "chrf++": "ter", "ter": "bleu"}
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True)
class LearnSettings(Settings, table="learn"):
    """votes: what is learned of a consensus. metric: what is to rise (an error rate: to fall).

    tuner, own: who learns votes by system, and its settings. folds: parts for honest scores.
    """

    votes: VoteKind = "uniform"
    metric: MetricName = "bleu"
    tokenise: Tokeniser = DEFAULT_TOKENISER
    tuner: str = "pro"
    own: Mapping[str, Any] = field(default_factory=dict)
    folds: Annotated[int, Within(2)] = 5
    seed: Seed = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tuner not in TUNERS:
            raise ConfigError("learn.tuner", self.tuner, f"one of {', '.join(TUNERS)}")
        make_tuner(self.tuner, self.own)  # an error for settings that the tuner does not have

    def make_metric(self) -> Metric:
        (made,) = make_metrics([self.metric], tokenise=self.tokenise).values()
        return made


@dataclass(frozen=True, eq=False)
class Learned:
    """chooser: from all sentences. rows: of each non-empty list the row that votes of the other folds choose.

    qualities: of each sentence, estimated in the same way; NaN where there are no candidates.
    """

    chooser: Chooser
    rows: Rows
    qualities: Values
    remarks: tuple[str, ...] = ()


class _Task:
    """What is learned of, and what votes make of it; the same features serve all folds."""

    def __init__(self, lists: CandidateLists, by: Consensus, settings: LearnSettings, threads: int) -> None:
        self.lists, self.by, self.settings, self.threads = lists, by, settings, threads
        self.metric = settings.make_metric()
        self.statistics = self.metric.statistics(lists, threads=threads)

    def rows(self, mask: Mask) -> Mask:
        found: Mask = mask[self.lists.sentence_of]
        return found

    def score(self, values: Values, mask: Mask) -> float:
        """The metric of what values choose for the masked sentences; higher is better."""
        lists = self.lists
        chosen = order_of(lists, values)[lists.sentence_offsets[:-1][mask & (lists.sizes > 0)]]
        value = float(self.metric.scores(self.statistics[chosen].sum(axis=0)[None])[0])
        return value if self.metric.higher_is_better else -value


class _SystemTask(_Task):
    @cached_property
    def features(self) -> npt.NDArray[np.float64]:
        return mean_agreements(self.lists, self.by, threads=self.threads)

    def fit(self, mask: Mask) -> SystemVotes:
        names, rows = self.lists.system_names, self.rows(mask)
        sizes = self.lists.sizes[mask]
        examples = Examples(
            names=names,
            features=np.ascontiguousarray(self.features[rows]),
            statistics=np.ascontiguousarray(self.statistics[rows]),
            offsets=np.concatenate([[0], np.cumsum(sizes[sizes > 0])]).astype(np.int64),
            metric=self.metric,
            references=len(self.lists.references or ()),
        )
        start = Start(Weights.from_components(names, np.full(len(names), 1 / len(names))), "one vote each")
        tuner = make_tuner(self.settings.tuner, self.settings.own)
        found = tune(examples, tuner, start=start, seed=self.settings.seed, threads=self.threads)
        vector = found.vector / np.abs(found.vector).sum()
        return SystemVotes(dict(zip(names, vector.tolist(), strict=True)))

    def values(self, votes: Votes) -> Values:
        assert isinstance(votes, SystemVotes)
        shares = votes.of_lists(self.lists)[self.lists.sentence_of]
        found: Values = (self.features * shares).sum(axis=1)
        return found


class _ScoreTask(_Task):
    @cached_property
    def tried(self) -> dict[float, Values]:
        """The consensus at each temperature."""
        lists = self.lists
        means = np.bincount(lists.sentence_of, lists.scores, len(lists)) / np.maximum(lists.sizes, 1)
        unit = float(np.sqrt(np.mean((lists.scores - means[lists.sentence_of]) ** 2)))
        if not (np.isfinite(unit) and unit > 0):
            raise InputError(
                "the scores within lists do not differ, or are missing", remedy="Leave --votes score out."
            )
        return {unit * each: self._consensus(unit * each) for each in TEMPERATURES}

    def _consensus(self, temperature: float) -> Values:
        weights = Posterior(temperature=temperature).weights(self.lists)
        by = self.by
        found = consensus(
            self.lists, by.metrics(), weights=weights, settings=by.settings, threads=self.threads
        )
        mean: Values = found.mean(axis=1)
        return mean

    def fit(self, mask: Mask) -> Posterior:
        return Posterior(temperature=max(self.tried, key=lambda each: self.score(self.tried[each], mask)))

    def values(self, votes: Votes) -> Values:
        assert isinstance(votes, Posterior)
        return self.tried[votes.temperature]


def learn(
    lists: CandidateLists, chooser: Chooser, settings: LearnSettings | None = None, *, threads: int = 0
) -> Learned:
    """Votes, if they are to be learned, and the quality estimate, on lists with references."""
    given = settings or LearnSettings()
    if not lists.references:
        raise InputError("there are no references to learn from", remedy="Give them: --references F")
    fold = fold_of(len(lists), given.folds, given.seed)
    by = chooser.scorer
    said: tuple[str, ...] = ()
    found: Scorer
    metric: str
    if isinstance(by, Best):
        way = choose_way(lists, _ways(lists, given, fold, threads), given.metric, threads=threads)
        found, values, metric = way.scorer, way.values, given.metric
        said = (way.remark,)
    elif given.votes == "uniform":
        values = by(lists, threads=threads).values
        found, metric = by, chooser.metric
    else:
        found, values = _with_votes(lists, by, given, fold, threads)
        metric = given.metric
    rows = order_of(lists, values)[first_of_each(lists.sentence_offsets)]
    quality, qualities = fit_quality(lists, values, rows, fold, threads)
    honest = f"each sentence was chosen for by what was learned without its fold ({given.folds} folds)"
    return Learned(Chooser(found, metric, quality), rows, qualities, (*said, honest))


def _ways(
    lists: CandidateLists, given: LearnSettings, fold: npt.NDArray[np.int64], threads: int
) -> list[Way]:
    """What the best is chosen from: equal votes, and votes learned for the metric and for another one."""
    if given.votes != "uniform":
        raise ConfigError("--votes", given.votes, "left out with --by best, which tries them")
    if len(lists.system_names) < 2:
        remedy = "Learn another way: --by mbr"
        raise InputError("the lists are of one system: --by best needs several systems", remedy=remedy)
    found = []
    for names in UTILITIES:
        by = Consensus(names=names, tokenise=given.tokenise)
        found.append(Way(by, by(lists, threads=threads).values))
    for names in VOTED:
        by = Consensus(names=names, tokenise=given.tokenise)
        features: npt.NDArray[np.float64] | None = None
        for metric in dict.fromkeys((given.metric, _OTHER.get(given.metric, "bleu"))):
            task = _SystemTask(lists, by, replace(given, metric=metric), threads)
            if features is not None:
                task.features = features
            voted, values = _by_folds(task, by, given, fold)
            features = task.features
            found.append(Way(voted, values))
    return found


def _with_votes(
    lists: CandidateLists, by: object, given: LearnSettings, fold: npt.NDArray[np.int64], threads: int
) -> tuple[Consensus, Values]:
    """The scorer with votes of all sentences, and values by votes of the other folds."""
    if not isinstance(by, Consensus):
        raise ConfigError("--votes", given.votes, "left out unless --by is mbr")
    if by.pool is not None:
        raise ConfigError("--pool", "lists", "left out where votes are learned")
    if given.votes == "system" and len(lists.system_names) < 2:
        raise InputError(
            "the lists are of one system: there are no votes to learn", remedy="Leave --votes out."
        )
    kind: Callable[..., _SystemTask | _ScoreTask] = _SystemTask if given.votes == "system" else _ScoreTask
    return _by_folds(kind(lists, by, given, threads), by, given, fold)


def _by_folds(
    task: _SystemTask | _ScoreTask, by: Consensus, given: LearnSettings, fold: npt.NDArray[np.int64]
) -> tuple[Consensus, Values]:
    values = np.empty(task.lists.candidate_count)
    for number in range(given.folds):
        try:
            votes = task.fit(fold != number)
        except TuneError as error:
            where = f"without fold {number + 1} of {given.folds}"
            raise TuneError(f"{where}: {error.message}", remedy=error.remedy) from None
        held = task.rows(fold == number)
        values[held] = task.values(votes)[held]
    return replace(by, votes=task.fit(np.ones(len(task.lists), dtype=bool))), values


def fit_quality(
    lists: CandidateLists, values: Values, rows: Rows, fold: npt.NDArray[np.int64], threads: int
) -> tuple[Quality, Values]:
    """The estimate from all sentences, and each sentence's by that of the other folds."""
    (metric,) = make_metrics([QUALITY_METRIC]).values()
    chosen = lists.select(rows)
    scores = metric.sentence_scores(metric.statistics(chosen, threads=threads))
    seen = traits(lists, values, threads=threads)
    has = lists.sizes > 0
    whole = Quality.fit(seen[has], scores, metric=QUALITY_METRIC)
    found = np.full(len(lists), np.nan)
    for number in range(int(fold.max()) + 1):
        kept = fold[has] != number
        part = Quality.fit(seen[has][kept], scores[kept], metric=QUALITY_METRIC)
        held = has & (fold == number)
        found[held] = part(seen[held])
    return whole, found
