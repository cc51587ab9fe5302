"""Files: text or gzip by suffix, streaming, replaced atomically, known by their content.

    with open_text("dev.en.gz") as lines: ...
    with atomic_write("weights.toml") as out: out.write(...)      # appears whole, or not at all

`-` is standard input or output. Text is UTF-8 and nothing else; a byte that is not is an
InputError with its line.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import sys
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from manyways.errors import InputError
from manyways.outputs import (
    AnyPath,
    atomic_bytes,
    atomic_write,
    link_file,
    lock_directory,
    make_directory,
    remove_partials,
    scratch_file,
)

__all__ = [
    "AnyPath",
    "open_bytes",
    "open_text",
    "decode_line",
    "read_lines",
    "read_bytes",
    "read_blocks",
    "atomic_write",
    "atomic_bytes",
    "content_hash",
    "link_file",
    "lock_directory",
    "make_directory",
    "remove_partials",
    "scratch_file",
]

_GZIP_ERRORS = (EOFError, zlib.error, gzip.BadGzipFile)


def open_bytes(path: AnyPath) -> BinaryIO:
    """Open for reading; gzip is recognised by the suffix .gz, `-` is standard input."""
    if os.fspath(path) == "-":
        return sys.stdin.buffer
    try:
        if os.fspath(path).endswith(".gz"):
            return gzip.open(path, "rb")  # type: ignore[return-value]
        return open(path, "rb")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from None


def read_bytes(path: AnyPath) -> bytes:
    """The whole content, decompressed."""
    with open_bytes(path) as stream:
        try:
            return stream.read()
        except _GZIP_ERRORS as error:
            raise InputError(f"is damaged or cut off: {error}", path=path, remedy="Copy it again.") from None
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", path=path) from None


def read_blocks(path: AnyPath, size: int = 1 << 20) -> Iterator[bytes]:
    """The content, decompressed, `size` bytes at a time."""
    with open_bytes(path) as stream:
        try:
            while block := stream.read(size):
                yield block
        except _GZIP_ERRORS as error:
            raise InputError(f"is damaged or cut off: {error}", path=path, remedy="Copy it again.") from None
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", path=path) from None


@contextlib.contextmanager
def open_text(path: AnyPath) -> Iterator[Iterator[str]]:
    """Iterate over lines without their newline; splits at LF only (CR LF is accepted)."""
    stream = open_bytes(path)
    try:
        yield _decoded_lines(stream, path)
    finally:
        if os.fspath(path) != "-":
            stream.close()


def _decoded_lines(stream: BinaryIO, path: AnyPath) -> Iterator[str]:
    number = 0
    try:
        for raw in stream:
            number += 1
            yield decode_line(raw, path, number)
    except _GZIP_ERRORS as error:
        raise InputError(
            f"is damaged or cut off: {error}", path=path, line=number + 1, remedy="Copy it again."
        ) from None
    except IsADirectoryError:
        raise InputError("is a directory", path=path) from None


def decode_line(raw: bytes, path: AnyPath, number: int) -> str:
    """One line of UTF-8 without its end; an InputError names the byte that is not UTF-8."""
    try:
        line = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"byte {error.start + 1} is not UTF-8 (0x{raw[error.start]:02x})",
            path=path,
            line=number,
            remedy=f"Convert the file first: iconv -f latin1 -t utf-8 {os.fspath(path)}",
        ) from None
    if number == 1 and line.startswith("\ufeff"):
        line = line[1:]
    return line.rstrip("\n").removesuffix("\r")


def read_lines(path: AnyPath) -> list[str]:
    """All lines of a text file."""
    with open_text(path) as lines:
        return list(lines)


def content_hash(path: AnyPath) -> str:
    """SHA-256 of a file's bytes as they lie on disk, in hexadecimal."""
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()
