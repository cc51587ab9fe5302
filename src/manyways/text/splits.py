"""Train, tune and test parts by content: a sentence stays in its part when the corpus grows.

    parts = split_by_content(corpus.source, SplitSettings(tune=0.01, test=0.01))
    corpus.take(parts.tune)

The part goes by a hash of the source text alone, so that equal sources never stand on both sides, in
whatever order and among whatever other sentences they come.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from manyways._core import text as core
from manyways.errors import ConfigError
from manyways.settings import Seed, Settings, Within
from manyways.text.column import TextColumn

__all__ = ["SplitSettings", "Split", "split_by_content"]


@dataclass(frozen=True, kw_only=True)
class SplitSettings(Settings, table="split"):
    """Shares of the corpus for tuning and testing; the rest is for training. `seed` draws another split."""

    tune: Annotated[float, Within(0, 1)] = 0.01
    test: Annotated[float, Within(0, 1)] = 0.01
    seed: Seed = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tune + self.test >= 1.0:
            raise ConfigError(
                "split.test", self.test, f"less than {1 - self.tune:g}, so that training keeps some"
            )


@dataclass(frozen=True)
class Split:
    """Indices of the texts in each part, in the order of the corpus."""

    train: npt.NDArray[np.int64]
    tune: npt.NDArray[np.int64]
    test: npt.NDArray[np.int64]


def split_by_content(source: TextColumn, settings: SplitSettings = SplitSettings()) -> Split:
    """Which texts are for training, tuning and testing."""
    place = core.hash_texts(source.data, source.offsets, seed=settings.seed) / np.float64(2**64)
    test = place < settings.test
    tune = ~test & (place < settings.test + settings.tune)
    return Split(np.flatnonzero(~(test | tune)), np.flatnonzero(tune), np.flatnonzero(test))
