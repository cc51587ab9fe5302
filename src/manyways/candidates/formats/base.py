"""What a format is, and how the core's readers are fed.

A format is one file of this folder with a `FORMAT`: a name, a test of a file's beginning, a reader that
yields lists of some sentences at a time, and perhaps a writer of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, BinaryIO

import numpy as np

from manyways._core import candidates as core
from manyways.candidates.lists import CandidateLists
from manyways.errors import InputError
from manyways.files import AnyPath, open_bytes
from manyways.settings import Settings, Within

__all__ = ["BLOCK", "Format", "ReadSettings", "blocks", "feed_chunks"]

BLOCK = 1 << 20
_CHUNK_BYTES = 1 << 25


@dataclass(frozen=True, kw_only=True)
class ReadSettings(Settings, table="read"):
    """How to read.

    chunk: sentences per chunk, fewer where lists are long; 0 is the whole file in one.
    per_source: candidates per source, for formats that do not say (flat text, Hugging Face).
    keep_raw: keep every line as it stood, for byte-exact writing.
    """

    chunk: Annotated[int, Within(0)] = 1000
    per_source: Annotated[int, Within(1)] | None = None
    keep_raw: bool = False


Read = Callable[[AnyPath, ReadSettings], Iterator[CandidateLists]]
Write = Callable[[BinaryIO, Iterable[CandidateLists]], list[str]]  # remarks: what was left out


@dataclass(frozen=True)
class Format:
    """A format of candidate lists; `detect` sees the first lines of a file and says whether it is the one.

    flat: files do not say which candidates belong together; `per_source` does.
    """

    name: str
    about: str
    detect: Callable[[bytes], bool]
    read: Read
    write: Write | None = None
    flat: bool = False


def blocks(path: AnyPath) -> Iterator[memoryview]:
    """The bytes of a file, decompressed, a block at a time; each block is overwritten by the next."""
    buffer = memoryview(bytearray(BLOCK))
    with open_bytes(path) as stream:
        while size := stream.readinto(buffer):  # type: ignore[attr-defined]
            yield buffer[:size]


def feed_chunks(
    path: AnyPath,
    reader: core.Reader,
    build: Callable[[dict[str, object]], CandidateLists],
    *,
    chunk: int,
) -> Iterator[CandidateLists]:
    """Feed a core reader with a file and build lists of about `chunk` sentences (0: all in one).

    Where lists are long a chunk ends earlier, after 32 MB: memory stays the same for 100 candidates a
    sentence and for 2,000.
    """
    given, size = False, 0
    for block in blocks(path):
        reader.feed(np.frombuffer(block, dtype=np.uint8))
        size += len(block)
        if chunk and (reader.complete >= chunk or (size >= _CHUNK_BYTES and reader.complete)):
            given, size = True, 0
            yield build(reader.take(False))
    reader.finish()
    last = build(reader.take(True))
    if len(last) == 0 and not given:
        raise InputError("holds no candidates", path=path, remedy="Is it the right file?")
    if len(last):
        yield last
