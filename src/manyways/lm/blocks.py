"""A text file in blocks of whole lines, so that a corpus larger than memory can be read."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np

from manyways.errors import InputError
from manyways.files import AnyPath, open_bytes
from manyways.text.column import TextColumn

__all__ = ["text_blocks"]

_BLOCK_BYTES = 1 << 24


def text_blocks(path: AnyPath, *, block_bytes: int = _BLOCK_BYTES) -> Iterator[TextColumn]:
    """Columns of lines, about `block_bytes` each; lines keep their line end, which is white space."""
    stream = open_bytes(path)
    rest, line = b"", 1
    try:
        while chunk := _read(stream, path, line, block_bytes):
            cut = chunk.rfind(b"\n") + 1
            if cut == 0:
                rest += chunk
                continue
            block, rest = rest + chunk[:cut], chunk[cut:]
            yield _column(block, path, line)
            line += block.count(b"\n")
        if rest:
            yield _column(rest, path, line)
    finally:
        if os.fspath(path) != "-":
            stream.close()


def _read(stream: object, path: AnyPath, line: int, size: int) -> bytes:
    try:
        return stream.read(size)  # type: ignore[attr-defined, no-any-return]
    except (OSError, EOFError) as error:
        raise InputError(f"cannot be read to its end: {error}", path=path, line=line) from None


def _column(block: bytes, path: AnyPath, line: int) -> TextColumn:
    try:
        block.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"a byte is not UTF-8 (0x{block[error.start]:02x})",
            path=path,
            line=line + block.count(b"\n", 0, error.start),
            remedy=f"Convert the file first: iconv -f latin1 -t utf-8 {os.fspath(path)}",
        ) from None
    data = np.frombuffer(block, dtype=np.uint8)
    ends = np.flatnonzero(data == ord("\n")).astype(np.int64) + 1
    if not block.endswith(b"\n"):
        ends = np.append(ends, len(block))
    return TextColumn(data, np.concatenate([np.zeros(1, dtype=np.int64), ends]))
