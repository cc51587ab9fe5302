"""A column of texts: all bytes in one array, with offsets. What the compiled core reads.

A million short strings as Python objects cost a hundred megabytes and seconds; as a column they cost
their bytes. The core takes `data` and `offsets` in place::

    column = TextColumn.from_texts(["ein Haus", "zwei"])
    column[0]                  # 'ein Haus'
    len(column)                # 2
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["TextColumn"]


@dataclass(frozen=True)
class TextColumn:
    """Text i is the UTF-8 in ``data[offsets[i]:offsets[i + 1]]``; len(offsets) is one more than the texts."""

    data: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]

    @staticmethod
    def from_texts(texts: Iterable[str]) -> TextColumn:
        raw = [text.encode("utf-8") for text in texts]
        offsets = np.zeros(len(raw) + 1, dtype=np.int64)
        np.cumsum([len(each) for each in raw], out=offsets[1:])
        return TextColumn(np.frombuffer(b"".join(raw), dtype=np.uint8), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> str:
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self.data[self.offsets[index] : self.offsets[index + 1]].tobytes().decode("utf-8")

    def __iter__(self) -> Iterator[str]:
        raw = self.data.tobytes()
        bounds = self.offsets.tolist()
        for start, end in itertools.pairwise(bounds):
            yield raw[start:end].decode("utf-8")

    def take(self, indices: npt.ArrayLike) -> TextColumn:
        """The texts at `indices`, in that order."""
        chosen = np.asarray(indices, dtype=np.int64)
        starts = self.offsets[chosen]
        lengths = self.offsets[chosen + 1] - starts
        offsets = np.zeros(len(chosen) + 1, dtype=np.int64)
        np.cumsum(lengths, out=offsets[1:])
        positions = np.arange(offsets[-1], dtype=np.int64) + np.repeat(starts - offsets[:-1], lengths)
        return TextColumn(self.data[positions], offsets)
