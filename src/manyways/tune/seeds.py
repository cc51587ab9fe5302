"""Several runs of one tuner with different seeds: how far its result is luck (Clark et al., 2011)."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass

from manyways.tune.base import Result

__all__ = ["Spread", "tune_seeds"]


@dataclass(frozen=True, eq=False)
class Spread:
    """The results of all seeds; `best` scores highest on the examples, of equals the first."""

    results: list[Result]

    @property
    def best(self) -> Result:
        return max(self.results, key=lambda each: each.direction * each.score.value)

    @property
    def mean(self) -> float:
        return statistics.fmean(each.score.value for each in self.results)

    @property
    def deviation(self) -> float:
        """The standard deviation over seeds; 0 for one."""
        values = [each.score.value for each in self.results]
        return statistics.stdev(values) if len(values) > 1 else 0.0


def tune_seeds(run: Callable[[int], Result], *, seeds: int, seed: int = 1) -> Spread:
    """run(seed), run(seed + 1), ...: tuning on lists, or a whole loop."""
    return Spread([run(seed + k) for k in range(seeds)])
