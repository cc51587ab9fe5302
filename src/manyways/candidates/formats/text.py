"""Plain text: a candidate per line, the same number of lines for every source (one by default)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import BinaryIO

from manyways._core import candidates as core
from manyways.candidates.assemble import lists_from
from manyways.candidates.formats.base import Format, ReadSettings, feed_chunks
from manyways.candidates.formats.losses import Losses
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath
from manyways.wording import counted

__all__ = ["FORMAT"]


def _detect(head: bytes) -> bool:
    """Anything that is neither binary nor JSON nor of columns; the last to be asked."""
    return b"\0" not in head and head.lstrip()[:1] not in (b"{", b"[") and b" ||| " not in head


def _read(path: AnyPath, options: ReadSettings) -> Iterator[CandidateLists]:
    per_source = options.per_source or 1
    reader = core.FlatReader(str(path), per_source)

    def build(columns: dict[str, object]) -> CandidateLists:
        return lists_from(columns, reader, path=str(path), format="text")

    yield from feed_chunks(path, reader, build, chunk=options.chunk)
    if reader.missing:
        wanted = counted(per_source, "candidates")
        raise InputError(
            f"ends {counted(reader.missing, 'lines')} too early for {wanted} per source",
            path=path,
            line=reader.lines,
            remedy="Is --per-source right, and the file whole?",
        )


def _write(out: BinaryIO, chunks: Iterable[CandidateLists]) -> list[str]:
    losses = Losses("text", ())
    for lists in chunks:
        losses.look(lists)
        for s, row in _lines(lists):
            text = "" if row is None else lists.texts[row]
            if "\n" in text or "\r" in text:
                one = lists.ids[s]
                raise InputError(
                    f"a candidate of sentence {one!r} holds a line break: plain text cannot carry it",
                    remedy="Write JSON Lines instead.",
                )
            out.write(text.encode() + b"\n")
    return losses.empty_lines()  # who writes plain text wants the texts alone


def _lines(lists: CandidateLists) -> Iterator[tuple[int, int | None]]:
    """Sentence and candidate of each line; None for the empty line of a list without any."""
    for s, (first, end) in enumerate(pairwise(lists.sentence_offsets.tolist())):
        yield from ((s, row) for row in (range(first, end) if end > first else (None,)))


FORMAT = Format(
    "text", "plain text, one candidate per line (--per-source N)", _detect, _read, _write, flat=True
)
