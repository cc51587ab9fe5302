"""What each feature is worth: the score by folds without it, everything else as it was.

    ablate(lists, RerankSettings()).tables()

Features of one name (`TranslationModel0[0]`, `[1]`, ...; `lm:news`, `lm:web`) go together. The price is the
one that the folds chose for all features.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from manyways.candidates import CandidateLists
from manyways.errors import ConfigError
from manyways.metrics import Score
from manyways.progress import Progress
from manyways.rerank.learners import Found, Task, Validated, learn_svm, learn_tuner
from manyways.rerank.training import RerankSettings, examples_of
from manyways.tables import Table

__all__ = ["Ablation", "ablate"]


@dataclass(frozen=True, eq=False)
class Ablation:
    """The score with all features, and without each group; the scores are by folds."""

    whole: Validated
    without: Mapping[str, Score]

    def rows(self) -> list[tuple[str, float, float]]:
        """Group, score without it, what it gives; the most useful first."""
        whole = self.whole.score.value
        rows = [(name, score.value, whole - score.value) for name, score in self.without.items()]
        return sorted(rows, key=lambda row: -row[2])

    def tables(self) -> list[Table]:
        name = self.whole.score.name
        rows = [[group, f"{score:.2f}", f"{gives:+.2f}"] for group, score, gives in self.rows()]
        title = f"All features: {name} {self.whole.score.value:.2f} by folds ({self.whole.name})"
        caption = str(self.whole.score.signature)
        return [Table(["without", name, "it gives"], rows, title=title, caption=caption, right=True)]

    def as_json(self) -> dict[str, Any]:
        return {
            "all": self.whole.score.value,
            "learner": self.whole.name,
            "signature": str(self.whole.score.signature),
            "without": {group: {"value": score, "gives": gives} for group, score, gives in self.rows()},
        }


def ablate(lists: CandidateLists, settings: RerankSettings | None = None, *, threads: int = 0) -> Ablation:
    """Train by folds with all features, then without one group after the other."""
    given = settings or RerankSettings()
    examples = examples_of(lists, given, threads=threads)

    def found(names: Sequence[str], own: Mapping[str, Any]) -> Found:
        places = [examples.names.index(name) for name in names]
        part = replace(
            examples, names=tuple(names), features=np.ascontiguousarray(examples.features[:, places])
        )
        task = Task(part, folds=given.folds, seed=given.seed, threads=threads)
        if given.learner == "svm":
            return learn_svm(task, given.prices, own)
        return learn_tuner(task, given.learner, own)

    groups = {name: group_of(name) for name in examples.names}
    if len(set(groups.values())) < 2:
        raise ConfigError("--features", ",".join(groups), "features of at least two kinds")
    whole = found(examples.names, given.own).taken
    without = {}
    with Progress("without", total=len(set(groups.values())), unit="features") as progress:
        for group in dict.fromkeys(groups.values()):
            left = [name for name in examples.names if groups[name] != group]
            without[group] = found(left, {**given.own, **whole.settings}).taken.score
            progress.advance(1)
    return Ablation(whole, without)


def group_of(name: str) -> str:
    """What features of one kind have in common: the name up to a number in brackets or a colon."""
    return name.split("[")[0].split(":")[0] or name
