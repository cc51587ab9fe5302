"""The loop: decode, add to all earlier lists, tune, until nothing new comes.

    result = tune_with(decode, Mert(), Bleu(), start=weights, references=references, iterations=10)

`decode(weights)` gives candidate lists of the development set, best first, with the features of every
candidate. The answer is the weights whose own translations scored best, not the last ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from manyways.candidates import CandidateLists, merge
from manyways.errors import TuneError
from manyways.metrics import Metric, Score
from manyways.metrics.oracle import first_of_each
from manyways.model.weights import Weights
from manyways.progress import say
from manyways.seeds import derive_seed
from manyways.text.column import TextColumn
from manyways.tune.base import Examples, Result, Tuner, tune

__all__ = ["tune_with"]

_STILL = 1e-4  # weights (with absolute sum 1) that move less have arrived


@dataclass(frozen=True, eq=False)
class _Decoded:
    """Weights, and how their own translations score."""

    weights: Weights
    score: Score
    gain: float


def tune_with(
    decode: Callable[[Weights], CandidateLists],
    tuner: Tuner,
    metric: Metric,
    *,
    start: Weights,
    references: Sequence[TextColumn],
    iterations: int = 10,
    seed: int = 1,
    threads: int = 0,
) -> Result:
    """Weights for a decoder; their score is that of the decoder's translations with them."""
    began = time.process_time()
    pool: CandidateLists | None = None
    tuned: list[Result] = []
    decoded: list[_Decoded] = []
    weights = start
    for iteration in range(iterations + 1):
        lists = replace(decode(weights), references=list(references))
        decoded.append(_score(lists, metric, weights))
        before = 0 if pool is None else pool.candidate_count
        pool = lists if pool is None else merge([pool, lists])
        pool = pool.distinct(features=True)
        new = pool.candidate_count - before
        say(f"iteration {iteration}: {metric.name} {decoded[-1].score.value:.2f}, {new:,} new candidates")
        if iteration == iterations or new == 0 or (iteration > 1 and _distance(decoded[-2:]) < _STILL):
            break
        examples = Examples.from_lists(pool, metric, threads=threads)
        step = derive_seed(seed, "tune", iteration)
        tuned.append(tune(examples, tuner, start=weights, seed=step, threads=threads))
        weights = tuned[-1].weights
    if not tuned:
        raise TuneError("decoding gave no candidates to tune on")
    best = max(decoded, key=lambda each: each.gain)
    return replace(
        tuned[-1],
        weights=best.weights,
        vector=best.weights.vector(lists.feature_names),
        score=best.score,
        start_score=decoded[0].score,
        history=[each.score.value for each in decoded],
        seconds=time.process_time() - began,
        seed=seed,
    )


def _score(lists: CandidateLists, metric: Metric, weights: Weights) -> _Decoded:
    rows = metric.statistics(lists)
    sums = rows[first_of_each(lists.sentence_offsets)].sum(axis=0)
    score = metric.score(sums, references=len(lists.references or ()))
    return _Decoded(weights, score, score.value if metric.higher_is_better else -score.value)


def _distance(pair: Sequence[_Decoded]) -> float:
    """The largest difference of two sets of weights, each with absolute sum 1."""
    one, other = (np.array(list(each.weights.components().values())) for each in pair)
    return float(np.abs(one / np.abs(one).sum() - other / np.abs(other).sum()).max())
