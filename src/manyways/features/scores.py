"""Numbers that others gave to candidates: files of COMET, of a judge, of a scorer of words.

    found = read_scores("comet.tsv", lists)            # {"comet": float64 per candidate}

A file is one of these, known by its first line:

- a number per line, one for each candidate in the order of the lists; where a line has several, all lines
  are scores of words, of which there are the sum, the mean and the least (`NAME`, `NAME/mean`, `NAME/least`);
- a table with a header and tabs: columns `id` and `system` say whose numbers they are, `candidate` (from 0)
  is the place in the list; without an `id` rows are the candidates in their order. Every other column of
  numbers is a feature;
- JSON Lines with the same names; a list of numbers is scores of words, and `scores` beside an `id` alone
  those of all candidates of the list.

A column `score` is called by the name of the file, all others by their own.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from manyways.candidates import CandidateLists
from manyways.errors import InputError
from manyways.features.base import Values
from manyways.reading import open_text, parse_json

__all__ = ["read_scores", "score_name"]

_PLACES = ("id", "system", "candidate")
_TEXTS = ("source", "text", "reference", "reason", "comment", "explanation")  # left alone
_SUFFIXES = (".gz", ".tsv", ".txt", ".jsonl", ".json", ".scores", ".csv")
_SHAPE = "Smallest shape: a number per line; or `id<TAB>system<TAB>score` with such a header."
Row = Mapping[str, Any]


def score_name(path: str | os.PathLike[str]) -> str:
    """comet.tsv is comet: what the column is called."""
    name = os.path.basename(os.fspath(path))
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    return "".join("_" if c.isspace() else c for c in name) or "scores"


def read_scores(path: str | os.PathLike[str], lists: CandidateLists) -> dict[str, Values]:
    """Columns by name, a number for every candidate; an InputError where one lacks or is too many."""
    rows = list(_rows(path))
    if not rows:
        raise InputError("holds no scores", path=path, remedy=_SHAPE)
    name = score_name(path)
    table = _Table(lists, path)
    by_word = any(isinstance(row, list) and len(row) > 1 for _, row in rows)
    for line, found in rows:
        row = found if isinstance(found, dict) else {"score": found if by_word else " ".join(found)}
        table.add(line, row, name)
    return table.columns()


class _Table:
    """Numbers by column, put where they belong as rows come."""

    def __init__(self, lists: CandidateLists, path: str | os.PathLike[str]) -> None:
        self.lists, self.path = lists, path
        self.found: dict[str, Values] = {}
        self.next = 0
        self.sentence = {one: s for s, one in enumerate(lists.ids)}
        self.system = {name: i for i, name in enumerate(lists.system_names)}

    def add(self, line: int, row: Row, name: str) -> None:
        several = row.get("scores")
        if isinstance(several, list) and "id" in row and "system" not in row and "candidate" not in row:
            self._all(line, row, name, several)
            return
        place = self._place(line, row)
        for key, value in row.items():
            if key not in _PLACES and key not in _TEXTS:
                self._put(line, place, name if key == "score" else key, value)

    def columns(self) -> dict[str, Values]:
        if not self.found:
            raise InputError("has no column of numbers", path=self.path, remedy=_SHAPE)
        for name, values in self.found.items():
            missing = np.flatnonzero(np.isnan(values))
            if len(missing):
                told = f"{name}: no number for {self._whose(int(missing[0]))}"
                more = f", and {len(missing) - 1:,} more" if len(missing) > 1 else ""
                raise InputError(told + more, path=self.path, remedy="Every candidate needs one.")
        return self.found

    def _all(self, line: int, row: Row, name: str, several: Sequence[Any]) -> None:
        s = self._sentence(line, row)
        first, size = int(self.lists.sentence_offsets[s]), int(self.lists.sizes[s])
        if len(several) != size:
            told = f"has {len(several)} scores for sentence {row['id']!r}, which has {size} candidates"
            raise InputError(told, path=self.path, line=line)
        for i, each in enumerate(several):
            self._put(line, first + i, name, each)

    def _put(self, line: int, place: int, name: str, value: Any) -> None:
        if isinstance(value, list):
            words = [self._number(line, name, each) for each in value]
            parts = (sum(words), sum(words) / max(len(words), 1), min(words, default=0.0))
            for part, number in zip((name, f"{name}/mean", f"{name}/least"), parts, strict=True):
                self._one(line, place, part, number)
        else:
            self._one(line, place, name, self._number(line, name, value))

    def _one(self, line: int, place: int, name: str, number: float) -> None:
        column = self.found.setdefault(name, np.full(self.lists.candidate_count, np.nan))
        if not np.isnan(column[place]):
            raise InputError(
                f"{name}: a second number for {self._whose(place)}",
                path=self.path,
                line=line,
                remedy="A list with several candidates of a system needs a column `candidate` (from 0).",
            )
        column[place] = number

    def _number(self, line: int, name: str, value: Any) -> float:
        try:
            number = float(value) if not isinstance(value, bool) else math.nan
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if not math.isfinite(number):
            raise InputError(
                f"{name}: {str(value)[:60]!r} is no finite number", path=self.path, line=line, remedy=_SHAPE
            )
        return number

    def _place(self, line: int, row: Row) -> int:
        if "id" not in row:
            self.next += 1
            if self.next > self.lists.candidate_count:
                told = f"has more rows than there are candidates, {self.lists.candidate_count:,}"
                raise InputError(told, path=self.path, line=line)
            return self.next - 1
        s = self._sentence(line, row)
        first, end = (int(each) for each in self.lists.sentence_offsets[s : s + 2])
        if "candidate" in row:
            place = self._number(line, "candidate", row["candidate"])
            if not 0 <= place < end - first or place != int(place):
                told = f"sentence {row['id']!r} has no candidate {row['candidate']}: there are {end - first}"
                raise InputError(told, path=self.path, line=line, remedy="The first is 0.")
            return first + int(place)
        rows = np.arange(first, end)
        if "system" in row:
            number = self.system.get(str(row["system"]), -1)
            rows = rows[self.lists.systems[first:end] == number]
        if len(rows) != 1:
            whose = f" of system {str(row['system'])!r}" if "system" in row else ""
            told = f"sentence {row['id']!r} has {len(rows)} candidates{whose}: which is meant?"
            raise InputError(
                told, path=self.path, line=line, remedy="Add a column `system`, or `candidate` (from 0)."
            )
        return int(rows[0])

    def _sentence(self, line: int, row: Row) -> int:
        found = self.sentence.get(str(row["id"]))
        if found is None:
            raise InputError(f"the lists have no sentence {str(row['id'])!r}", path=self.path, line=line)
        return found

    def _whose(self, row: int) -> str:
        s = int(self.lists.sentence_of[row])
        name = self.lists.system_names[int(self.lists.systems[row])]
        return f"candidate {row - int(self.lists.sentence_offsets[s])}{f' ({name})' if name else ''} of " + (
            f"sentence {self.lists.ids[s]!r}"
        )


def _rows(path: str | os.PathLike[str]) -> Iterator[tuple[int, dict[str, Any] | list[str]]]:
    """Each row with its line: values by name, or the numbers of a line without names."""
    header: list[str] | None = None
    with open_text(path) as lines:
        for number, raw in enumerate(lines, 1):
            line = raw.rstrip("\r\n")
            if (number == 1 and "\t" in line) or (number == 1 and line in _PLACES):
                header = _header(line, path)
                if header is not None:
                    continue
            if header is not None:
                yield number, _fields(line, header, path, number)
            elif line.startswith("{"):
                row = parse_json(line, path, number)
                if not isinstance(row, dict):
                    raise InputError("is not an object", path=path, line=number, remedy=_SHAPE)
                yield number, row
            else:
                yield number, line.split()


def _header(line: str, path: str | os.PathLike[str]) -> list[str] | None:
    """The names of the columns, unless it is a line of numbers."""
    fields = [each.strip() for each in line.split("\t")]
    if all(_is_number(each) for each in fields):
        return None
    if len(set(fields)) < len(fields) or not all(fields):
        raise InputError("names a column twice, or one has no name", path=path, line=1, remedy=_SHAPE)
    return ["".join("_" if c.isspace() else c for c in each) for each in fields]


def _fields(line: str, header: Sequence[str], path: str | os.PathLike[str], number: int) -> dict[str, Any]:
    fields = line.split("\t")
    if len(fields) != len(header):
        told = f"has {len(fields)} fields, the header has {len(header)}"
        raise InputError(told, path=path, line=number)
    return dict(zip(header, fields, strict=True))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
