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
import io
import os
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO

from manyways.errors import InputError

__all__ = [
    "open_bytes",
    "open_text",
    "decode_line",
    "read_lines",
    "read_bytes",
    "read_blocks",
    "atomic_write",
    "atomic_bytes",
    "content_hash",
    "lock_directory",
    "remove_partials",
]

AnyPath = str | os.PathLike[str]
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
