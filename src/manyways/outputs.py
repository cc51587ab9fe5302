"""Outputs: whole or not at all, and never in the place of what is not ours.

    with atomic_write("weights.toml") as out: out.write(...)      # appears when the block ends well
    claim_file("lists.jsonl", force=False)                        # an error if it exists, before any work
    claim_directory("models/de-en", "train", force=False)         # empty, or begun by the same verb
    with new_directory("moses", "export-moses", force=False): ...
    with all_or_none(): ...                                       # files appear together when it ends well

Nothing else in the package opens a file for writing. What a name stands for decides how it is written: see
core/base/output_file.h. `-` is standard output.
"""

from __future__ import annotations

import contextlib
import errno
import gzip
import io
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any, BinaryIO, Literal, get_args

from manyways._core import base
from manyways.errors import InputError

__all__ = [
    "OutputStream",
    "all_or_none",
    "atomic_bytes",
    "atomic_write",
    "claim_directory",
    "claim_file",
    "drop_stdout",
    "guard_streams",
    "is_owned",
    "is_stdout",
    "link_file",
    "lock_directory",
    "make_directory",
    "new_directory",
    "remove_file",
    "remove_partials",
    "remove_tree",
    "scratch_directory",
    "scratch_file",
]

AnyPath = str | os.PathLike[str]
Owner = Literal[
    "demo", "export-moses", "import-moses", "model add-lm", "rerank prepare", "train", "translate", "tune"
]  # a verb
_BUFFER = 1 << 16
_LOCK = ".lock"
_PARTIAL = re.compile(r"\..+\.[0-9a-f]{16}\.partial", re.DOTALL)
_OWNER = re.compile(b"|".join(each.encode() + b"\n" for each in get_args(Owner)) + b"|")
_HELD: ContextVar[list[base.OutputFile] | None] = ContextVar("held", default=None)  # back until all are there
_STDOUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


class OutputStream(io.FileIO):
    """An open descriptor that names its file when it cannot be written."""

    def __init__(self, descriptor: int, path: AnyPath) -> None:
        super().__init__(descriptor, "wb", closefd=False)
        self._path = path

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise  # the reader has seen enough
        except OSError as error:
            raise _cannot_be_written(error, self._path) from None


