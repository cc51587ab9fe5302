"""Numbers in rows of different lengths: one array of values, one of offsets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.text.column import take_rows

__all__ = ["Ragged"]


@dataclass(frozen=True, eq=False)
class Ragged:
    """Row i is ``values[offsets[i]:offsets[i + 1]]``."""

    values: npt.NDArray[Any]
    offsets: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> npt.NDArray[Any]:
        return self.values[self.offsets[row] : self.offsets[row + 1]]

    def take(self, rows: npt.NDArray[np.int64]) -> Ragged:
        """The rows at `rows`, in that order."""
        return Ragged(*take_rows(self.values, self.offsets, rows))
