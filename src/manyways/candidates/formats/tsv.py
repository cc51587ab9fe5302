"""Tables with a header, columns between tabs: a candidate per line, or a system per column::

    id	source	text	system	score	fluency
    0	ein Haus	a house	A	-1.5	0.9

    id	source	A	B
    0	ein Haus	a house	one house

A column `text` (or `candidate`, `translation`, `hypothesis`, `output`, `mt`) makes it the first kind.
There `id`, `source`, `reference`, `system` and `score` mean what they say, and further columns are
features, all of them numbers. Without one every column but `id`, `source` and `reference` is a system.
Lines of one id stand together; without ids, lines are one list as long as their source is the same, and
one list each where there is no source.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby

from manyways.candidates.assemble import Candidate, Sentence
from manyways.candidates.formats.base import Format, ReadSettings
from manyways.candidates.formats.records import chunks_from
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath
from manyways.reading import open_text

__all__ = ["FORMAT"]

# What columns mean, by the names that people give them.
_NAMES = {
    "id": {"id", "segment", "seg_id", "sentence_id", "custom_id", "line"},
    "source": {"source", "src", "original"},
    "reference": {"reference", "ref"},
    "text": {"text", "candidate", "translation", "hypothesis", "hyp", "output", "mt", "target"},
    "system": {"system", "model", "engine"},
    "score": {"score"},
}
_MEANING = {name: meaning for meaning, names in _NAMES.items() for name in names}


def _meanings(header: Sequence[str]) -> list[str]:
    """What each column is: a meaning, or "" for a feature or a system."""
    found = [_MEANING.get(name.strip().lower(), "") for name in header]
    return (
        found
        if "text" in found
        else [each if each in ("id", "source", "reference") else "" for each in found]
    )


def _detect(head: bytes) -> bool:
    first = head.split(b"\n", 1)[0].decode("utf-8", "replace").lstrip("\ufeff").rstrip("\r").split("\t")
    meanings = _meanings(first)
    return len(first) > 1 and ("text" in meanings or ("source" in meanings and "" in meanings))


class _Table:
    def __init__(self, header: Sequence[str], path: AnyPath) -> None:
        self.header, self.path = [name.strip() for name in header], path
        self.meanings = _meanings(self.header)
        if len(self.header) == 1 and "text" not in self.meanings:
            remedy = "Columns stand between tabs; one of them is `text`, or each is a system."
            raise InputError("has no header of columns", path=path, line=1, remedy=remedy)
        if len(set(self.header)) < len(self.header):
            raise InputError("two columns have one name", path=path, line=1, remedy="Give each its own name.")
        for meaning in {*self.meanings} - {"", "reference"}:
            if self.meanings.count(meaning) > 1:
                names = ", ".join(n for n, m in zip(self.header, self.meanings, strict=True) if m == meaning)
                remedy = "Leave one of them out, or give it another name."
                raise InputError(
                    f"several columns are the {meaning}: {names}", path=path, line=1, remedy=remedy
                )

    def cells(self, line: str, number: int) -> list[str]:
        found = line.split("\t")
        if len(found) != len(self.header):
            wanted = f"has {len(found)} columns, the header {len(self.header)}"
            raise InputError(wanted, path=self.path, line=number, remedy="A tab stands between two columns.")
        return found

    def get(self, cells: Sequence[str], meaning: str) -> str | None:
        return cells[self.meanings.index(meaning)] if meaning in self.meanings else None

    def candidates(self, cells: Sequence[str], line: int) -> list[Candidate]:
        others = [(n, c) for n, m, c in zip(self.header, self.meanings, cells, strict=True) if m == ""]
        text = self.get(cells, "text")
        if text is None:
            return [Candidate(cell, system=name) for name, cell in others]
        score = self.get(cells, "score")
        features = {name: self.number(cell, name, line) for name, cell in others}
        value = self.number(score, "score", line) if score else math.nan
        return [Candidate(text, value, dict(features), self.get(cells, "system") or "")]

    def number(self, cell: str, name: str, line: int) -> float:
        try:
            return float(cell)
        except ValueError:
            remedy = "Further columns are features; leave out what is not a number."
            found = f"{cell[:40]!r} in column {name!r} is not a number"
            raise InputError(found, path=self.path, line=line, remedy=remedy) from None

    def sentence(self, one: str, rows: Sequence[tuple[int, list[str]]]) -> Sentence:
        line, first = rows[0]
        references = [c for c, m in zip(first, self.meanings, strict=True) if m == "reference"]
        candidates = [each for number, cells in rows for each in self.candidates(cells, number)]
        return Sentence(one, candidates, self.get(first, "source"), references, line)


def _sentences(path: AnyPath) -> Iterator[Sentence]:
    with open_text(path) as lines:
        header = next(lines, "")
        table = _Table(header.lstrip("\ufeff").split("\t"), path)
        rows = ((number, table.cells(line, number)) for number, line in enumerate(lines, 2) if line)
        if "id" in table.meanings:
            for one, group in groupby(rows, key=lambda row: table.get(row[1], "id")):
                yield table.sentence(one or "", list(group))
            return
        alone = "text" not in table.meanings or "source" not in table.meanings
        lists = groupby(rows, key=lambda row: row[0] if alone else table.get(row[1], "source"))
        for number, (_, group) in enumerate(lists):
            yield table.sentence(str(number), list(group))


def _read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
    return chunks_from(_sentences(path), path, options, format="tsv")


FORMAT = Format("tsv", "tables with a header, columns between tabs", _detect, _read)