class _Remarks(io.FileIO):
    """Standard error: what cannot be said there is not said, and the work goes on."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def guard_streams() -> None:
    """Standard streams that may be full or closed: never a traceback, and no file gets their numbers."""
    for number, flags in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:  # closed; reading from it, or writing to it, is an error as before
            opened = os.open(os.devnull, flags)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
    if sys.stdout is sys.__stdout__:
        sys.stdout = _stream(OutputStream(1, "standard output"), sys.stdout)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _stream(_Remarks(2, "wb", closefd=False), sys.stderr, line_buffering=True)


def drop_stdout() -> None:
    """What standard output could not take is not tried again when the process ends."""
    if isinstance(getattr(sys.stdout.buffer, "raw", None), OutputStream):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.close(null)


def _stream(raw: io.RawIOBase, old: IO[str] | None, *, line_buffering: bool = False) -> io.TextIOWrapper:
    """A stream with the encoding of the one whose place it takes."""
    text = old if isinstance(old, io.TextIOWrapper) else None
    return io.TextIOWrapper(
        io.BufferedWriter(raw, _BUFFER),
        encoding=text.encoding if text else "utf-8",
        errors=text.errors if text else "backslashreplace",
        line_buffering=line_buffering or (text is not None and text.line_buffering),
        write_through=text is not None and text.write_through,
    )


@contextlib.contextmanager
def atomic_bytes(path: AnyPath) -> Iterator[BinaryIO]:
    """Write a binary file that appears whole or not at all (gzip by suffix, `-` is stdout)."""
    if os.fspath(path) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    output, held = base.OutputFile(os.fsencode(path)), _HELD.get()
    stream = OutputStream(output.descriptor, path)
    raw = io.BufferedWriter(stream, _BUFFER)
    try:
        if os.fspath(path).endswith(".gz"):
            # No time stamp and no name: equal content gives equal bytes.
            with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0, compresslevel=6) as packed:
                yield packed  # type: ignore[misc]
        else:
            yield raw
        raw.flush()
        if held is None:
            output.commit()
        else:
            _hold(output, held, path)
    finally:
        stream.close()  # so that what is still in the buffer is not written to whatever has the number next
        if held is None or output not in held:
            output.discard()


def _hold(output: base.OutputFile, held: list[base.OutputFile], path: AnyPath) -> None:
    """Nothing but its name is missing: what could go wrong has gone wrong before the first appears."""
    try:
        os.fsync(output.descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.EROFS, errno.ENOTSUP):  # a device or a pipe
            raise _cannot_be_written(error, path) from None
    held.append(output)


@contextlib.contextmanager
def all_or_none() -> Iterator[None]:
    """Files that are written within appear when all are there; if something goes wrong, none does.

    What has no name to wait for (standard output, a device) is written as it comes.
    """
    held: list[base.OutputFile] = []
    token = _HELD.set(held)
    try:
        yield
        for output in held:
            output.commit()
    finally:
        _HELD.reset(token)
        for output in held:
            output.discard()


@contextlib.contextmanager
def atomic_write(path: AnyPath) -> Iterator[IO[str]]:
    """Write a UTF-8 text file that appears whole or not at all."""
    with atomic_bytes(path) as raw:
        text = io.TextIOWrapper(raw, encoding="utf-8", newline="\n", write_through=False)
        try:
            yield text
            text.flush()
        except BaseException:
            with contextlib.suppress(Exception):
                text.detach()
            raise
        text.detach()


def link_file(source: AnyPath, target: AnyPath) -> None:
    """Give a file a second name, or copy it where the system cannot; what had the name is replaced whole."""
    place = Path(os.path.realpath(target))
    with contextlib.suppress(OSError):
        if place.samefile(source):
            return  # a rename of one name of a file to another would do nothing and leave both
    partial = place.with_name(f".{place.name[:50]}.{secrets.token_hex(8)}.partial")
    try:
        os.link(source, partial)
        os.replace(partial, place)
    except OSError:
        partial.unlink(missing_ok=True)
        with open(source, "rb") as stream, atomic_bytes(place) as out:
            shutil.copyfileobj(stream, out, _BUFFER)


@contextlib.contextmanager
def scratch_file() -> Iterator[str]:
    """The name, for a while, of an empty file that has none of its own and is gone with its last user."""
    if sys.platform == "win32":  # which has no names for descriptors
        with tempfile.TemporaryDirectory(prefix="manyways-") as folder:
            yield os.path.join(folder, "scratch")
        return
    descriptor = base.unnamed_file(b"")
    try:
        yield f"/dev/fd/{descriptor}"
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def scratch_directory() -> Iterator[Path]:
    """A directory that is gone with all that is in it when the block ends."""
    with tempfile.TemporaryDirectory(prefix="manyways-") as folder:
        yield Path(folder)


def is_stdout(path: AnyPath) -> bool:
    """Whether a name is one of standard output's."""
    return os.fspath(path) in _STDOUT


def claim_file(path: AnyPath, *, force: bool) -> None:
    """An InputError if the file cannot be written, or holds something already and nobody said `force`."""
    target = base.output_target(os.fsencode(path))
    if not force and target and os.path.exists(target):
        remedy = "Add --force to replace it, or choose another name."
        raise InputError("exists already", path=path, remedy=remedy)


def make_directory(directory: AnyPath) -> Path:
    """A directory, made with those above it if it is not there."""
    try:
        Path(directory).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", path=directory) from None
    return Path(directory)


