"""Batch MIRA on lists (Cherry and Foster, 2012): steps from fear to hope, averaged over all steps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from manyways._core import tune as core
from manyways.tune.base import Examples, Tuned, Vector
from manyways.tune.guards import check_settings

__all__ = ["Mira"]


@dataclass(frozen=True, kw_only=True)
class Mira:
    """rate: the longest step (C). decay: of the background statistics. epochs: passes over the lists."""

    rate: float = 0.01
    decay: float = 0.999
    epochs: int = 60
    name: str = "mira"

    def __post_init__(self) -> None:
        check_settings(self, rate=1e-12, decay=(0, 1), epochs=1)

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        kernel, first = examples.metric.kernel, np.ascontiguousarray(start)
        vector, history = core.mira(examples.lists, kernel, first, self.rate, self.decay, self.epochs, seed)
        return Tuned(vector, history.tolist())
