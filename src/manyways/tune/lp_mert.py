"""LP-MERT (Galley and Quirk, 2011): choices of candidates that some weights make win, best first.

It begins with the best of another tuner, and its weights never score below the start. Few lists are searched
exactly, and the answer says so where that came to its end: for TER, which adds up over sentences, as
published; for other metrics by trying every choice that can win. Where that takes too many tests, the
published search goes by the metric's slope at the best weights so far, which proves nothing for a metric that
does not add up. Many lists are searched by a beam, in balls around the best weights: no proof either.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from manyways._core import geometry as core
from manyways.metrics import Ter
from manyways.settings import Settings, Within, to_core
from manyways.tune.base import Examples, Tuned, Tuner, Vector
from manyways.tune.geometry import additive_losses
from manyways.tune.mert import Mert

__all__ = ["LpMert"]

_PROVEN = "no weights choose better on these lists, ties aside"


@dataclass(frozen=True, kw_only=True)
class LpMert(Settings, table="lp-mert"):
    """first: finds the weights to begin with; None: the start itself.

    small: up to this many lists are searched exactly, if `most_tests` tests suffice. beam: choices that a
    part of the corpus keeps. tests: pairs of choices tried when two parts are joined. radius: of the ball, in
    lengths of the weights. passes, patience: how many at most, and without gain.
    """

    first: Tuner | None = field(default_factory=Mert)
    small: Annotated[int, Within(0)] = 8
    most_tests: Annotated[int, Within(1)] = 200_000
    beam: Annotated[int, Within(1)] = 6
    tests: Annotated[int, Within(1)] = 8
    radius: Annotated[float, Within(1e-12, 1e6)] = 0.05
    passes: Annotated[int, Within(0)] = 20
    patience: Annotated[int, Within(1)] = 4
    name: str = field(default="lp-mert", init=False)

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        points = [start]
        if self.first is not None:
            points.append(self.first(examples, start, seed=seed, threads=threads).vector)
        remarks: tuple[str, ...] = ()
        if len(examples.offsets) - 1 <= self.small:
            found, proven, remark = self._exact(examples, max(points, key=examples.value))
            points, remarks = [*points, *found], (remark,)
            if proven:
                best = max(points, key=examples.value)
                return Tuned(best, [examples.value(start), examples.value(best)], remarks)
        best = np.ascontiguousarray(max(points, key=examples.value))
        chosen = to_core(core.BeamSettings(), self, seed=seed, first=None, small=None, most_tests=None)
        vector, history, _ = core.beam_search(examples.lists, examples.metric.kernel, best, chosen, threads)
        return Tuned(vector, [examples.value(best), *history.tolist()], remarks)

    def _exact(self, examples: Examples, best: Vector) -> tuple[list[Vector], bool, str]:
        """Weights of the best choice of all, whether it is proven to be that, and what to say of it."""
        points = core.Points(examples.lists)
        if not isinstance(examples.metric, Ter):
            choices, _, complete = core.feasible_choices(points, self.most_tests)
            if complete:
                sums = np.ascontiguousarray(examples.statistics[choices].sum(axis=1))
                values = examples.direction * examples.metric.kernel.scores(sums)
                _, weights = points.can_win(np.ascontiguousarray(choices[int(values.argmax())]))
                return [weights], True, f"{_PROVEN}: every choice that can win was tried ({len(choices):,})"
        losses = additive_losses(examples, examples.lists.best(np.ascontiguousarray(best)))
        found = core.exact_choice(points, losses, self.most_tests)
        if found[0] and isinstance(examples.metric, Ter):
            return [found[3]], True, f"{_PROVEN}: {examples.metric.name} adds up, and was searched exactly"
        remark = f"not searched exactly: {self.most_tests:,} tests (most_tests) were not enough"
        return [found[3]] if found[0] else [], False, remark
