"""Minimum error rate training: exact line searches on the metric itself (Och, 2003).

Climbs along axes, random directions and the gradient of the expected score; from the start, from the optimum
of the expected score, then from disturbed copies of the best points, from between them, and from random ones.
Weights come back with absolute sum 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

import numpy as np
import numpy.typing as npt

from manyways._core import tune as core
from manyways.errors import ConfigError
from manyways.progress import Progress
from manyways.seeds import derive_seed
from manyways.settings import Settings, Within, to_core
from manyways.tune.base import Examples, Tuned, Vector
from manyways.tune.expected import ExpectedScore

__all__ = ["Mert"]

_PARTS = 4  # of the restarts, on large lists; after each, candidates join
_RANDOM_LINES = 4  # beside the axes


@dataclass(frozen=True, kw_only=True)
class Mert(Settings, table="mert"):
    """restarts: rounds of four runs after the first. random_directions: in a round of a climb, beside axes.

    smooth_start: climb also from the optimum of the expected score, which is worth many restarts.
    gradient: also search along the gradient of the expected score. window: an interval counts as the mean of
    itself and of that many on each side (Cer et al., 2008). positive: features whose weights are at least 0.
    large: of more candidates only those are climbed on that win on some line through a good point; all judge
    the result, and those that win there join.
    """

    restarts: Annotated[int, Within(0)] = 20
    random_directions: Annotated[int, Within(0)] = 14
    smooth_start: bool = True
    gradient: bool = True
    window: Annotated[int, Within(0)] = 0
    positive: tuple[str, ...] = ()
    large: Annotated[int, Within(0)] = 300_000
    name: str = field(default="mert", init=False)

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        for name in self.positive:
            if name not in examples.names:
                raise ConfigError("mert.positive", name, f"one of {', '.join(examples.names)}")
        if len(examples.features) <= self.large:
            return self._climb(examples, start, seed=seed, threads=threads)
        allowed = [0.0 if name in self.positive else -np.inf for name in examples.names]
        best = found = np.maximum(start, allowed)
        winners, history = np.zeros(0, np.uint32), [examples.value(best)]
        for part in range(_PARTS):
            step = derive_seed(seed, "part", part)
            # Candidates that were left out may win here: they join, whether or not it was better.
            lines = core.line_winners(examples.lists, found, _lines(examples, step), threads)
            winners = np.union1d(winners, lines)
            share = replace(
                self,
                restarts=-(-self.restarts // _PARTS),
                smooth_start=self.smooth_start and part == 0,
                large=len(winners),
            )
            found = share(examples.subset(winners), best, seed=step, threads=threads).vector
            value = examples.value(found)
            best = found if value > history[-1] else best
            history.append(max(value, history[-1]))
        return Tuned(best, history)

    def _climb(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        signs = [int(name in self.positive) for name in examples.names] if self.positive else []
        chosen = to_core(core.MertSettings(), self, positive=signs, seed=seed, smooth_start=None, large=None)
        starts = [start]
        if self.smooth_start:
            starts.append(ExpectedScore()(examples, start, seed=seed, threads=threads).vector)
        with Progress("MERT", total=self.restarts, unit="restarts") as progress:
            vector, runs = core.mert(
                examples.lists,
                examples.metric.kernel,
                np.concatenate(starts),
                chosen,
                threads,
                lambda best: progress.advance(note=f"{examples.metric.name} {examples.direction * best:.2f}"),
            )
        return Tuned(vector, np.maximum.accumulate(runs).tolist())


def _lines(examples: Examples, seed: int) -> npt.NDArray[np.float64]:
    """The axes along which candidates differ, and some random directions in the features' units."""
    used = examples.deviations > 0
    units = np.divide(1.0, examples.deviations, out=np.zeros_like(examples.deviations), where=used)
    drawn = np.random.default_rng(seed).normal(size=(_RANDOM_LINES, len(units))) * units
    return np.ascontiguousarray(np.vstack([np.eye(len(units))[used], drawn]))
