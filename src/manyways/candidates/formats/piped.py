"""Lists with ||| between columns: what Moses, Marian, cdec, Joshua and Travatar have in common.

The layout of a file read is a dictionary that JSON can hold::

    {"format": "moses", "columns": [["id", 0, 1], ["text", 1, 2], ["features", 1, 1], ["score", 1, 0]],
     "label": "= ", "end": "\\n", "numbers": "general:6", "word_numbers": "fixed:5"}

A column's two numbers are the blanks before and after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from manyways._core import candidates as core
from manyways.candidates.assemble import lists_from, to_columns
from manyways.candidates.formats.base import ReadSettings, feed_chunks
from manyways.candidates.formats.losses import Losses
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath
from manyways.text.column import TextColumn

__all__ = ["Layout", "has_attached_labels", "read_piped", "write_piped", "plain_layout", "split_line"]

Layout = dict[str, Any]
_ATTACHED = re.compile(rb"[^\s=]\S*=[-+.0-9]")
_NUMBERS = ("general:6", "shortest", "python", "fixed:4", "fixed:6", "general:8")


def plain_layout(format: str, *, label: str, columns: Iterable[str]) -> Layout:
    """The layout of a format as its own program writes it: one blank on both sides of |||."""
    names = list(columns)
    placed = [[name, int(i > 0), int(i + 1 < len(names))] for i, name in enumerate(names)]
    return {
        "format": format,
        "columns": placed,
        "label": label,
        "end": "\n",
        "numbers": "general:6",
        "word_numbers": "fixed:5",
    }


def split_line(head: bytes) -> list[bytes]:
    """The columns of the first line, stripped."""
    return [column.strip() for column in head.split(b"\n", 1)[0].split(b"|||")]


def has_attached_labels(column: bytes) -> bool:
    """Whether features stand as name=value."""
    return _ATTACHED.match(column) is not None


def read_piped(path: AnyPath, options: ReadSettings, *, format: str) -> Iterator[CandidateLists]:
    """Lists of a ||| file; with `keep_raw` each chunk knows the lines that its layout cannot reproduce."""
    reader = core.PipedReader(str(path), options.keep_raw)
    layout: Layout = {}

    def build(columns: dict[str, object]) -> CandidateLists:
        lists = lists_from(columns, reader, path=str(path), format=format)
        if not layout:
            layout.update(plain_layout(format, label=reader.layout_label or "= ", columns=()))
            layout["columns"] = [list(column) for column in reader.layout_columns]
            layout["end"] = reader.layout_end or "\n"
            if options.keep_raw and len(lists):
                layout["numbers"] = _number_style(lists, layout)
        assert lists.origin is not None
        lists = replace(lists, origin=replace(lists.origin, layout=layout))
        return _keep_irregular(lists, layout) if options.keep_raw else lists

    yield from feed_chunks(path, reader, build, chunk=options.chunk)


def write_piped(out: BinaryIO, chunks: Iterable[CandidateLists], plain: Layout) -> list[str]:
    """Write lists in the layout they were read with, if it is of this format; else in the plain one."""
    losses: Losses | None = None
    for lists in chunks:
        origin = lists.origin
        own = origin is not None and (origin.layout or {}).get("format") == plain["format"]
        layout: Layout = origin.layout if own else plain  # type: ignore[union-attr, assignment]
        if losses is None:
            if not own and np.all(np.isnan(lists.scores)):
                plain = layout = _without_scores(plain, features=bool(lists.feature_names or lists.sparse))
            losses = Losses(plain["format"], [str(column[0]) for column in layout["columns"]])
        losses.look(lists)
        if not own:
            _check_scores(lists, layout)
        data, bounds = _render(lists, layout)
        if own and origin is not None:
            data = _restore_irregular(lists, data, bounds)
            if not origin.ends_with_newline:
                data = data[: -len(layout["end"])]
        out.write(data)
    return [] if losses is None else losses.remarks()


def _without_scores(plain: Layout, *, features: bool) -> Layout:
    """The layout of lists that have no scores: a made-up total would be taken for one."""
    left = [column[0] for column in plain["columns"] if column[0] != "score"]
    names = left if features else [name for name in left if name != "features"]
    return {**plain, "columns": plain_layout("", label="", columns=names)["columns"]}


def _check_scores(lists: CandidateLists, layout: Layout) -> None:
    """A total must stand for every candidate, and none may be made up."""
    missing = np.flatnonzero(np.isnan(lists.scores))
    if len(missing) and any(column[0] == "score" for column in layout["columns"]):
        one = lists.ids[int(lists.sentence_of[missing[0]])]
        raise InputError(
            f"{len(missing):,} candidate(s) have no score, the first of sentence {one!r}: "
            f"{layout['format']} must have one for each",
            remedy="Give them scores, leave them out, or write JSON Lines.",
        )


def _render(lists: CandidateLists, layout: Layout) -> tuple[bytes, npt.NDArray[np.int64]]:
    try:
        columns = [(str(name), int(lead), int(trail)) for name, lead, trail in layout["columns"]]
        return core.write_piped(
            to_columns(lists),
            columns,
            str(layout["label"]),
            str(layout["end"]),
            str(layout["numbers"]),
            str(layout["word_numbers"]),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        path = None if lists.origin is None else lists.origin.path
        remedy = 'Delete the first line\'s "layout": the plain layout is used then.'
        raise InputError(f"the layout is not one: {error!r}", path=path, remedy=remedy) from None


def _number_style(lists: CandidateLists, layout: Layout) -> str:
    """The style that reproduces most lines of a first chunk (the first thousand are looked at)."""
    some = lists.split(np.arange(min(len(lists), 10)))
    assert lists.origin is not None
    assert lists.origin.raw is not None
    raw = lists.origin.raw.take(np.arange(some.candidate_count))

    def irregular(style: str) -> int:
        return len(_irregular_rows(some, raw, {**layout, "numbers": style}))

    return min(_NUMBERS, key=irregular)


def _irregular_rows(lists: CandidateLists, raw: TextColumn, layout: Layout) -> npt.NDArray[np.int64]:
    """Rows whose line the layout does not give back byte for byte."""
    try:
        data, bounds = _render(lists, layout)
    except InputError:
        return np.arange(lists.candidate_count, dtype=np.int64)
    ours = core.hash_rows(np.frombuffer(data, dtype=np.uint8), bounds)
    # Raw lines end before their newline and after a carriage return.
    ends = np.frombuffer(b"\n", dtype=np.uint8)
    counts = np.diff(raw.offsets)
    padded = np.insert(raw.data, raw.offsets[1:], ends)
    offsets = np.concatenate([[0], np.cumsum(counts + 1)]).astype(np.int64)
    return np.flatnonzero(ours != core.hash_rows(padded, offsets))


def _keep_irregular(lists: CandidateLists, layout: Layout) -> CandidateLists:
    """Of the raw lines, only those that the layout cannot reproduce are worth keeping."""
    assert lists.origin is not None
    assert lists.origin.raw is not None
    raw = lists.origin.raw
    rows = _irregular_rows(lists, raw, layout)
    kept = None
    if len(rows):
        counts = np.zeros(lists.candidate_count, dtype=np.int64)
        counts[rows] = np.diff(raw.offsets)[rows]
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        kept = TextColumn(raw.take(rows).data, offsets)
    return replace(lists, origin=replace(lists.origin, raw=kept))


def _restore_irregular(lists: CandidateLists, data: bytes, bounds: npt.NDArray[np.int64]) -> bytes:
    """Put kept lines in place of ours where they still say what the columns say."""
    raw = None if lists.origin is None else lists.origin.raw
    if raw is None:
        return data
    rows = np.flatnonzero(np.diff(raw.offsets))
    rows = rows[_say_the_same(lists, rows, raw.take(rows))]
    kept = raw.take(rows)
    lines, ends = kept.data.tobytes(), kept.offsets[1:].tolist()
    parts, done, start = [], 0, 0
    for first, last, end in zip(bounds[rows].tolist(), bounds[rows + 1].tolist(), ends, strict=True):
        parts += [data[done:first], lines[start:end], b"\n"]
        done, start = last, end
    return b"".join([*parts, data[done:]])


def _say_the_same(
    lists: CandidateLists, rows: npt.NDArray[np.int64], lines: TextColumn
) -> npt.NDArray[np.bool_]:
    """Whether kept lines still hold the rows' texts, scores and features: the file may have been edited."""
    read = None if np.any(lines.data == ord("\n")) else _read_lines(lists, lines)
    if read is None or read.candidate_count != len(rows):
        if len(rows) <= 1:
            return np.zeros(len(rows), dtype=bool)
        halves = np.array_split(np.arange(len(rows)), 2)  # to find those that cannot be read
        return np.concatenate([_say_the_same(lists, rows[half], lines.take(half)) for half in halves])
    ours = lists.texts.take(rows)
    same: npt.NDArray[np.bool_] = core.hash_rows(read.texts.data, read.texts.offsets) == core.hash_rows(
        ours.data, ours.offsets
    )
    pairs = ((read.scores[:, None], lists.scores[rows, None]), (read.features, lists.features[rows]))
    for theirs, mine in pairs:
        same &= ((theirs == mine) | (np.isnan(theirs) & np.isnan(mine))).all(axis=1)
    return same


def _read_lines(lists: CandidateLists, lines: TextColumn) -> CandidateLists | None:
    """The lines, a candidate each, with the dense features of the lists; None if one is none."""
    reader = core.PipedReader("", False)
    reader.set_dense(list(lists.feature_names))
    try:
        reader.feed(np.insert(lines.data, lines.offsets[1:], np.uint8(ord("\n"))))
        return lists_from(reader.take(True), reader, path="", format="")
    except InputError:
        return None
