"""A column of texts: all bytes in one array, with offsets. What the compiled core reads.

A million short strings as Python objects cost a hundred megabytes and seconds; as a column they cost
their bytes. The core takes `data` and `offsets` in place::

    column = TextColumn.from_texts(["ein Haus", "zwei"])
    column[0]                  # 'ein Haus'
    column[1:]                 # a column of the others
    len(column)                # 2
    column = read_column("train.de.gz")          # one text per line
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar, overload

import numpy as np
import numpy.typing as npt

from manyways._core import unicode
from manyways.errors import InputError
from manyways.files import atomic_bytes
from manyways.reading import LONGEST_LINE, decode_text, read_bytes, too_long

__all__ = ["TextColumn", "lines_of", "ranges", "read_column", "take_rows", "write_column"]

Value = TypeVar("Value", bound=np.generic)
_BLOCK = 4096  # rows that are taken at a time


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

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> TextColumn: ...
    def __getitem__(self, index: int | slice) -> str | TextColumn:
        if isinstance(index, slice):
            return self.take(np.arange(len(self))[index])
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        return _decoded(self.data[self.offsets[index] : self.offsets[index + 1]].tobytes())

    def __iter__(self) -> Iterator[str]:
        raw = self.data.tobytes()
        bounds = self.offsets.tolist()
        for start, end in itertools.pairwise(bounds):
            yield _decoded(raw[start:end])

    def take(self, indices: npt.ArrayLike) -> TextColumn:
        """The texts at `indices`, in that order."""
        return TextColumn(*take_rows(self.data, self.offsets, np.asarray(indices, dtype=np.int64)))

    def characters(self) -> npt.NDArray[np.int64]:
        """Code points of each text."""
        starts = np.concatenate([[0], np.cumsum((self.data & 0xC0) != 0x80)])  # bytes that begin one
        found: npt.NDArray[np.int64] = np.diff(starts[self.offsets])
        return found


def take_rows(
    values: npt.NDArray[Value], offsets: npt.NDArray[np.int64], rows: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[Value], npt.NDArray[np.int64]]:
    """Some of the rows `values[offsets[i]:offsets[i + 1]]`, in the order given, as values and offsets.

    Rows that stand one after the other are not copied.
    """
    if len(rows) and np.all(rows[1:] == rows[:-1] + 1):
        some = offsets[rows[0] : rows[-1] + 2]
        return values[some[0] : some[-1]], some - some[0]
    starts = offsets[rows]
    lengths = offsets[rows + 1] - starts
    found = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(lengths, out=found[1:])
    taken = np.empty(int(found[-1]), dtype=values.dtype)
    for first in range(0, len(rows), _BLOCK):  # an index of each byte takes eight times the bytes
        part = slice(first, first + _BLOCK)
        last = min(first + _BLOCK, len(rows))
        taken[found[first] : found[last]] = values[ranges(starts[part], lengths[part])]
    return taken, found


def ranges(starts: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """start, start + 1, ... count of them, for each pair, one after the other."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    shifts: npt.NDArray[np.int64] = np.repeat(starts - (ends - counts), counts)
    shifts += np.arange(total, dtype=np.int64)
    return shifts


def _decoded(raw: bytes) -> str:
    """Texts of our own are UTF-8 whatever happens; what a damaged model wrote may not be."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        remedy = "Check the model that it came from: manyways check MODEL"
        raise InputError(f"a text is not UTF-8 (byte {error.start + 1})", remedy=remedy) from None


def read_column(path: str | os.PathLike[str]) -> TextColumn:
    """The lines of a UTF-8 file (gzip by suffix), with no Python object per line."""
    raw = read_bytes(path).removeprefix(b"\xef\xbb\xbf")
    if unicode.invalid_at(raw) >= 0 or 0 in raw:
        decode_text(raw, path)  # says what is wrong
    if b"\r\n" in raw:
        raw = raw.replace(b"\r\n", b"\n")
    if raw and not raw.endswith(b"\n"):
        raw += b"\n"
    data = np.frombuffer(raw, dtype=np.uint8)
    is_text = data != ord("\n")
    ends = np.flatnonzero(~is_text)
    offsets = np.zeros(len(ends) + 1, dtype=np.int64)
    offsets[1:] = ends - np.arange(len(ends))
    lengths = np.diff(offsets)
    if lengths.max(initial=0) > LONGEST_LINE:
        raise too_long(path, int(lengths.argmax()) + 1)
    return TextColumn(data[is_text], offsets)


def write_column(path: str | os.PathLike[str], column: TextColumn) -> None:
    """One text per line; the file appears whole or not at all. A text with a line break is an error."""
    with atomic_bytes(path) as out:
        out.write(lines_of(column, path))


def lines_of(column: TextColumn, path: str | os.PathLike[str]) -> bytes:
    """One text per line, for a file of that name; a text with a line break is an error."""
    first, last = column.offsets[0], column.offsets[-1]
    data = column.data[first:last]
    breaks = np.flatnonzero(data == ord("\n"))
    if len(breaks):
        row = int(np.searchsorted(column.offsets - first, breaks[0], side="right"))
        raise InputError(f"text {row} holds a line break and cannot be one line of {os.fspath(path)}")
    return np.insert(data, column.offsets[1:] - first, ord("\n")).tobytes()
