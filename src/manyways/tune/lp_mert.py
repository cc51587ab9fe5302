"""LP-MERT (Galley and Quirk, 2011): choices of candidates that some weights make win, best first.

Few lists are searched exactly, by an error that is the metric's slope at the best weights so far (for TER:
the metric itself). Many are searched by a beam, in balls around the best weights. It begins with the best of
another tuner, and its weights never score below the start.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from manyways._core import geometry as core
from manyways.tune.base import Examples, Tuned, Tuner, Vector
from manyways.tune.geometry import additive_losses
from manyways.tune.guards import check_settings
from manyways.tune.mert import Mert

__all__ = ["LpMert"]


@dataclass(frozen=True, kw_only=True)
class LpMert:
    """first: finds the weights to begin with; None: the start itself.

    small: so many lists are searched exactly, with at most `most_tests` tests. beam: choices that a part of
    the corpus keeps. tests: pairs of choices tried when two parts are joined. radius: of the ball, in lengths
    of the weights. passes, patience: how many at most, and without gain.
    """

    first: Tuner | None = field(default_factory=Mert)
    small: int = 8
    most_tests: int = 200_000
    beam: int = 6
    tests: int = 8
    radius: float = 0.05
    passes: int = 20
    patience: int = 4
    name: str = "lp-mert"

    def __post_init__(self) -> None:
        check_settings(self, small=0, most_tests=1, beam=1, tests=1, radius=1e-12, passes=0, patience=1)

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        points = [start]
        if self.first is not None:
            points.append(self.first(examples, start, seed=seed, threads=threads).vector)
        if len(examples.offsets) - 1 <= self.small:
            points += self._exact(examples, max(points, key=examples.value))
        best = np.ascontiguousarray(max(points, key=examples.value))
        vector, history, _ = core.beam_search(
            examples.lists,
            examples.metric.kernel,
            best,
            self.beam,
            self.tests,
            self.radius,
            self.passes,
            self.patience,
            seed,
            threads,
        )
        return Tuned(vector, [examples.value(best), *history.tolist()])

    def _exact(self, examples: Examples, best: Vector) -> list[Vector]:
        losses = additive_losses(examples, examples.lists.best(np.ascontiguousarray(best)))
        found = core.exact_choice(core.Points(examples.lists), losses, self.most_tests)
        return [found[3]] if found[0] else []
