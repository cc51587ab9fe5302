"""Sentences with several versions each, as data of a page: what `templates/sentences.js` draws, row by row.

    versions = Versions.of(lists.select(rows), threads=0)     # the first of each is what others differ from
    table = Sentences(versions, columns=[Column("agreement", values)])
    report.sentences(table)

The page holds texts and numbers in flat columns and draws the rows that are looked at, so that ten thousand
sentences open as fast as ten. Nothing here is per word: differences come from the core.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from manyways._core import candidates as core
from manyways.candidates import CandidateLists
from manyways.candidates.difference import differences
from manyways.candidates.ragged import Ragged
from manyways.text.column import TextColumn

__all__ = ["Column", "Measure", "Sentences", "Versions", "embedded"]

Values = npt.NDArray[np.float64]
MOST_BYTES = 12_000_000  # of versions in a page; beyond, only the first two of each sentence
_DIGITS = 2


@dataclass(frozen=True, eq=False)
class Column:
    """A number per sentence. signed: a difference, shown with its sign. help: what a person is told of it."""

    title: str
    values: Values
    help: str = ""
    signed: bool = False

    def plain(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "help": self.help,
            "signed": self.signed,
            "values": _numbers(self.values),
        }


@dataclass(frozen=True, eq=False)
class Measure:
    """A number per version: sentence scores of a metric."""

    title: str
    values: Values
    higher_is_better: bool = True

    def plain(self) -> dict[str, Any]:
        return {"title": self.title, "higher": self.higher_is_better, "values": _numbers(self.values)}


@dataclass(frozen=True, eq=False)
class Versions:
    """lists: the versions, the first of each sentence the one that the others are compared with.

    rows: of each version, in the lists that they are of. systems: indices of those that gave it, a row each.
    """

    lists: CandidateLists
    rows: npt.NDArray[np.int64]
    systems: Ragged

    @staticmethod
    def of(lists: CandidateLists) -> Versions:
        """One for each candidate."""
        rows = np.arange(lists.candidate_count, dtype=np.int64)
        return Versions(lists, rows, Ragged(lists.systems, np.append(rows, len(rows))))

    @staticmethod
    def distinct(lists: CandidateLists) -> Versions:
        """One for each text of a sentence, in the order of the lists, with all systems that gave it.

        Where they are too many for a page, two of each sentence.
        """
        keys = core.hash_rows(lists.texts.data, lists.texts.offsets)
        groups, first, group_of = _grouped(lists.sentence_of, keys)
        order = np.argsort(first, kind="stable")  # groups in the order of their first candidates
        rows = first[order]
        if int(np.diff(lists.texts.offsets)[rows].sum()) > MOST_BYTES:
            sentences = lists.sentence_of[rows]
            starts = np.searchsorted(sentences, sentences)
            order = order[np.arange(len(rows)) - starts < 2]
            rows = first[order]
        members = np.argsort(group_of, kind="stable")
        counts = np.bincount(group_of, minlength=groups)
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return Versions(lists.select(rows), rows, Ragged(lists.systems[members], offsets).take(order))

    def plain(self, threads: int) -> dict[str, Any]:
        lists = self.lists
        first = np.repeat(lists.sentence_offsets[:-1], lists.sizes)
        of_first, own = differences(lists.texts.take(first), lists.texts, threads=threads)
        return {
            "systems": list(lists.system_names),
            "ids": lists.ids,
            "sources": _texts(lists.sources),
            "references": [_texts(each) for each in lists.references or ()],
            "sizes": lists.sizes.tolist(),
            "texts": _texts(lists.texts),
            "by": _ragged(self.systems),
            "own": _ragged(own),
            "first": _ragged(of_first),
        }


@dataclass(frozen=True, eq=False)
class Sentences:
    """kind: `choice` shows the first version of each sentence and the next, `systems` any against the first.

    notes: a text per sentence, such as why the first was chosen. names: what both versions shown are called.
    """

    kind: Literal["choice", "systems"]
    versions: Versions
    names: tuple[str, str]
    columns: Sequence[Column] = ()
    measures: Sequence[Measure] = ()
    notes: TextColumn | None = None
    threads: int = 0

    def plain(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "names": list(self.names),
            **self.versions.plain(self.threads),
            "columns": [each.plain() for each in self.columns],
            "measures": [each.plain() for each in self.measures],
            "notes": _texts(self.notes),
        }


def embedded(value: object) -> str:
    """JSON that may stand inside an HTML element: whatever it holds, it ends no element and opens none."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _grouped(
    sentences: npt.NDArray[np.int64], keys: npt.NDArray[np.uint64]
) -> tuple[int, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Equal keys of one sentence are a group: how many, the first row of each, and the group of each row."""
    order = np.lexsort((keys, sentences))  # stable: the first of equal rows stays the first
    new = np.ones(len(order), dtype=bool)
    new[1:] = (np.diff(sentences[order]) != 0) | (keys[order][1:] != keys[order][:-1])
    group_of = np.empty(len(order), dtype=np.int64)
    group_of[order] = np.cumsum(new) - 1
    return int(new.sum()), order[new], group_of


def _texts(column: TextColumn | None) -> list[str] | None:
    return None if column is None else list(column)


def _ragged(rows: Ragged) -> dict[str, list[int]]:
    return {"counts": np.diff(rows.offsets).tolist(), "values": rows.values.tolist()}


def _numbers(values: Values) -> list[float | None]:
    found: list[float | None] = np.round(values, _DIGITS).tolist()
    for place in np.flatnonzero(~np.isfinite(values)).tolist():
        found[place] = None
    return found
