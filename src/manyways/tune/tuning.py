"""Tuning from end to end, below the command line: on lists as they are, or a model by decoding.

    tuning = tune_lists(lists, TuneSettings(tuner="mert", folds=5), out="weights.toml")
    tuning = tune_model(translator, sources, references, TuneSettings(tuner="mira", seeds=3), out="tuned")
    tuning.best.weights, tuning.best.score, tuning.remarks, tuning.folded

Seeds and folds are the same work for both: a task tunes on all sentences or on some, and counts what its
weights make of the others. `out` is written as soon as the weights are known, before the folds.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists, read_references
from manyways.files import read_lines
from manyways.metrics import Metric
from manyways.metrics.gain import Gain
from manyways.model import Model
from manyways.model.weights import Weights
from manyways.text.column import TextColumn
from manyways.translator import Translator
from manyways.tune.base import Examples, Result, Start
from manyways.tune.folds import Folded, Mask, check_folds, cross_validate
from manyways.tune.lists_task import ListsTask
from manyways.tune.model_task import ModelTask, check_development_set
from manyways.tune.seeds import Spread, tune_seeds
from manyways.tune.settings import TuneSettings

__all__ = ["Tuning", "read_development_set", "tune_lists", "tune_model"]


class Task(Protocol):
    """What can be tuned as often as seeds and folds ask."""

    metric: Metric
    sentences: int
    references: int

    def tune(self, seed: int, chosen: Mask | None = None, fold: int | None = None) -> Result:
        """On the chosen sentences, or on all."""

    def statistics(self, result: Result, chosen: Mask) -> npt.NDArray[np.int64]:
        """The metric's, summed, of what the result makes of the chosen sentences."""

    def write(self, best: Result, out: str | os.PathLike[str]) -> None: ...

    def examples(self, best: Result) -> Examples:
        """What a picture of the score is drawn from."""


@dataclass(frozen=True, eq=False)
class Tuning:
    """The results of all seeds, the score of the folds if there are any, and what was tuned."""

    spread: Spread
    folded: Folded | None
    task: Task
    seed: int = 1

    def gain(self, kin: Sequence[str] = ()) -> Gain | None:
        """Of lists, what the weights gain by every metric, by folds if there are any; None for models.

        kin: metrics that features were made of. What was tuned for and its kin flatter the choice: the
        gain's remarks name a metric that does not.
        """
        if not isinstance(self.task, ListsTask):
            return None
        return self.task.gain(self.best, self.folded, self.seed, kin)

    @property
    def best(self) -> Result:
        return self.spread.best

    @property
    def remarks(self) -> list[str]:
        """What a person should know."""
        return self.best.remarks

    @property
    def seconds(self) -> float:
        """CPU seconds of all seeds."""
        return sum(each.seconds for each in self.spread.results)

    def examples(self) -> Examples:
        """The lists, or those of the tuned model, as the tuners see them: for pictures of the score."""
        return self.task.examples(self.best)

    def __str__(self) -> str:
        """Score, start and CPU seconds in a line; seeds and folds in another each."""
        best, values = self.best, [each.score.value for each in self.spread.results]
        start = f"at the start ({best.origin}) {best.start_score.value:.2f}"
        lines = [f"{best.score}; {start}; {self.seconds:.1f} CPU s"]
        if len(values) > 1:
            spread = f"mean {self.spread.mean:.2f}, deviation {self.spread.deviation:.2f}"
            lines.append(f"{len(values)} seeds: {spread}")
        if self.folded is not None:
            folds = f"{len(self.folded.results)} folds, each with the weights of the others"
            lines.append(f"{folds}: {self.folded.score.value:.2f}")
        return "\n".join(lines)

    def plain(self, metric: str) -> dict[str, Any]:
        """In numbers and texts, for JSON. metric: its name there."""
        best = self.best
        score: dict[str, Any] = {
            "value": best.score.value,
            "signature": str(best.score.signature),
            "start": best.start_score.value,
            "mean": self.spread.mean,
            "deviation": self.spread.deviation,
            "seeds": [each.score.value for each in self.spread.results],
        }
        if self.folded is not None:
            score["folds"] = {"value": self.folded.score.value, "folds": len(self.folded.results)}
        return {
            "weights": best.weights.plain(),
            "scores": {metric: score},
            "start": {"from": best.origin, "score": best.start_score.value},
            "seconds": self.seconds,
            "iterations": len(best.history),
            "history": best.history,
            "remarks": self.remarks,
        }


def tune_lists(
    lists: CandidateLists,
    settings: TuneSettings | None = None,
    *,
    start: Weights | Start | None = None,
    out: str | os.PathLike[str] | None = None,
    threads: int = 0,
) -> Tuning:
    """Weights for lists with references. out: a file for them (.toml, .json or .ini).

    Without a start, the weights that the lists tell of (`Starts`).
    """
    given = settings or TuneSettings()
    return _tune(ListsTask(lists, given, start=_started(start), threads=threads), given, out)


def tune_model(
    translator: Translator,
    sources: Sequence[str],
    references: Sequence[TextColumn | Sequence[str]],
    settings: TuneSettings | None = None,
    *,
    start: Weights | Start | None = None,
    out: str | os.PathLike[str] | None = None,
    force: bool = True,
    tell: Callable[[str], None] = lambda line: None,
) -> Tuning:
    """Weights for a model, with the translator's search and threads, from its own weights or a start.

    references: one or several for each source. out: a directory for the tuned model; every step is kept in
    its folder `tuning`, and a run that was killed goes on there and ends with the same weights.
    force: replace a model there that was tuned otherwise. tell: is called with a line on every iteration.
    """
    given = settings or TuneSettings()
    finished = out is not None and not force and Model.is_at(out)
    columns = [each if isinstance(each, TextColumn) else TextColumn.from_texts(each) for each in references]
    begin = _started(start)
    task = ModelTask(
        translator, sources, columns, given, start=begin, directory=out, finished=finished, tell=tell
    )
    return _tune(task, given, out)


def read_development_set(
    source: str | os.PathLike[str], references: Sequence[str | os.PathLike[str]]
) -> tuple[list[str], list[TextColumn]]:
    """Sources and references of files, for `tune_model`."""
    sources, columns = list(read_lines(source)), read_references(references)
    names = {"source": os.fspath(source), "reference": os.fspath(references[0])}
    check_development_set(sources, columns, **names)
    return sources, columns


def _started(start: Weights | Start | None) -> Start | None:
    return Start(start) if isinstance(start, Weights) else start


def _tune(task: Task, settings: TuneSettings, out: str | os.PathLike[str] | None) -> Tuning:
    if settings.folds:
        check_folds(task.sentences, settings.folds)
    spread = tune_seeds(task.tune, seeds=settings.seeds, seed=settings.seed)
    if out is not None:
        task.write(spread.best, out)
    folded = _cross_validate(task, settings) if settings.folds else None
    return Tuning(spread, folded, task, settings.seed)


def _cross_validate(task: Task, settings: TuneSettings) -> Folded:
    return cross_validate(
        lambda chosen, fold: task.tune(settings.seed, chosen, fold),
        task.statistics,
        sentences=task.sentences,
        folds=settings.folds,
        metric=task.metric,
        references=task.references,
        seed=settings.seed,
    )
