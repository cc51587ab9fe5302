from typing import Annotated

import numpy
from numpy.typing import NDArray

import manyways._core.base
import manyways._core.phrases


class RuleTable:
    """A memory-mapped grammar of rules with gaps."""

    def __init__(self, path: str) -> None: ...

    def __len__(self) -> int: ...

    @property
    def table(self) -> manyways._core.phrases.Table: ...

    def find(self, source: str) -> list[tuple[str, list[float], list[float], list[tuple[int, int]]]]:
        """
        All rules of a source side, gaps written [X]: target, scores, counts, links.
        """

class RuleImport:
    """Moses's text rule table becomes a rule table."""

    def __init__(self, path: str) -> None: ...

    def add(self, arg: bytes, /) -> None: ...

    def end(self) -> None: ...

    def write(self, path: str) -> None: ...

def extract(source: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], source_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], target: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], links: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], link_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], span: int, symbols: int, gaps: int, hole_source: int, hole_target: int) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
    """
    Rows (sentence, source begin and size, target begin and size, gaps, then for each of two
    gaps source begin and size, target begin and size inside the rule), and counts.
    """

def train(source: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], source_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], target: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], links: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], link_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], source_words: manyways._core.base.Vocabulary, target_words: manyways._core.base.Vocabulary, span: int, symbols: int, gaps: int, hole_source: int, hole_target: int, least_count: float, table_limit: int, memory_limit: int, path: str, threads: int) -> tuple[int, int, int, int, int]:
    """
    Learn a rule table; returns occurrences, rules, kept rules, source and target sides.
    """
