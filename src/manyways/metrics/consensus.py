"""What candidates are worth to each other: the expected score of each against the others of its list (MBR).

    values = consensus(lists, utilities("bleu+chrf"))            # float64, a row per candidate, a column each
    best = values.mean(axis=1)                                   # higher is better, for every metric
    consensus(lists, [Chrf()], pool=samples)                     # against other texts for the same sentences
    consensus(lists, [Ter()], settings=ConsensusSettings(method="prune"))

A candidate's value is its expected sentence score, every text of the pool being the only reference in turn.
Values are 0 to 100; an error rate e counts as 100 - e. core/metrics/consensus.h has the methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt

from manyways._core import metrics as core
from manyways.candidates import CandidateLists
from manyways.errors import ConfigError, InputError
from manyways.metrics.base import Metric, Values, columns_of
from manyways.metrics.bleu import DEFAULT_TOKENISER, Bleu, Tokeniser
from manyways.metrics.chrf import Chrf
from manyways.metrics.ter import Ter
from manyways.progress import watched
from manyways.settings import Between, Seed, Settings

__all__ = ["UTILITIES", "ConsensusMethod", "ConsensusSettings", "agreements", "consensus", "utilities"]

ConsensusMethod = Literal["pairs", "aggregate", "prune"]
UTILITIES = ("bleu", "chrf", "ter")


@dataclass(frozen=True, kw_only=True)
class ConsensusSettings(Settings, table="consensus"):
    """How candidates are compared.

    method: all `pairs`; `aggregate`, one comparison with averaged counts of n-grams, linear in the list (not
    for TER); `prune`, pairs with candidates dropped as soon as they are clearly not the best.
    confidence, seed: for `prune`; how sure to be before dropping one, and of the random order.
    """

    method: ConsensusMethod = "pairs"
    confidence: Annotated[float, Between(0, 1)] = 0.99
    seed: Seed = 1

    def to_core(self) -> core.ConsensusOptions:
        return core.ConsensusOptions(self.method, self.confidence, self.seed)


def utilities(names: str, *, tokenise: Tokeniser = DEFAULT_TOKENISER) -> list[Metric]:
    """Metrics of names joined by `+`, as they score single sentences: BLEU is sacreBLEU's sentence BLEU."""
    made: dict[str, Metric] = {"bleu": Bleu(tokenise=tokenise, sentence="exp"), "chrf": Chrf(), "ter": Ter()}
    wanted = names.split("+")
    for name in wanted:
        if name not in made or wanted.count(name) > 1:
            raise ConfigError("utility", names, f"{', '.join(UTILITIES)}, or several joined by +")
    return [made[name] for name in wanted]


def consensus(
    lists: CandidateLists,
    metrics: Sequence[Metric],
    *,
    pool: CandidateLists | None = None,
    weights: npt.ArrayLike | None = None,
    settings: ConsensusSettings | None = None,
    threads: int = 0,
) -> Values:
    """One row per candidate, one column per metric: the expected score against the pool of its sentence.

    pool: lists for the same sentences in the same order; the candidates themselves by default.
    weights: of each candidate of the pool, not negative; all alike by default.
    """
    given = settings or ConsensusSettings()
    others = lists if pool is None else pool
    if weights is None:
        weights = np.ones(others.candidate_count)
    shares = np.ascontiguousarray(weights, dtype=np.float64)
    _check(lists, others, shares)
    if given.method == "aggregate" and any(isinstance(each, Ter) for each in metrics):
        raise ConfigError(
            "consensus.method", "aggregate", "pairs or prune with TER, which has no averaged form"
        )
    with watched("comparing", len(lists), "sentences"):
        return core.consensus(
            [_utility(each, lists, others) for each in metrics],
            np.ascontiguousarray(lists.sentence_offsets),
            np.ascontiguousarray(others.sentence_offsets),
            shares,
            given.to_core(),
            threads,
        )


def agreements(lists: CandidateLists, metric: Metric, *, threads: int = 0) -> Values:
    """One row per candidate, one column per system: the mean score against that system's candidates.

    Consensus is linear in them: with weights for systems it is their weighted mean, so that weights can be
    tuned. Where a system has no candidate for a sentence, all of its list have 0.
    """
    with watched("comparing", len(lists), "sentences"):
        return core.agreements(
            _utility(metric, lists, lists),
            np.ascontiguousarray(lists.sentence_offsets),
            np.ascontiguousarray(lists.sentence_offsets),
            np.ascontiguousarray(lists.systems),
            len(lists.system_names),
            threads,
        )


def _utility(
    metric: Metric, lists: CandidateLists, pool: CandidateLists
) -> tuple[
    core.Metric,
    tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]],
    tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]],
]:
    texts = columns_of(lists.texts, lowercase=metric.lowercase)
    return (
        metric.kernel,
        texts,
        texts if pool is lists else columns_of(pool.texts, lowercase=metric.lowercase),
    )


def _check(lists: CandidateLists, pool: CandidateLists, weights: Values) -> None:
    if len(pool) != len(lists):
        raise InputError(
            f"the pool has {len(pool)} sentences, the lists have {len(lists)}",
            remedy="A pool needs candidates for the same sentences.",
        )
    if len(weights) != pool.candidate_count:
        raise ValueError(f"{pool.candidate_count} weights are needed, got {len(weights)}")
    sums = np.bincount(pool.sentence_of, weights, len(pool))
    lacking = np.flatnonzero((lists.sizes > 0) & ~(sums > 0))
    if len(lacking):
        one = lists.ids[int(lacking[0])]
        found = f"the candidates of sentence {one!r} have nothing to be compared with"
        raise InputError(found, remedy="The pool needs candidates, with weights above 0, for every sentence.")
