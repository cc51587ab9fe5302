"""What all symptoms share: findings, and the counting of cases."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from manyways.candidates.check.words import WORDS, Words
from manyways.candidates.lists import CandidateLists

__all__ = ["Cases", "Finding", "Symptom", "lines_of", "quote"]

_QUOTED = 40  # characters
_NAMED = 5  # systems


@dataclass(frozen=True)
class Finding:
    """One kind of trouble: how bad, the line of its first case, how many cases, what to do."""

    kind: str
    severity: str  # "error" or "warning"
    message: str
    line: int | None
    count: int
    remedy: str


class Symptom(Protocol):
    """Looks at chunks of lists; tells in the end what it found."""

    def look(self, lists: CandidateLists) -> None: ...

    def found(self) -> list[Finding]: ...


class Cases:
    """Counts cases of one kind and remembers the line of the first and an example.

    words: for a kind that is not in `WORDS`. Without a kind the cases are only counted.
    """

    def __init__(self, kind: str = "", words: Words | None = None) -> None:
        self.kind = kind
        self.words = words or (WORDS[kind] if kind else None)
        self.count = 0
        self.line: int | None = None
        self.example = ""
        self.systems: Counter[str] = Counter()

    def add_rows(self, lists: CandidateLists, rows: npt.NDArray[Any], example: str | None = None) -> None:
        """Cases of these candidates, in order; of whose they are is told where lists have several systems."""
        if len(lists.system_names) > 1 and len(rows):
            counts = np.bincount(lists.systems[rows], minlength=len(lists.system_names)).tolist()
            self.systems.update(
                {name: count for name, count in zip(lists.system_names, counts, strict=True) if count}
            )
        self.add(lines_of(lists, rows), quote(lists, rows) if example is None else example)

    def add(self, lines: npt.NDArray[np.int64], example: str = "") -> None:
        """Cases at these lines, in order."""
        if len(lines):
            self.add_many(len(lines), int(lines[0]), example)

    def add_many(self, count: int, line: int | None, example: str = "") -> None:
        """`count` cases, the first of them at `line`."""
        if self.line is None:
            self.line, self.example = line, example
        self.count += count

    def found(self) -> list[Finding]:
        if self.count == 0 or self.words is None:
            return []
        message = self.words.message.format(count=self.count, example=self.example) + self._whose()
        return [Finding(self.kind, self.words.severity, message, self.line, self.count, self.words.remedy)]

    def _whose(self) -> str:
        """`; of A 3, of B 1`: the systems with the most cases first."""
        told = [f"of {name or '(no name)'} {count:,}" for name, count in self.systems.most_common(_NAMED)]
        more = len(self.systems) - len(told)
        return "; " + ", ".join(told) + (f", and {more} more systems" if more else "") if told else ""


def lines_of(lists: CandidateLists, rows: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The lines in the file of the candidates at `rows`."""
    assert lists.origin is not None
    found: npt.NDArray[np.int64] = lists.origin.lines[rows]
    return found


def quote(lists: CandidateLists, rows: npt.NDArray[Any]) -> str:
    """The text of the first of `rows`, cut to a readable length."""
    if len(rows) == 0:
        return ""
    text = lists.texts[int(rows[0])]
    return repr(text if len(text) <= _QUOTED else text[:_QUOTED] + "…")
