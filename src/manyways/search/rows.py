"""Objects that are made of columns when they are asked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

__all__ = ["Rows"]

T = TypeVar("T")


class Rows(Sequence[T]):
    """A sequence of what `_row` makes; a slice is a list."""

    @abstractmethod
    def _row(self, i: int) -> T:
        """Row i, 0 <= i < len(self)."""

    def __iter__(self) -> Iterator[T]:
        return (self._row(i) for i in range(len(self)))

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        places = range(len(self))[index]
        return self._row(places) if isinstance(places, int) else [self._row(i) for i in places]
