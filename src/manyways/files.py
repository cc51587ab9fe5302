"""Files: text or gzip, streaming, replaced atomically, known by their content.

    with open_text("dev.en.gz") as lines: ...
    with atomic_write("weights.toml") as out: out.write(...)      # appears whole, or not at all

`-` is standard input or output. How files are read, and within which limits, is in reading.py; how they are
written, in outputs.py.
"""

from __future__ import annotations

import hashlib
import os
import stat

from manyways.errors import InputError
from manyways.outputs import (
    atomic_bytes,
    atomic_write,
    link_file,
    lock_directory,
    make_directory,
    remove_file,
    remove_partials,
    remove_tree,
    scratch_file,
)
from manyways.reading import AnyPath, line_blocks, open_bytes, open_text, read_blocks, read_bytes, read_lines

__all__ = [
    "AnyPath",
    "open_bytes",
    "open_text",
    "line_blocks",
    "read_lines",
    "read_bytes",
    "read_blocks",
    "atomic_write",
    "atomic_bytes",
    "content_hash",
    "link_file",
    "lock_directory",
    "make_directory",
    "remove_file",
    "remove_partials",
    "remove_tree",
    "scratch_file",
]


def content_hash(path: AnyPath) -> str:
    """SHA-256 of a file's bytes as they lie on disk, in hexadecimal."""
    if stat.S_ISFIFO(os.stat(path).st_mode):
        remedy = "Write it into a file, and give that."
        raise InputError("is a pipe, and must be read more than once", path=path, remedy=remedy)
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()
