"""The loop: decode, add to all earlier lists, tune, until nothing new comes.

    result = tune_with(decode, Mert(), Bleu(), start=weights, references=references, iterations=10)

`decode(weights)` gives candidate lists of the development set, best first, with the features of every
candidate. The answer is the weights whose own translations scored best, not the last ones; the loop ends when
they have not been surpassed for some iterations, too.
With a `run` every step is kept in its directory: a loop that was killed goes on and ends with the same
weights as one that was not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass, replace
from typing import Any

import numpy as np

from manyways.candidates import CandidateLists
from manyways.errors import TuneError
from manyways.metrics import Chrf, Metric, Score
from manyways.metrics.base import Rows
from manyways.metrics.oracle import first_of_each
from manyways.model.weights import Weights
from manyways.run import Run
from manyways.seeds import derive_seed
from manyways.text.column import TextColumn
from manyways.tune import guards
from manyways.tune.base import Result, Tuner, tune
from manyways.tune.loop_store import LoopStore, Step, digest_of_texts
from manyways.tune.pool import Pool

__all__ = ["score_of_first", "settings_of", "tune_with"]

_STILL = 1e-4  # weights (with absolute sum 1) that move less have arrived


@dataclass(frozen=True, eq=False)
class _Decoded:
    """Weights, and how their own translations score."""

    weights: Weights
    score: Score
    gain: float
    rows: Rows


def tune_with(
    decode: Callable[[Weights], CandidateLists],
    tuner: Tuner,
    metric: Metric,
    *,
    start: Weights,
    references: Sequence[TextColumn],
    iterations: int = 10,
    patience: int = 3,
    sound: Weights | None = None,
    seed: int = 1,
    threads: int = 0,
    run: Run | None = None,
    about: Mapping[str, Any] | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> Result:
    """Weights for a decoder; their score is that of the decoder's translations with them.

    patience: iterations without a better score after which it ends.
    sound: weights that translate, the start or others: what they give must be closer to its references than
        to those of others.
    about: what else the lists depend on (the model, the sources, their size), for the keys of the run.
    tell: is called with a line on every iteration.
    """
    guards.check_start(start)
    store = LoopStore(run, about or {})
    measure = f"{metric.name} {metric.signature(len(references))}"
    common = {"metric": measure, "references": digest_of_texts(references), "tuner": settings_of(tuner)}
    pool = Pool(metric, references, threads=threads)
    tuned: list[Step] = []
    decoded: list[_Decoded] = []
    weights, clock = start, _Clock(iterations)
    for iteration in range(iterations + 1):
        lists = replace(store.lists(iteration, weights, decode), references=list(references))
        decoded.append(_score(lists, metric, weights, threads))
        if iteration == 0 and sound is not None and guards.is_poor(decoded[0].score, metric.higher_is_better):
            first = lists  # of a poor start given by hand, others tell whose references these are
            if weights.plain() != sound.plain():
                first = replace(decode(sound), references=list(references))
            score = _score(first, metric, sound, threads).score
            guards.check_references(score, metric.higher_is_better, *_own_and_others(first, threads))
        new = pool.add(lists)
        del lists
        found = f"{metric.name} {decoded[-1].score.value:.2f}, {new:,} new candidates"
        tell(f"iteration {iteration}: {found}; {clock.tick(iteration)}")
        arrived = iteration > 1 and _distance(decoded[-2:]) < _STILL
        if iteration == iterations or new == 0 or arrived or _since_best(decoded) >= patience:
            break
        step = derive_seed(seed, "tune", iteration)
        work = _Work(pool, tuner, weights, step, threads)
        tuned.append(store.tuned(iteration, {**common, "seed": step, "start": weights.plain()}, work))
        weights = tuned[-1].weights
    if not tuned:
        raise TuneError("decoding gave no candidates to tune on")
    return _result(tuner, decoded, tuned, pool, metric, seed, clock)


@dataclass(frozen=True)
class _Work:
    """One optimisation on all lists so far."""

    pool: Pool
    tuner: Tuner
    start: Weights
    seed: int
    threads: int

    def __call__(self) -> Step:
        result = tune(
            self.pool.examples(), self.tuner, start=self.start, seed=self.seed, threads=self.threads
        )
        return Step(result.weights, list(result.found), result.seconds)


class _Clock:
    """How long the iterations take, and how long the rest may take at most."""

    def __init__(self, iterations: int) -> None:
        self.iterations = iterations
        self.wall, self.cpu = time.monotonic(), time.process_time()
        self.last = self.wall

    def tick(self, iteration: int) -> str:
        now = time.monotonic()
        taken, self.last = now - self.last, now
        left = (self.iterations - iteration) * (now - self.wall) / (iteration + 1)
        return f"{taken:,.0f} s, at most about {left:,.0f} s left"

    @property
    def seconds(self) -> float:
        return time.process_time() - self.cpu


def _result(
    tuner: Tuner,
    decoded: Sequence[_Decoded],
    tuned: Sequence[Step],
    pool: Pool,
    metric: Metric,
    seed: int,
    clock: _Clock,
) -> Result:
    best = max(decoded, key=lambda each: each.gain)
    vector = best.weights.vector(pool.feature_names)
    direction = 1.0 if metric.higher_is_better else -1.0
    guards.check_vector(vector, pool.feature_names)
    return Result(
        tuner=tuner.name,
        weights=best.weights,
        vector=vector,
        score=best.score,
        start_score=decoded[0].score,
        history=[each.score.value for each in decoded],
        seconds=clock.seconds,
        seed=seed,
        direction=direction,
        found=list(dict.fromkeys([*tuned[-1].found, *guards.check_score(best.score, direction)])),
        trail=[each.weights for each in decoded],
        rows=best.rows,
    )


def score_of_first(lists: CandidateLists, metric: Metric, *, threads: int = 0) -> Score:
    """The score of the first candidate of every list."""
    return _score_of(_rows_of_first(lists, metric, threads), lists, metric)


def _rows_of_first(lists: CandidateLists, metric: Metric, threads: int) -> Rows:
    firsts = lists.texts.take(first_of_each(lists.sentence_offsets))
    kept = np.flatnonzero(lists.sizes > 0)
    references = [each.take(kept) for each in lists.references or ()]
    return metric.statistics(firsts, references, threads=threads)


def _own_and_others(lists: CandidateLists, threads: int) -> tuple[float, float]:
    """chrF of the first candidates, and with the references of sentences half the set away."""
    order = np.roll(np.arange(len(lists)), len(lists) // 2)
    others = replace(lists, references=[each.take(order) for each in lists.references or ()])
    own, other = (score_of_first(each, Chrf(), threads=threads).value for each in (lists, others))
    return own, other


def _score_of(rows: Rows, lists: CandidateLists, metric: Metric) -> Score:
    return metric.score(rows.sum(axis=0), references=len(lists.references or ()))


def _score(lists: CandidateLists, metric: Metric, weights: Weights, threads: int) -> _Decoded:
    rows = _rows_of_first(lists, metric, threads)
    score = _score_of(rows, lists, metric)
    return _Decoded(weights, score, score.value if metric.higher_is_better else -score.value, rows)


def _since_best(decoded: Sequence[_Decoded]) -> int:
    """Iterations since the best score, of equals the first; 0 while that is the start's.

    First lists are short-sighted: what they teach is often worse than the start until more have come.
    """
    gains = [each.gain for each in decoded]
    best = gains.index(max(gains))
    return len(gains) - 1 - best if best > 0 else 0


def _distance(pair: Sequence[_Decoded]) -> float:
    """The largest difference of two sets of weights, each with absolute sum 1."""
    one, other = (np.array(list(each.weights.components().values())) for each in pair)
    return float(np.abs(one / np.abs(one).sum() - other / np.abs(other).sum()).max())


def settings_of(tuner: object) -> dict[str, Any]:
    """A tuner's name and settings, for the key of a step."""
    settings = asdict(tuner) if is_dataclass(tuner) and not isinstance(tuner, type) else {}
    return {name: str(value) for name, value in {"class": type(tuner).__name__, **settings}.items()}
