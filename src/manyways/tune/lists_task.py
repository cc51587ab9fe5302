"""Tuning on lists as they are."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.errors import InputError
from manyways.metrics.gain import Gain, family
from manyways.tune.base import Examples, Result, Start, Tuner, tune
from manyways.tune.folds import Folded, Mask, fold_of
from manyways.tune.settings import TuneSettings
from manyways.tune.start import Starts
from manyways.tune.weighted import best_rows

__all__ = ["ListsTask"]


class ListsTask:
    """Lists with references, for as many runs as seeds and folds ask for.

    start: None is the best of what the lists tell, found anew for the sentences of each run.
    """

    def __init__(
        self, lists: CandidateLists, settings: TuneSettings, *, start: Start | None = None, threads: int = 0
    ) -> None:
        settings.check_for_lists()
        if not lists.references:
            remedy = "Add them, e.g. with manyways.candidates.with_reference_files."
            raise InputError("the lists have no references to tune on", remedy=remedy)
        tuner = settings.make()
        assert callable(tuner)
        self.tuner: Tuner = tuner
        self.lists, self.metric, self.threads, self.start = lists, settings.metric, threads, start
        self.starts = None if start else Starts.of(lists)
        self.sentences, self.references = len(lists), len(lists.references)

    def tune(self, seed: int, chosen: Mask | None = None, fold: int | None = None) -> Result:
        examples = self._examples(chosen)
        start = self.start or (self.starts.best(examples) if self.starts else None)
        return tune(examples, self.tuner, start=start, seed=seed, threads=self.threads)

    def statistics(self, result: Result, chosen: Mask) -> npt.NDArray[np.int64]:
        examples = self._examples(chosen)
        if len(examples.features) == 0:  # all lists of these sentences are empty
            return np.zeros(examples.statistics.shape[1], dtype=np.int64)
        known = result.weights.components()
        unseen = [name for name in examples.sparse_names if name not in known]
        weights = result.weights.replaced(unseen, [0.0] * len(unseen))
        best = examples.lists.best(weights.vector(examples.names))
        found: npt.NDArray[np.int64] = examples.statistics[best].sum(axis=0)
        return found

    def gain(self, best: Result, folded: Folded | None, seed: int, used: Sequence[str]) -> Gain:
        """What the weights gain by every metric: by folds if there are any, else where they were tuned."""
        lists = self.lists
        if folded is None:
            rows = best_rows(lists, best.weights)
        else:
            fold = fold_of(len(lists), len(folded.results), seed)
            by_fold = [best_rows(lists, each.weights) for each in folded.results]
            rows = np.choose(fold[lists.sizes > 0], by_fold)
        flattered = dict.fromkeys(map(family, [self.metric.name, *used]))
        return Gain.of(lists, rows, used=[name for name in flattered if name], threads=self.threads)

    def write(self, best: Result, out: str | os.PathLike[str]) -> None:
        best.weights.write(out, tuned={"metric": best.score.name, "signature": str(best.score.signature)})

    def examples(self, best: Result) -> Examples:
        return self._examples(None)

    def _examples(self, chosen: Mask | None) -> Examples:
        lists = self.lists if chosen is None else self.lists.split(chosen)
        return Examples.from_lists(lists, self.metric, threads=self.threads)
