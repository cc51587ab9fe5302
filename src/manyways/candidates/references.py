"""References and sources: plain files with a line per sentence, and NIST SGM files.

    files = ReferenceFile.read_all(["ref.0", "ref.1"])
    lists = with_reference_files(read("nbest.gz"), files, path="nbest.gz")       # matched by id

An SGM file may hold several sets of references, told apart by `refid` or `sysid`; each becomes a column.

A list finds its references by its id: ids are numbers from 0 or from 1, alone or at the end of a name that
all share (`request-1`), in any order, one for each line of the references. Other ids say nothing about
lines; `by_position` pairs the first list with the first line, and so on.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath, read_lines
from manyways.reading import head_of
from manyways.text.column import TextColumn
from manyways.text.entities import unescape
from manyways.wording import counted

__all__ = [
    "ReferenceFile",
    "in_order_of_references",
    "places_of",
    "read_references",
    "with_reference_files",
    "with_source_file",
    "with_texts",
]

_TAG = re.compile(r"<\s*(refset|tstset|srcset|doc|seg)\b([^>]*)>", re.IGNORECASE)
_CLOSE = re.compile(r"<\s*/\s*seg\s*>", re.IGNORECASE)
_NAME = re.compile(r"\b(?:refid|sysid)\s*=\s*[\"']?([^\"'\s>]*)", re.IGNORECASE)
_SGM = re.compile(rb"\s*(<!doctype[^>]*>|<\?xml[^>]*>|\s)*<\s*(refset|tstset|srcset|mteval)\b", re.IGNORECASE)
_NUMBERED = re.compile(r"(.*?)([0-9]{1,15})", re.DOTALL)
_BY_POSITION = "If the lists are in the order of the references, add --by-position"
_SHOWN = 3  # ids that an error names


@dataclass(frozen=True, eq=False)
class ReferenceFile:
    """The reference sets of one file."""

    path: str
    sets: list[TextColumn]

    @staticmethod
    def read_all(paths: Sequence[AnyPath]) -> list[ReferenceFile]:
        """The files, which must have equally many sentences."""
        files = [ReferenceFile(os.fspath(path), read_references([path])) for path in paths]
        for each in files[1:]:
            line = min(len(each), len(files[0])) + 1
            _check_count(each.path, len(each), files[0].path, len(files[0]), line=line)
        return files

    def __len__(self) -> int:
        """The number of sentences."""
        return len(self.sets[0])


def with_reference_files(
    lists: CandidateLists, files: Sequence[ReferenceFile], *, path: str, by_position: bool = False
) -> CandidateLists:
    """The lists with their references, in their own order; an error where they do not belong together."""
    places = places_of(lists.ids, files[0], path=path, by_position=by_position, lines=_has_lines(lists))
    return replace(lists, references=[each.take(places) for file in files for each in file.sets])


def with_source_file(
    lists: CandidateLists, source: AnyPath, *, path: str, by_position: bool = False
) -> CandidateLists:
    """The lists with a line of `source` each, found as references are."""
    file = ReferenceFile(os.fspath(source), read_references([source]))
    if len(file.sets) > 1:
        raise InputError("holds several texts of each sentence: one source is needed", path=source)
    places = places_of(lists.ids, file, path=path, by_position=by_position, lines=_has_lines(lists))
    return replace(lists, sources=file.sets[0].take(places))


def with_texts(
    lists: CandidateLists,
    path: str,
    *,
    source: AnyPath | None = None,
    references: Sequence[AnyPath] | None = None,
    by_position: bool = False,
) -> CandidateLists:
    """The lists of the file `path` with the sources and references that are given, those they have else."""
    if source is not None:
        lists = with_source_file(lists, source, path=path, by_position=by_position)
    if references:
        files = ReferenceFile.read_all(references)
        lists = with_reference_files(lists, files, path=path, by_position=by_position)
    return lists


def in_order_of_references(
    lists: CandidateLists, files: Sequence[ReferenceFile], *, path: str, by_position: bool = False
) -> CandidateLists:
    """The same in the order of the references, so that systems can be compared line by line."""
    places = places_of(lists.ids, files[0], path=path, by_position=by_position, lines=_has_lines(lists))
    if np.any(np.diff(places) < 0):
        lists = lists.split(np.argsort(places))
    return replace(lists, references=[each for file in files for each in file.sets])


def _has_lines(lists: CandidateLists) -> bool:
    origin = lists.origin
    return origin is not None and origin.format == "text" and lists.candidate_count == len(lists)


def places_of(
    ids: Sequence[str], file: ReferenceFile, *, path: str, by_position: bool = False, lines: bool = False
) -> npt.NDArray[np.int64]:
    """For each id the sentence of `file` that it means; every sentence must have exactly one.

    lines: each sentence is one line of `path`, which an error can name.
    """
    numbers = np.arange(len(ids), dtype=np.int64) if by_position else _numbers(ids)
    if numbers is None:
        _check_count(path, len(ids), file.path, len(file))
        found = next((one for one in ids if _NUMBERED.fullmatch(one) is None), ids[-1])
        raise InputError(
            f"the ids, such as {found!r}, do not number the sentences: references cannot be matched",
            path=path,
            remedy=_BY_POSITION,
        )
    first = 1 if len(numbers) and numbers.min() == 1 and numbers.max() >= len(file) else 0
    expected = np.arange(first, first + len(file), dtype=np.int64)
    if np.array_equal(np.sort(numbers), expected):
        return numbers - first
    missing, excess = np.setdiff1d(expected, numbers), np.setdiff1d(numbers, expected)
    if len(ids) != len(file):
        which = (
            f"; no list has the id {_some(missing)}" if len(missing) and not (lines or by_position) else ""
        )
        line = min(len(ids), len(file)) + 1 if lines else None
        _check_count(path, len(ids), file.path, len(file), which=which, line=line)
    raise InputError(
        f"has no list for the id {_some(missing)}, but one for {_some(excess)}: "
        f"{file.path} has {counted(len(file), 'sentences')}",
        path=path,
        remedy=_BY_POSITION,
    )


def _numbers(ids: Sequence[str]) -> npt.NDArray[np.int64] | None:
    """The numbers that ids are, or end in after a beginning that all share."""
    matches = [_NUMBERED.fullmatch(one) for one in ids]
    parts = [each.groups() for each in matches if each is not None]
    if len(parts) < len(ids) or len({beginning for beginning, _ in parts}) > 1:
        return None
    return np.array([int(number) for _, number in parts], dtype=np.int64)


def _some(numbers: npt.NDArray[np.int64]) -> str:
    shown = ", ".join(str(each) for each in numbers[:_SHOWN].tolist())
    return shown + (f" and {len(numbers) - _SHOWN:,} more" if len(numbers) > _SHOWN else "")


def _check_count(
    path: str, count: int, other: str, other_count: int, *, which: str = "", line: int | None = None
) -> None:
    if count == other_count:
        return
    remedy = "Check that both belong to the same test set and that neither is cut off."
    found = f"has {counted(count, 'sentences')}, {other} has {other_count}{which}"
    raise InputError(found, path=path, line=line, remedy=remedy)


def read_references(paths: Iterable[AnyPath]) -> list[TextColumn]:
    """The sets of references of one or several files: one per plain file, one or more per SGM file."""
    sets: list[TextColumn] = []
    for path in paths:
        plain = _SGM.match(head_of(path, 4096)) is None
        found = [TextColumn.from_texts(read_lines(path))] if plain else _read_sgm(path)
        for each in found:
            if sets and len(each) != len(sets[0]):
                remedy = "All references must translate the same sentences."
                raise InputError(
                    f"has {counted(len(each), 'sentences')}, others {len(sets[0])}", path=path, remedy=remedy
                )
        sets += found
    return sets


def _read_sgm(path: AnyPath) -> list[TextColumn]:
    text = "\n".join(read_lines(path))
    sets: dict[str, list[str]] = {}
    current = outer = ""
    for tag in _TAG.finditer(text):
        kind, name = tag.group(1).lower(), _NAME.search(tag.group(2))
        if kind == "seg":
            close = _CLOSE.search(text, tag.end())
            if close is None or "<seg" in text[tag.end() : close.start()].lower():
                line = text.count("\n", 0, tag.start()) + 1
                raise InputError("<seg> is not closed", path=path, line=line, remedy="Is the file whole?")
            try:
                inner = unescape(text[tag.end() : close.start()])
            except InputError as error:
                line = text.count("\n", 0, tag.start()) + 1
                raise InputError(error.message, path=path, line=line) from None
            sets.setdefault(current, []).append(" ".join(inner.split()))
        elif kind == "doc":
            current = name.group(1) if name is not None else outer
        else:
            current = outer = name.group(1) if name is not None else ""
    if not sets:
        raise InputError("holds no <seg>", path=path, remedy="Is it a whole SGM file?")
    if len({len(each) for each in sets.values()}) > 1:
        counts = ", ".join(f"{name or 'unnamed'} {len(each)}" for name, each in sets.items())
        raise InputError(
            f"its reference sets differ in length: {counts}", path=path, remedy="Is the file whole?"
        )
    return [TextColumn.from_texts(each) for each in sets.values()]
