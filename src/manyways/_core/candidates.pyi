from collections.abc import Sequence
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray

import manyways._core.base


class Reader:
    """Reads candidate lists from blocks of bytes into columns."""

    def feed(self, data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def finish(self) -> None: ...

    def take(self, all: bool) -> dict[str, Any]: ...

    def set_dense(self, names: Sequence[str]) -> None: ...

    @property
    def complete(self) -> int: ...

    @property
    def feature_names(self) -> list[str]: ...

    @property
    def sparse_feature_names(self) -> list[str]: ...

    @property
    def vocabulary(self) -> manyways._core.base.Vocabulary: ...

    @property
    def lines(self) -> int: ...

    @property
    def ends_with_newline(self) -> bool: ...

class PipedReader(Reader):
    """Reads lists whose columns stand between |||."""

    def __init__(self, path: str, keep_raw: bool = False) -> None: ...

    @property
    def layout_columns(self) -> list[tuple[str, int, int]]: ...

    @property
    def layout_label(self) -> str: ...

    @property
    def layout_end(self) -> str: ...

class JsonlReader(Reader):
    """Reads our JSON Lines."""

    def __init__(self, path: str) -> None: ...

    @property
    def system_names(self) -> list[str]: ...

class FlatReader(Reader):
    """Reads plain text, some lines per sentence."""

    def __init__(self, path: str, per_source: int) -> None: ...

    @property
    def missing(self) -> int: ...

def write_piped(columns: dict[str, object], layout: list[tuple[str, int, int]], label: str, end: str, numbers: str, word_numbers: str) -> tuple[bytes, numpy.typing.NDArray[numpy.int64]]:
    """The lines of a ||| list, and where each begins."""

def write_jsonl(columns: dict[str, object]) -> tuple[bytes, numpy.typing.NDArray[numpy.int64]]:
    """The lines of our JSON Lines, and where each begins."""

def profile_rows(data: numpy.typing.NDArray[numpy.uint8], offsets: numpy.typing.NDArray[numpy.int64]) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint64], numpy.typing.NDArray[numpy.uint64]]:
    """
    Traits, script, hash in lower case and hash without blanks beside marks, of each text.
    """

def hash_rows(data: numpy.typing.NDArray[numpy.uint8], offsets: numpy.typing.NDArray[numpy.int64]) -> numpy.typing.NDArray[numpy.uint64]:
    """The content hash of each row of bytes."""

def intern(data: numpy.typing.NDArray[numpy.uint8], offsets: numpy.typing.NDArray[numpy.int64]) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.int64], manyways._core.base.Vocabulary]:
    """Words between blanks as ids, row by row, with their vocabulary."""
