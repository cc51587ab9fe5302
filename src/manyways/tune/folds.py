"""Honest scores: every part of the sentences is scored with weights that were tuned on the others.

    honest = cross_validate(tune_without, statistics_of, sentences=len(lists), folds=5, metric=Bleu())
    honest.score                     # of all parts together, none of which its weights had seen

A score on the examples that were tuned on is too high by what the tuner made of chance; the one of
k folds is not, at k times the work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from manyways.errors import ConfigError, TuneError
from manyways.metrics import Metric, Score
from manyways.seeds import stream
from manyways.tune.base import Result

__all__ = ["Folded", "check_folds", "cross_validate", "fold_of"]

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Folded:
    """The score of all held-out parts together, each under the weights of its own result."""

    score: Score
    results: list[Result]


def check_folds(sentences: int, folds: int) -> None:
    """A ConfigError for a number of folds that so few sentences do not have."""
    if not 2 <= folds <= sentences:
        raise ConfigError("folds", folds, f"2 to the number of sentences, {sentences}")


def fold_of(sentences: int, folds: int, seed: int) -> npt.NDArray[np.int64]:
    """The fold of each sentence: by chance, of sizes that differ by one at most."""
    check_folds(sentences, folds)
    order = stream(seed, "folds").permutation(sentences)
    found = np.empty(sentences, dtype=np.int64)
    found[order] = np.arange(sentences) % folds
    return found


def cross_validate(
    tune_on: Callable[[Mask, int], Result],
    statistics: Callable[[Result, Mask], npt.NDArray[np.int64]],
    *,
    sentences: int,
    folds: int,
    metric: Metric,
    references: int = 1,
    seed: int = 1,
) -> Folded:
    """tune_on(mask of sentences, fold) for each fold, then statistics(result, mask) of what it left out.

    statistics: the metric's, summed, of what is chosen for the masked sentences with the result's weights.
    """
    place = fold_of(sentences, folds, seed)
    results, sums = [], []
    for fold in range(folds):
        try:
            results.append(tune_on(place != fold, fold))
        except TuneError as error:
            where = f"without fold {fold + 1} of {folds}"
            raise TuneError(f"{where}: {error.message}", remedy=error.remedy) from None
        sums.append(statistics(results[-1], place == fold))
    return Folded(metric.score(np.sum(sums, axis=0), references=references), results)
