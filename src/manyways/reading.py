"""Reading files that nobody vouches for: bytes, lines and JSON, plain or gzip, within limits.

    with open_text("dev.en.gz") as lines: ...
    values = read_json("weights.json")

Every reader of the program comes through here, so that each has the same limits and the same words: whatever
is wrong with a file is an InputError. `-` is standard input. Text is UTF-8 without zero bytes. What `head_of`
has seen of a pipe, named or not, is still there for the next reader.

No real line comes near LONGEST_LINE. Text packs to a tenth, near copies of it perhaps to a hundredth, but a
small file can be made to unpack to a thousand times its size: beyond the first 256 MB that is refused.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import json
import os
import re
import stat
import sys
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from manyways._core.base import LONGEST_LINE, foreign_file
from manyways.errors import InputError

__all__ = [
    "LARGEST_SETTINGS",
    "LONGEST_LINE",
    "decode_text",
    "head_of",
    "line_blocks",
    "open_bytes",
    "open_text",
    "parse_json",
    "read_blocks",
    "read_bytes",
    "read_json",
    "read_lines",
    "recognised",
    "text_blocks",
    "too_long",
]

AnyPath = str | os.PathLike[str]
LARGEST_SETTINGS = 64 << 20  # bytes of a file of settings, which is read as a whole

_BLOCK = 1 << 20
_HEAD = 1 << 12  # bytes that tell another tool's file
_LINES = 1 << 16  # what fits into a processor's cache is split fastest
_PACKED = b"\x1f\x8b"  # what gzip begins with
_ALWAYS_UNPACKED = 256 << 20
_MOST_UNPACKED = 200  # times the packed size
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class _Counted:
    """A file's bytes for gzip, as they come, and how many there were."""

    def __init__(self, file: io.BufferedReader[Any]) -> None:
        self._file = file
        self.count = 0

    def read(self, size: int) -> bytes:
        data = self._file.read1(size)
        self.count += len(data)
        return data


class _File(io.RawIOBase):
    """The bytes of a file, unpacked if it begins as gzip does; all that goes wrong is an InputError."""

    def __init__(self, path: AnyPath) -> None:
        self._path = path
        try:
            self._file = _stdin() if _is_stdin(path) else io.BufferedReader(io.FileIO(path), _LINES)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path=path) from None
        except ValueError as error:
            raise InputError(f"cannot be the name of a file: {error}", path=repr(path)) from None
        self._counted: _Counted | None = None
        self._content: Any = self._file
        with self._in_words():
            if _begins_packed(self._file):
                self._counted = _Counted(self._file)
                self._content = gzip.GzipFile(fileobj=self._counted, mode="rb")  # type: ignore[call-overload]
        self._size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with self._in_words():
            if self._counted is None:
                size: int = self._file.readinto1(buffer)
                return size
            size = self._content.readinto(buffer)
        self._size += size
        if self._size > _ALWAYS_UNPACKED:
            self._check_ratio(self._counted)
        return size

    def readall(self) -> bytes:
        if self._counted is not None:
            return b"".join(iter(lambda: self.read(_BLOCK) or b"", b""))
        with self._in_words():
            return self._file.read()

    def close(self) -> None:
        super().close()
        if hasattr(self, "_content") and not _is_stdin(self._path):
            self._content.close()
            self._file.close()

    @contextlib.contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(
                f"is damaged or cut off: {error}", path=self._path, remedy="Copy it again."
            ) from None
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", path=self._path) from None

    def _check_ratio(self, packed: _Counted) -> None:
        ratio = self._size // max(1, packed.count)
        if ratio > _MOST_UNPACKED:
            raise InputError(
                f"unpacks to {ratio} times its size, and to more than {_ALWAYS_UNPACKED >> 20} MB; "
                f"at most {_MOST_UNPACKED} times is read",
                path=self._path,
                remedy="If you trust it, unpack it first: gunzip FILE",
            )


def _is_stdin(path: AnyPath) -> bool:
    return os.fspath(path) == "-"


def _stdin() -> io.BufferedReader[Any]:
    if sys.stdin is None:
        raise InputError("standard input is closed", path="-", remedy="Give a file, or a pipe: ... < FILE")
    return sys.stdin.buffer  # type: ignore[return-value]


