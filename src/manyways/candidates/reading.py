"""Read and write candidate lists in any format, whole or in chunks.

lists = read("nbest.gz")
for chunk in read_chunks("huge.jsonl.gz", chunk=1000): ...
write(lists, "out.jsonl.gz")
write_chunks(read_chunks("nbest.gz"), "out.jsonl")       # in constant memory
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from manyways.candidates.assemble import check_numbering, merge
from manyways.candidates.formats import FORMATS, ReadSettings, detect, find_format
from manyways.candidates.lists import CandidateLists
from manyways.errors import ConfigError, InputError
from manyways.files import AnyPath, atomic_bytes
from manyways.progress import Progress
from manyways.wording import counted

__all__ = [
    "chunks_of",
    "read",
    "read_chunks",
    "read_inputs",
    "read_lists",
    "read_systems",
    "system_names",
    "write",
    "write_chunks",
]

_WRITE_ROWS = 1 << 16


def read_chunks(
    path: AnyPath,
    *,
    format: str | None = None,
    chunk: int = 1000,
    per_source: int | None = None,
    keep_raw: bool = False,
    lenient: bool = False,
) -> Iterator[CandidateLists]:
    """Lists of about `chunk` sentences at a time (fewer where lists are long), in the order of the file.

    format: a name of `FORMATS`; by default found from the content. per_source: candidates per source for
    formats that do not say. keep_raw: remember lines that a foreign layout cannot reproduce. lenient: let
    sentences with fewer references than others pass (empty texts stand in).
    """
    chosen = detect(path) if format is None else find_format(format)
    if per_source is not None and not chosen.flat:
        raise ConfigError(
            "--per-source", per_source, f"left out: the lists of {path} ({chosen.name}) have ids"
        )
    options = ReadSettings(chunk=chunk, per_source=per_source, keep_raw=keep_raw)
    for lists in chosen.read(path, options):
        if not lenient:
            _check_references(lists)
        yield lists


def read(path: AnyPath, *, format: str | None = None, per_source: int | None = None) -> CandidateLists:
    """The whole file in memory; candidates of one id that stand apart are brought together."""
    with Progress(f"reading {os.path.basename(os.fspath(path))}"):
        return merge(list(read_chunks(path, format=format, chunk=0, per_source=per_source)))


def read_lists(
    path: AnyPath, *, format: str | None = None, per_source: int | None = None
) -> Iterator[CandidateLists]:
    """Chunks in which every list is whole; an InputError where candidates of one sentence stand apart."""
    seen: set[str] = set()
    for chunk in read_chunks(path, format=format, per_source=per_source):
        for s, one in enumerate(chunk.ids):
            if one in seen:
                line = None if chunk.origin is None else int(chunk.origin.sentence_lines[s])
                remedy = "Bring them together: sort the file by sentence."
                found = f"candidates of sentence {one!r} stand apart"
                raise InputError(found, path=path, line=line, remedy=remedy)
            seen.add(one)
        yield chunk


def read_systems(paths: Sequence[AnyPath], *, names: Sequence[str] | None = None) -> CandidateLists:
    """One file per system, a line per sentence each: lists of as many candidates as there are systems.

    Systems are called as `names` says, or by what differs in the names of their files.
    """
    labels = list(names) if names is not None else system_names(paths)
    parts = [read(path, format="text") for path in paths]
    for path, part in zip(paths, parts, strict=True):
        if len(part) != len(parts[0]):
            raise InputError(
                f"has {counted(len(part), 'lines')}, {paths[0]} has {len(parts[0])}",
                path=path,
                remedy="All systems must translate the same sentences.",
            )
    return merge([replace(part, system_names=(label,)) for part, label in zip(parts, labels, strict=True)])


def read_inputs(
    paths: Sequence[AnyPath], *, format: str | None = None, per_source: int | None = None
) -> CandidateLists:
    """One file or several: plain texts are a system each, other lists are merged by id."""
    if len(paths) == 1:
        return read(paths[0], format=format, per_source=per_source)
    formats = {format or detect(path).name for path in paths}
    if formats == {"text"} and per_source is None:
        return read_systems(paths)
    parts = [read(path, format=format, per_source=per_source) for path in paths]
    check_numbering(parts)
    return merge(parts)


def system_names(paths: Sequence[AnyPath]) -> list[str]:
    """hyp.A.en, hyp.B.en are A and B: the parts that all have in common at both ends say nothing."""
    parts = [Path(path).name.removesuffix(".gz").split(".") for path in paths]
    while all(len(each) > 1 for each in parts) and len({each[-1] for each in parts}) == 1:
        parts = [each[:-1] for each in parts]
    while all(len(each) > 1 for each in parts) and len({each[0] for each in parts}) == 1:
        parts = [each[1:] for each in parts]
    return [".".join(each) for each in parts]


def write(lists: CandidateLists, path: AnyPath, *, format: str | None = None) -> list[str]:
    """Write lists; the file appears whole or not at all. The format is named, or follows the suffix.

    Returns remarks: what the format cannot hold, where that changes no number.
    """
    return write_chunks(chunks_of(lists), path, format=format)


def write_chunks(chunks: Iterable[CandidateLists], path: AnyPath, *, format: str | None = None) -> list[str]:
    """Write lists as they come, in constant memory; the file appears whole or not at all. Returns remarks."""
    chosen = find_format(format or format_by_suffix(path))
    if chosen.write is None:
        writable = ", ".join(name for name, each in FORMATS.items() if each.write is not None)
        raise ConfigError("format", chosen.name, f"one that can be written: {writable}")
    try:
        with atomic_bytes(path) as out:
            return chosen.write(out, chunks)
    except InputError as error:
        if error.path is None:
            raise InputError(error.message, path=path, line=error.line, remedy=error.remedy) from None
        raise


def format_by_suffix(path: AnyPath) -> str:
    """`jsonl` for .jsonl, .json and -, else `moses`."""
    name = str(path).removesuffix(".gz")
    return "jsonl" if name == "-" or name.endswith((".jsonl", ".json")) else "moses"


def chunks_of(lists: CandidateLists) -> Iterator[CandidateLists]:
    """The same lists in chunks small enough to be written without much memory."""
    if lists.candidate_count <= _WRITE_ROWS:
        yield lists
        return
    start = 0
    while start < len(lists):
        limit = lists.sentence_offsets[start] + _WRITE_ROWS
        end = int(np.searchsorted(lists.sentence_offsets, limit, side="right")) - 1
        end = min(max(end, start + 1), len(lists))
        yield lists.split(np.arange(start, end))
        start = end


def _check_references(lists: CandidateLists) -> None:
    origin = lists.origin
    if origin is None or origin.reference_counts is None or len(lists) == 0:
        return
    wrong = np.flatnonzero(origin.reference_counts != origin.reference_counts[0])
    if len(wrong):
        s = int(wrong[0])
        raise InputError(
            f"sentence {lists.ids[s]!r} has {origin.reference_counts[s]} reference(s), "
            f"the first has {origin.reference_counts[0]}",
            path=origin.path,
            line=int(origin.sentence_lines[s]),
            remedy="Give all sentences the same number of references; `manyways check` lists them.",
        )
