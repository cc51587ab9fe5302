"""Training a reranker on lists with references.

    trained = train_reranker(lists, RerankSettings(features=("LM0", "mbr:bleu")))
    trained.chooser.write("reranker.toml")

Scores are honest as far as folds go: every sentence is chosen for by weights that were learned without it.
What was selected by those folds (the price of the support vector machine) makes them a little too high: a
test set that played no part tells the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import numpy as np

from manyways.candidates import CandidateLists
from manyways.choose import Chooser, Gain
from manyways.choose.choosing import order_of
from manyways.choose.learning import fit_quality
from manyways.choose.quality import Quality
from manyways.choose.reranker import Reranker
from manyways.errors import ConfigError, InputError, TuneError
from manyways.metrics import Metric
from manyways.metrics.base import Rows, Values
from manyways.metrics.bleu import DEFAULT_TOKENISER, Tokeniser
from manyways.metrics.evaluation import MetricName, make_metrics
from manyways.metrics.oracle import first_of_each
from manyways.rerank.learners import (
    TREES,
    Found,
    Task,
    Validated,
    check_learner,
    installed_trees,
    learn_svm,
    learn_tuner,
    validate,
)
from manyways.settings import Seed, Settings, Within
from manyways.tables import Table
from manyways.text.content import marks_of
from manyways.tune.base import Examples, Vector

__all__ = ["RerankSettings", "Trained", "examples_of", "train_reranker"]

ALL = "all"


@dataclass(frozen=True, kw_only=True)
class RerankSettings(Settings, table="rerank"):
    """learner: svm or a tuner; own: its settings. compare: learners whose score is shown beside it.

    features: names of columns, or all that the lists have. prices: of a loss, of which the folds choose one
    (svm). metric, tokenise: what is to be best. folds: parts for honest scores.
    """

    learner: str = "svm"
    own: Mapping[str, Any] = field(default_factory=dict)
    compare: tuple[str, ...] = ()
    features: tuple[str, ...] = (ALL,)
    prices: tuple[Annotated[float, Within(1e-9, 1e9)], ...] = (0.01, 0.1, 1.0, 10.0)
    metric: MetricName = "bleu"
    tokenise: Tokeniser = DEFAULT_TOKENISER
    folds: Annotated[int, Within(2)] = 5
    seed: Seed = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        check_learner(self.learner, self.own)
        for each in self.compare:
            check_learner(each, {})
        if self.learner == TREES:
            raise ConfigError("--with", TREES, "a learner of weights; trees can be compared with: --rivals")
        if not self.prices:
            raise ConfigError("rerank.prices", self.prices, "at least one price")

    def make_metric(self) -> Metric:
        (made,) = make_metrics([self.metric], tokenise=self.tokenise).values()
        return made


@dataclass(frozen=True, eq=False)
class Trained:
    """chooser: the reranker, with what quality to expect of it. gain: by folds, against the lists' order.

    tried: what was, with scores by folds; compared: other learners. rows: the candidates that were chosen,
    each by weights that were learned without its fold.
    """

    chooser: Chooser
    reranker: Reranker
    gain: Gain
    tried: Sequence[Validated]
    compared: Sequence[Validated]
    rows: Rows
    remarks: tuple[str, ...] = ()

    def tables(self) -> list[Table]:
        weights = sorted(
            zip(self.reranker.names, self.reranker.weights, self.reranker.units, strict=True),
            key=lambda row: -abs(row[1]),
        )
        rows = [[name, f"{weight:+.4f}", f"{unit:.4g}"] for name, weight, unit in weights]
        scores = [[each.name, f"{each.score.value:.2f}"] for each in (*self.tried, *self.compared)]
        name = self.tried[0].score.name
        return [
            Table(["feature", "weight", "unit"], rows, title="Weights, by unit of each feature", right=True),
            Table(["learner", name], scores, title="By folds", caption=str(self.tried[0].score.signature)),
            *self.gain.tables(),
        ]

    def as_json(self) -> dict[str, Any]:
        return {
            "weights": dict(zip(self.reranker.names, self.reranker.weights, strict=True)),
            "about": dict(self.reranker.about),
            "folds": {each.name: each.score.value for each in (*self.tried, *self.compared)},
            "signature": str(self.tried[0].score.signature),
            **self.gain.as_json(),
            "remarks": list(self.remarks),
        }


def examples_of(lists: CandidateLists, settings: RerankSettings, *, threads: int = 0) -> Examples:
    """The columns to learn from; a feature that never differs within a list is left out."""
    if not lists.references:
        raise InputError("there are no references to learn from", remedy="Give them: --references F")
    names = lists.feature_names if ALL in settings.features else settings.features
    missing = [name for name in names if name not in lists.feature_names]
    if missing:
        there = ", ".join(lists.feature_names[:20]) or "none"
        remedy = "Add features: manyways features LISTS --out LISTS2"
        raise InputError(f"the lists have no feature {missing[0]}; they have {there}", remedy=remedy)
    places = [lists.feature_names.index(name) for name in dict.fromkeys(names)]
    part = replace(
        lists,
        feature_names=tuple(lists.feature_names[i] for i in places),
        features=np.ascontiguousarray(lists.features[:, places]),
        sparse=None,
    )
    examples = Examples.from_lists(part, settings.make_metric(), threads=threads)
    varied = np.flatnonzero(examples.deviations > 0)
    if not len(varied):
        raise TuneError("no feature differs within any list: there is nothing to learn")
    return replace(
        examples,
        names=tuple(examples.names[i] for i in varied),
        features=np.ascontiguousarray(examples.features[:, varied]),
    )


def train_reranker(
    lists: CandidateLists,
    settings: RerankSettings | None = None,
    *,
    known: frozenset[str] = frozenset(),
    threads: int = 0,
) -> Trained:
    """Weights by the folds' choice, and their honest gain. Threads change no result.

    known: marks of further sentences that what the features rest on was learnt from.
    """
    given = settings or RerankSettings()
    if TREES in given.compare:
        installed_trees()  # before anything is learnt
    examples = examples_of(lists, given, threads=threads)
    task = Task(examples, folds=given.folds, seed=given.seed, threads=threads)
    if given.learner == "svm":
        found = learn_svm(task, given.prices, given.own)
    else:
        found = learn_tuner(task, given.learner, given.own)
    compared = [validate(each, task, given.prices) for each in given.compare]
    fold = np.full(len(lists), -1)
    fold[lists.sizes > 0] = task.fold
    values = _held_out(lists, examples.names, found, fold)
    rows: Rows = order_of(lists, values)[first_of_each(lists.sentence_offsets)]
    quality, remarks = _quality(lists, values, rows, np.maximum(fold, 0), threads)
    reranker = _made(lists, task, given, found, known)
    chooser = Chooser(reranker, given.metric, quality)
    gain = Gain.of(lists, rows, used=chooser.used, tokenise=given.tokenise, threads=threads)
    honest = (
        f"each sentence was chosen for by weights that were learned without its fold ({given.folds} folds)"
    )
    if len(found.tried) > 1:
        honest += f"; these folds also chose among {len(found.tried)} settings, which flatters them a little"
    said = (*examples.remarks, *found.remarks, *remarks, honest)
    return Trained(chooser, reranker, gain, found.tried, compared, rows, said)


def _held_out(lists: CandidateLists, names: Sequence[str], found: Found, fold: Rows) -> Values:
    """The value of every candidate by weights of the other folds."""
    columns = lists.features[:, [lists.feature_names.index(name) for name in names]]
    values = np.empty(lists.candidate_count)
    of_row = fold[lists.sentence_of]
    for number, vector in enumerate(found.taken.vectors):
        rows = of_row == number
        values[rows] = columns[rows] @ vector
    return values


def _quality(
    lists: CandidateLists, values: Values, rows: Rows, fold: Rows, threads: int
) -> tuple[Quality | None, tuple[str, ...]]:
    try:
        return fit_quality(lists, values, rows, fold, threads)[0], ()
    except TuneError as error:
        return None, (f"the reranker does not know what quality to expect: {error.message}",)


def _made(
    lists: CandidateLists, task: Task, settings: RerankSettings, found: Found, known: frozenset[str]
) -> Reranker:
    examples = task.examples
    weights: Vector = found.vector * examples.deviations
    score = found.taken.score
    return Reranker(
        names=examples.names,
        units=tuple(examples.deviations.tolist()),
        weights=tuple(weights.tolist()),
        sources=marks_of(lists.sources or ()) | known,
        about={
            "learner": settings.learner,
            "metric": settings.metric,
            "signature": str(score.signature),
            "by_folds": score.value,
            "folds": settings.folds,
            "sentences": len(examples.offsets) - 1,
            "candidates": len(examples.features),
            **found.about,
        },
    )