def _begins_packed(file: io.BufferedReader[Any]) -> bool:
    """Whether a file begins as gzip does; nothing of it is consumed."""
    peek = getattr(file, "peek", None)  # what stands for standard input may have none
    return peek is not None and peek(2)[:2] == _PACKED


class _Begun(io.RawIOBase):
    """A pipe whose beginning was looked at: it still comes first."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = memoryview(head)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._head[: len(buffer)] or self._rest.read1(len(buffer))  # type: ignore[attr-defined]
        self._head = self._head[len(data) :]
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        super().close()
        self._rest.close()


_begun: dict[object, BinaryIO] = {}  # pipes, for whoever reads them next


def _pipe(path: AnyPath) -> object:
    """What tells a pipe from all others, or None: what was read of it cannot be read again."""
    if _is_stdin(path):
        return None if sys.stdin is None else sys.stdin.buffer
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None  # opening it will say so
    return (found.st_dev, found.st_ino) if stat.S_ISFIFO(found.st_mode) else None


def _open(path: AnyPath) -> BinaryIO:
    pipe = _pipe(path)
    if pipe in _begun:
        return _begun.pop(pipe)
    if _is_stdin(path) and not _begins_packed(_stdin()):
        return _stdin()
    return io.BufferedReader(_File(path), _LINES)


@contextlib.contextmanager
def open_bytes(path: AnyPath) -> Iterator[BinaryIO]:
    """The bytes of a file, unpacked if they are gzip; `-` is standard input, which stays open."""
    stream = _open(path)
    try:
        yield stream
    finally:
        if not _is_stdin(path):
            stream.close()


def head_of(path: AnyPath, most: int) -> bytes:
    """The first `most` bytes of a file, or all if it is shorter; reading it afterwards begins with them."""
    pipe = _pipe(path)
    if pipe is None:
        with open_bytes(path) as stream:
            return stream.read(most)
    stream = _open(path)
    head = stream.read(most)
    _begun[pipe] = io.BufferedReader(_Begun(head, stream), _LINES)
    return head


def read_bytes(path: AnyPath, *, most: int | None = None, remedy: str = "Is it the right file?") -> bytes:
    """The whole content, unpacked; an InputError if it is more than `most` bytes."""
    with open_bytes(path) as stream:
        raw = stream.read() if most is None else stream.read(most + 1)
    if most is not None and len(raw) > most:
        raise InputError(f"is longer than {most >> 20} MB", path=path, remedy=remedy)
    return raw


def read_blocks(path: AnyPath, size: int = _BLOCK) -> Iterator[bytes]:
    """The content, unpacked, `size` bytes at a time."""
    with open_bytes(path) as stream:
        while block := stream.read(size):
            yield block


def text_blocks(path: AnyPath, size: int = _BLOCK) -> Iterator[tuple[int, bytes]]:
    """Whole lines as bytes, about `size` of them or what has come through a pipe; each with the number of
    its first line. They are checked for their length only."""
    with open_bytes(path) as stream:
        yield from _whole_lines(stream, path, size)


def _whole_lines(stream: BinaryIO, path: AnyPath, size: int) -> Iterator[tuple[int, bytes]]:
    line, waiting, held = 1, [b""], 0
    while block := stream.read1(size):  # type: ignore[attr-defined]
        cut = block.rfind(b"\n") + 1
        if held + (block.find(b"\n") if cut else len(block)) > LONGEST_LINE:
            raise too_long(path, line)
        if cut:
            whole = b"".join([*waiting, block[:cut]])
            yield line, whole
            line += whole.count(b"\n")
            waiting, held = [], 0
        waiting.append(block[cut:])
        held += len(block) - cut
    if held:
        yield line, b"".join(waiting)


def line_blocks(path: AnyPath) -> Iterator[list[str]]:
    """Lines without their ends, as many at a time as are at hand: those of a pipe as soon as they come."""
    with open_bytes(path) as stream:
        yield from _decoded_lines(stream, path)


@contextlib.contextmanager
def open_text(path: AnyPath) -> Iterator[Iterator[str]]:
    """Iterate over lines without their ends; splits at LF only (CR LF is accepted)."""
    with open_bytes(path) as stream:
        yield itertools.chain.from_iterable(_decoded_lines(stream, path))


def _decoded_lines(stream: BinaryIO, path: AnyPath) -> Iterator[list[str]]:
    for number, block in _whole_lines(stream, path, _LINES):
        try:
            lines = [raw.decode() for raw in block.removesuffix(b"\n").split(b"\n")]
        except UnicodeDecodeError:
            lines = []
        if not lines or b"\0" in block:
            decode_text(block, path, number)  # says what is wrong
        if number == 1:
            lines[0] = lines[0].removeprefix("\ufeff")
        yield [each.removesuffix("\r") for each in lines] if b"\r" in block else lines


def read_lines(path: AnyPath) -> list[str]:
    """All lines of a text file."""
    with open_text(path) as lines:
        return list(lines)


def decode_text(raw: bytes, path: AnyPath, line: int = 1) -> str:
    """Text that begins at `line` of a file, without a byte order mark; an InputError names the first byte
    that is not UTF-8, or zero."""
    bad = raw.find(0)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        bad = error.start if bad < 0 else min(bad, error.start)
    if bad >= 0:
        raise _not_text(raw, bad, path, line)
    return text.removeprefix("\ufeff") if line == 1 else text


def _not_text(raw: bytes, bad: int, path: AnyPath, line: int) -> InputError:
    name = os.fspath(path)
    if line == 1 and foreign_file(raw[:_HEAD], name):
        return recognised("is not text", raw, path)
    if line == 1 and _is_utf16(raw[:64]):
        remedy = f"Convert it first: iconv -f utf-16 -t utf-8 {name}"
        return InputError("looks like UTF-16, not UTF-8", path=path, remedy=remedy)
    column = bad - raw.rfind(b"\n", 0, bad)
    found = f"byte {column} is not UTF-8 (0x{raw[bad]:02x})"
    remedy = f"Convert the file first: iconv -f latin1 -t utf-8 {name}"
    if raw[bad] == 0:
        found = f"byte {column} is a zero byte: this is a binary file"
        remedy = "If it is compressed, unpack it first; gzip alone is read as it is."
    return InputError(found, path=path, line=line + raw.count(b"\n", 0, bad), remedy=remedy)


def _is_utf16(head: bytes) -> bool:
    """Whether every second byte is mostly zero, as in European languages without a byte order mark."""
    zeros = head[::2].count(0), head[1::2].count(0)
    return min(zeros) == 0 and max(zeros) * 4 > len(head)


def recognised(
    message: str, head: bytes, path: AnyPath, *, line: int | None = None, remedy: str = ""
) -> InputError:
    """An error about a file that begins with `head`; if it is another tool's, whose, and what to do."""
    if known := foreign_file(head[:_HEAD], os.fspath(path)):
        name, advice = known
        return InputError(f"{message}; this is {name}", path=path, line=line, remedy=advice)
    return InputError(message, path=path, line=line, remedy=remedy)


