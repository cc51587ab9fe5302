"""A text file in columns of whole lines, so that a corpus larger than memory can be read."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from manyways._core import unicode
from manyways.files import AnyPath
from manyways.reading import decode_text
from manyways.reading import text_blocks as whole_lines
from manyways.text.column import TextColumn

__all__ = ["text_blocks"]

_BLOCK_BYTES = 1 << 24


def text_blocks(path: AnyPath, *, block_bytes: int = _BLOCK_BYTES) -> Iterator[TextColumn]:
    """Columns of lines, about `block_bytes` each; lines keep their line end, which is white space."""
    for line, block in whole_lines(path, block_bytes):
        if unicode.invalid_at(block) >= 0 or 0 in block:
            decode_text(block, path, line)  # says what is wrong
        data = np.frombuffer(block, dtype=np.uint8)
        ends = np.flatnonzero(data == ord("\n")).astype(np.int64) + 1
        if not block.endswith(b"\n"):
            ends = np.append(ends, len(block))
        yield TextColumn(data, np.concatenate([np.zeros(1, dtype=np.int64), ends]))
