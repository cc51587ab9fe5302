"""Files: text or gzip by suffix, streaming, replaced atomically, known by their content.

    with open_text("dev.en.gz") as lines: ...
    with atomic_write("weights.toml") as out: out.write(...)      # appears whole, or not at all

`-` is standard input or output. How files are read, and within which limits, is in reading.py.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO

from manyways.errors import InputError
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
    "lock_directory",
    "remove_partials",
]


@contextlib.contextmanager
def atomic_bytes(path: AnyPath) -> Iterator[BinaryIO]:
    """Write a binary file that appears whole or not at all (gzip by suffix, `-` is stdout)."""
    if os.fspath(path) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    try:
        handle, partial = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".partial", dir=target.parent)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=path) from None
    try:
        with os.fdopen(handle, "wb") as raw:
            if target.name.endswith(".gz"):
                # No time stamp and no name: equal content gives equal bytes.
                with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0, compresslevel=6) as packed:
                    yield packed  # type: ignore[misc]
            else:
                yield raw
            raw.flush()
            os.fsync(raw.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(partial, 0o666 & ~umask)
        os.replace(partial, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(partial)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise InputError(f"cannot be written: {error.strerror}", path=path) from None
        raise


@contextlib.contextmanager
def atomic_write(path: AnyPath) -> Iterator[IO[str]]:
    """Write a UTF-8 text file that appears whole or not at all."""
    with atomic_bytes(path) as raw:
        text = io.TextIOWrapper(raw, encoding="utf-8", newline="\n", write_through=False)
        try:
            yield text
            text.flush()
        finally:
            with contextlib.suppress(ValueError):
                text.detach()


def content_hash(path: AnyPath) -> str:
    """SHA-256 of a file's bytes as they lie on disk, in hexadecimal."""
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


@contextlib.contextmanager
def lock_directory(directory: AnyPath) -> Iterator[None]:
    """Hold a directory for this process alone; a second process gets an InputError.

    The lock goes with the process, however it ends: a killed run leaves nothing to clean up.
    """
    path = Path(directory) / ".lock"
    try:  # never through a link: the directory may be a stranger's
        number = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path=path) from None
    with os.fdopen(number, "r+b", buffering=0) as handle:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(
                "is in use by another manyways process", path=directory, remedy="Wait for it, or stop it."
            ) from None
        yield


def remove_partials(directory: AnyPath) -> None:
    """Remove what killed processes left of `atomic_bytes`; for those who hold the directory's lock."""
    for path in Path(directory).glob(".*.partial"):
        path.unlink(missing_ok=True)