def too_long(path: AnyPath, line: int) -> InputError:
    """What is said of a line that is longer than LONGEST_LINE."""
    return InputError(
        f"is longer than {LONGEST_LINE >> 20} MB, the longest that a line may be",
        path=path,
        line=line,
        remedy="Is it the right file? Text has one sentence per line.",
    )


def read_json(path: AnyPath, *, remedy: str = "Is the file whole?") -> Any:
    """The one value of a JSON file of settings."""
    return parse_json(decode_text(read_bytes(path, most=LARGEST_SETTINGS), path), path, remedy=remedy)


def parse_json(text: str, path: AnyPath, line: int = 1, *, remedy: str = "Is the file whole?") -> Any:
    """The JSON value that begins at `line` of a file; nothing in it is half a character."""
    found = ""
    try:
        value = json.loads(text)
        if _HALF.search(text):
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except json.JSONDecodeError as error:
        line += error.lineno - 1
        found = f"not valid JSON: {error.msg} (character {error.colno})"
    except UnicodeEncodeError as error:
        found = f"not valid JSON: \\u{ord(error.object[error.start]):04x} is half a character"
    except RecursionError:
        found = "not valid JSON here: it is nested too deeply"
    except ValueError:
        found = "not valid JSON here: a number has thousands of digits"
    head = text[:_HEAD].encode(errors="replace") if line == 1 else b""
    raise recognised(found, head, path, line=line, remedy=remedy)
