import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray

import manyways._core.base


class Table:
    """A memory-mapped phrase table."""

    def __init__(self, path: str) -> None: ...

    def __len__(self) -> int: ...

    @property
    def score_names(self) -> list[str]: ...

    @property
    def reordering_scores(self) -> int: ...

    @property
    def has_counts(self) -> bool: ...

    @property
    def longest_source(self) -> int: ...

    @property
    def target_phrases(self) -> int: ...

    def find(self, source: str) -> list[tuple[str, list[float], list[float], list[float], list[tuple[int, int]]]]:
        """
        All options of a source phrase: target, scores, reordering, counts, links.
        """

    def spans(self, sentence: str) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]:
        """
        Rows (begin, end, options) for the spans of a sentence that have options.
        """

    def verify(self) -> None: ...

class MosesImport:
    """Moses's text tables become a table file."""

    def __init__(self, phrase_path: str, reordering_path: str) -> None: ...

    def add_phrases(self, arg: bytes, /) -> None: ...

    def end_phrases(self) -> None: ...

    def add_reordering(self, arg: bytes, /) -> None: ...

    def end_reordering(self) -> None: ...

    def write(self, path: str) -> None: ...

    @property
    def pairs(self) -> int: ...

    @property
    def matched_reordering(self) -> int: ...

class TextKind(enum.Enum):
    phrases = 0

    reordering = 1

    rules = 2

class MosesExport:
    """A table file becomes Moses's text, block by block."""

    def __init__(self, table: Table, kind: TextKind) -> None: ...

    def next(self) -> bytes: ...

def train(source: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], source_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], target: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], links: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], link_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], source_words: manyways._core.base.Vocabulary, target_words: manyways._core.base.Vocabulary, longest: int, orientation: int, sides: bool, reordering_smoothing: float, kneser_ney: bool, least_count: int, table_limit: int, memory_limit: int, path: str, threads: int) -> tuple[int, int, int, int, int]:
    """
    Learn a table file; returns occurrences, pairs, kept pairs, source and target phrases.
    """

def extract(source: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], source_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], target: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], links: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], link_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], longest: int, orientation: int, sides: bool) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]:
    """
    Rows (sentence, source begin, source size, target begin, target size, before, after).
    """

def lexicon(source: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], source_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], target: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], links: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], link_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None))]:
    """Rows (source, target, links); 2^32 - 1 stands for NULL."""
