"""Batch MIRA on lists (Cherry and Foster, 2012): steps from fear to hope, averaged over all steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from manyways._core import tune as core
from manyways.progress import watched
from manyways.settings import Settings, Within, to_core
from manyways.tune.base import Examples, Tuned, Vector
from manyways.tune.guards import kept_start

__all__ = ["Mira"]


@dataclass(frozen=True, kw_only=True)
class Mira(Settings, table="mira"):
    """rate: the longest step (C). decay: of the background statistics. epochs: passes over the lists."""

    rate: Annotated[float, Within(1e-12, 1e6)] = 0.01
    decay: Annotated[float, Within(0, 1)] = 0.999
    epochs: Annotated[int, Within(1, 1_000_000)] = 60
    name: str = field(default="mira", init=False)

    def __call__(self, examples: Examples, start: Vector, *, seed: int, threads: int) -> Tuned:
        kernel, first = examples.metric.kernel, np.ascontiguousarray(start)
        with watched("going through lists", self.epochs, "passes"):
            vector, history = core.mira(
                examples.lists, kernel, first, to_core(core.MiraSettings(), self, seed=seed)
            )
        return kept_start(examples, first, Tuned(vector, history.tolist()))
