"""Training a combiner on lists with references: weights by rounds of searching and learning, settings by
folds.

    trained = train_combiner(lists, CombineSettings(method="frontier", tried={"radius": (5, 7)}, gate=True))
    trained.combiner.write("combiner.toml")
    trained.scores                             # by folds: what was tried; with and without the gate

A round searches with the weights it has, adds the lists to those of all rounds before and learns anew
(tune/loop.py); the weights whose own sentences were best are kept. Where several settings are to be tried,
or a gate is to be learned, the sentences are cut into folds: each is combined by weights that were learned
on the others.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.combine.base import Method
from manyways.combine.combiner import Combiner, check_inputs
from manyways.combine.found import Combination
from manyways.combine.gate import Gate
from manyways.combine.methods import MethodName, make_method
from manyways.combine.votes import VoteSettings, votes_of
from manyways.combine.words import Material, Prepared, WordSettings
from manyways.errors import ConfigError, InputError
from manyways.metrics import Metric, Score
from manyways.metrics.base import Rows
from manyways.metrics.bleu import DEFAULT_TOKENISER, Tokeniser
from manyways.metrics.evaluation import MetricName, make_metrics
from manyways.metrics.oracle import first_of_each
from manyways.model.weights import Weights
from manyways.progress import Progress
from manyways.settings import Seed, Settings, Within
from manyways.tables import Table
from manyways.tune import Result
from manyways.tune.folds import check_folds, fold_of
from manyways.tune.loop import tune_with
from manyways.tune.tuners import make_tuner

__all__ = ["CombineSettings", "Trained", "Tried", "train_combiner"]

Learner = Literal["svm", "mert", "mira", "apro", "pro", "expected-bleu", "lp-mert"]


@dataclass(frozen=True, kw_only=True)
class CombineSettings(Settings, table="combine"):
    """method, own: how to combine, with its settings. words: what is known of words. votes: of inputs.

    tried: settings of the method (or `size`) with values of which the folds choose one.
    learner, learner_own: who learns weights, and its settings. metric, tokenise: what is to be best.
    rounds: of searching and learning, at most. size: of the lists that are learned from. folds: parts for
    honest scores. gate: learn where not to combine.
    """

    method: MethodName = "frontier"
    own: Mapping[str, Any] = field(default_factory=dict)
    words: WordSettings = field(default_factory=WordSettings)
    votes: VoteSettings = field(default_factory=VoteSettings)
    tried: Mapping[str, Any] = field(default_factory=dict)
    learner: Learner = "svm"
    learner_own: Mapping[str, Any] = field(default_factory=dict)
    metric: MetricName = "bleu"
    tokenise: Tokeniser = DEFAULT_TOKENISER
    rounds: Annotated[int, Within(1, 100)] = 5
    size: Annotated[int, Within(2, 10_000)] = 300
    folds: Annotated[int, Within(2, 100)] = 2
    gate: bool = False
    seed: Seed = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        make_tuner(self.learner, self.learner_own)
        for values in self.choices():
            make_method(self.method, {key: each for key, each in values.items() if key != "size"})

    def choices(self) -> list[dict[str, Any]]:
        """Settings of the method, one for each combination of what is to be tried."""
        if any(not isinstance(each, (list, tuple)) or not each for each in self.tried.values()):
            raise ConfigError("combine.tried", dict(self.tried), "a list of values for each setting")
        rows = itertools.product(*self.tried.values())
        return [{**self.own, **dict(zip(self.tried, row, strict=True))} for row in rows]

    def make_metric(self) -> Metric:
        (made,) = make_metrics([self.metric], tokenise=self.tokenise).values()
        return made


@dataclass(frozen=True, eq=False)
class Tried:
    """Settings with their score by folds, and the statistics of what was combined for each list."""

    settings: Mapping[str, Any]
    score: Score
    statistics: npt.NDArray[np.int64]

    @property
    def name(self) -> str:
        return ", ".join(f"{key} = {value}" for key, value in self.settings.items()) or "as given"


@dataclass(frozen=True, eq=False)
class Trained:
    """combiner: what was learned. result: of the rounds. tried: scores by folds, where there were any.

    gate: the scores by folds of never combining, always, and where the gate lets.
    """

    combiner: Combiner
    result: Result
    tried: Sequence[Tried] = ()
    gate: Mapping[str, float] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def tables(self) -> list[Table]:
        weights = [[name, f"{value:+.4f}"] for name, value in self.combiner.weights.components().items()]
        found = [Table(["feature", "weight"], weights, title="Weights", right=True)]
        name = self.result.score.name
        rounds = [[str(i), f"{value:.2f}"] for i, value in enumerate(self.result.history)]
        found.append(
            Table(["round", name], rounds, title="On the sentences that were learned from", right=True)
        )
        if self.tried:
            rows = [[each.name, f"{each.score.value:.2f}"] for each in self.tried]
            found.append(
                Table(["settings", name], rows, title="By folds", caption=str(self.result.score.signature))
            )
        if self.gate:
            rows = [[key, f"{self.gate[key]:.2f}"] for key in ("never", "always", "gate")]
            caption = f"the gate keeps {100 * self.gate['kept']:.0f} % of the sentences as they were"
            found.append(
                Table(["combine", name], rows, title="The gate, by folds", caption=caption, right=True)
            )
        return found

    def as_json(self) -> dict[str, Any]:
        return {
            "weights": self.combiner.weights.components(),
            "score": self.result.score.value,
            "signature": str(self.result.score.signature),
            "history": list(self.result.history),
            "folds": {each.name: each.score.value for each in self.tried},
            "gate": dict(self.gate),
            "remarks": list(self.remarks),
        }


class _Task:
    """Lists with references, prepared once, and what to do with them."""

    def __init__(self, lists: CandidateLists, settings: CombineSettings, threads: int) -> None:
        self.settings, self.threads = settings, threads
        self.material = Material.open(settings.words)
        self.metric = settings.make_metric()
        self.lists = lists
        self.votes = votes_of(lists, settings.votes, threads=threads)

    def prepare(self, sentences: Rows) -> Prepared:
        part = self.lists.split(sentences)
        rows = np.isin(self.lists.sentence_of, sentences)
        return self.material.prepare(part, self.votes[rows], threads=self.threads)

    def learn(self, prepared: Prepared, method: Method, size: int) -> Result:
        """Weights from rounds of searching and learning."""
        names = method.feature_names(prepared)
        references = prepared.lists.references
        assert references is not None

        def decode(weights: Weights) -> CandidateLists:
            return method.search(prepared, weights, size=size, threads=self.threads).lists

        return tune_with(
            decode,
            make_tuner(self.settings.learner, self.settings.learner_own),
            self.metric,
            start=method.start(names),
            references=references,
            iterations=self.settings.rounds,
            seed=self.settings.seed,
            threads=self.threads,
        )

    def by_folds(self, values: Mapping[str, Any], fold: npt.NDArray[np.int64], progress: Progress) -> Tried:
        """The score of all sentences, each combined by weights of the other folds."""
        method, size = self.made(values)
        rows: npt.NDArray[np.int64] | None = None
        for number in range(self.settings.folds):
            result = self.learn(self.prepare(np.flatnonzero(fold != number)), method, size)
            held = np.flatnonzero(fold == number)
            prepared = self.prepare(held)
            found = method.search(prepared, result.weights, size=1, threads=self.threads)
            statistics = self.statistics(found)
            if rows is None:
                rows = np.zeros((len(self.lists), statistics.shape[1]), np.int64)
            rows[held[found.lists.sizes > 0]] = statistics
            progress.advance(1)
        assert rows is not None
        score = self.metric.score(rows.sum(axis=0), references=len(self.lists.references or ()))
        return Tried(dict(values), score, rows)

    def statistics(self, found: Combination) -> npt.NDArray[np.int64]:
        """Of the first sentence of each list that has one."""
        rows = first_of_each(found.lists.sentence_offsets)
        return self.metric.statistics(found.lists.select(rows), threads=self.threads)

    def made(self, values: Mapping[str, Any]) -> tuple[Method, int]:
        own = {key: each for key, each in values.items() if key != "size"}
        return make_method(self.settings.method, own), int(values.get("size", self.settings.size))


def train_combiner(
    lists: CandidateLists, settings: CombineSettings | None = None, *, threads: int = 0
) -> Trained:
    """A combiner, with the settings that the folds chose. Threads change no result."""
    given = settings or CombineSettings()
    if not lists.references:
        raise InputError("there are no references to learn from", remedy="Give them: --references F")
    check_inputs(lists)
    task = _Task(lists, given, threads)
    choices = given.choices()
    tried: list[Tried] = []
    direction = 1.0 if task.metric.higher_is_better else -1.0
    if len(choices) > 1 or given.gate:
        check_folds(len(lists), given.folds)
        fold = fold_of(len(lists), given.folds, given.seed)
        if given.gate:
            Gate.check(lists, fold)
        with Progress("learning", total=len(choices) * given.folds + 1, unit="combiners") as progress:
            tried = [task.by_folds(values, fold, progress) for values in choices]
    best = max(tried, key=lambda each: direction * each.score.value) if tried else None
    method, size = task.made(best.settings if best else choices[0])
    result = task.learn(task.prepare(np.arange(len(lists))), method, size)
    gate: Gate | None = None
    told: Mapping[str, float] = {}
    if given.gate and best is not None:
        has = lists.sizes > 0
        gate, told = Gate.fit(lists, best.statistics[has], metric=task.metric, fold=fold, threads=threads)
    combiner = Combiner(
        method, result.weights, given.words, given.votes, gate, _about(given, result, best, len(lists))
    )
    remarks = tuple(result.found)
    if best is not None:
        honest = (
            f"each sentence was combined by weights that were learned without its fold ({given.folds} folds)"
        )
        chose = f"; these folds also chose among {len(tried)} settings, which flatters them a little"
        remarks = (*remarks, honest + (chose if len(tried) > 1 else ""))
    return Trained(combiner, result, tried, told, remarks)


def _about(
    settings: CombineSettings, result: Result, best: Tried | None, sentences: int
) -> dict[str, str | float | int]:
    found: dict[str, str | float | int] = {
        "learner": settings.learner,
        "metric": settings.metric,
        "signature": str(result.score.signature),
        "score": result.score.value,
        "sentences": sentences,
    }
    if best is not None:
        found |= {"by_folds": best.score.value, "folds": settings.folds}
    return found
