"""Numbers in rows of different lengths: one array of values, one of offsets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Ragged", "ranges"]


def ranges(starts: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """start, start + 1, ... count of them, for each pair, one after the other."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    shifts: npt.NDArray[np.int64] = np.repeat(starts - (ends - counts), counts)
    shifts += np.arange(total, dtype=np.int64)
    return shifts


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
        starts = self.offsets[rows]
        counts = self.offsets[rows + 1] - starts
        offsets = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum(counts, out=offsets[1:])
        return Ragged(self.values[ranges(starts, counts)], offsets)