def claim_directory(directory: AnyPath, owner: Owner, *, force: bool) -> None:
    """Make a directory that `owner`, a verb, begins or goes on with; it may hold nothing else."""
    make_directory(directory)
    with _locked(directory) as lock:
        _claim(directory, lock, owner, force=force)


@contextlib.contextmanager
def new_directory(directory: AnyPath, owner: Owner, *, force: bool) -> Iterator[None]:
    """Hold a directory that `owner` fills in one go. One that was left unfinished is filled again."""
    make_directory(directory)
    with _locked(directory) as lock:
        try:
            _claim(directory, lock, owner, force=force)
            yield
        except BaseException:
            with contextlib.suppress(OSError):
                if os.listdir(directory) == [_LOCK]:
                    os.unlink(Path(directory) / _LOCK)
                    os.rmdir(directory)
            raise
        try:
            os.unlink(Path(directory) / _LOCK)
        except OSError as error:
            raise _cannot_be_written(error, directory) from None


@contextlib.contextmanager
def lock_directory(directory: AnyPath) -> Iterator[None]:
    """Hold a directory for this process alone; a second process gets an InputError.

    The lock goes with the process, however it ends: a killed run leaves nothing to clean up.
    """
    with _locked(directory):
        yield


def remove_partials(directory: AnyPath) -> None:
    """Remove what killed processes left of their outputs; what a live one is writing stays."""
    base.remove_partials(os.fsencode(directory))


def remove_file(path: AnyPath) -> None:
    """Remove a file of ours; nothing happens if it is gone already."""
    try:
        Path(path).unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", path=path) from None


def remove_tree(directory: AnyPath) -> None:
    """Remove a directory of ours with all that is in it; links in it are not followed."""
    try:
        shutil.rmtree(directory)
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", path=directory) from None


def is_owned(directory: AnyPath) -> bool:
    """Whether the lock file, if there is one, is empty or names a verb, as `claim_directory` leaves it."""
    path = Path(directory) / _LOCK
    if not path.is_file():
        return True
    with open(path, "rb") as stream:
        return _OWNER.fullmatch(stream.read(100)) is not None


def _claim(directory: AnyPath, lock: int, owner: Owner, *, force: bool) -> None:
    """The lock file tells which verb began the directory."""
    mark = f"{owner}\n".encode()
    remove_partials(directory)
    try:
        others = [name for name in os.listdir(directory) if name != _LOCK and not _PARTIAL.fullmatch(name)]
        if os.pread(lock, 100, 0) == mark:
            return
        if others and not force:
            raise InputError(
                f"is not empty, and was not begun by manyways {owner}",
                path=directory,
                remedy="Add --force to write into it, or choose another directory.",
            )
        os.ftruncate(lock, 0)
        os.pwrite(lock, mark, 0)
    except OSError as error:
        raise _cannot_be_written(error, directory) from None


@contextlib.contextmanager
def _locked(directory: AnyPath) -> Iterator[int]:
    path = Path(directory) / _LOCK
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    while True:
        try:
            lock = os.open(path, flags, 0o666)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise InputError("is a symbolic link", path=path, remedy="Remove it.") from None
            raise _cannot_be_written(error, directory) from None
        try:
            if not stat.S_ISREG(os.fstat(lock).st_mode):
                raise InputError("is not a regular file", path=path, remedy="Remove it.")
            _lock(lock, directory)
            if _is_named(lock, path):
                yield lock
                return
        finally:
            os.close(lock)


def _lock(descriptor: int, directory: AnyPath) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InputError(
            "is in use by another manyways process", path=directory, remedy="Wait for it, or stop it."
        ) from None


def _is_named(descriptor: int, path: Path) -> bool:
    """Whether the open file still has its name: its last holder may have removed it."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except OSError:
        return False


def _cannot_be_written(error: OSError, path: AnyPath) -> InputError:
    return InputError(f"cannot be written: {error.strerror}", path=path)
