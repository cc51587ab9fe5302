from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Metric:
    """A metric of the core: statistics of texts, scores of sums."""

    @property
    def columns(self) -> int: ...

    @property
    def direction(self) -> float: ...

    @property
    def size_unit(self) -> float: ...

    def statistics(self, candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], sentence_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], references: Sequence[tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]]], threads: int = 0) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None))]:
        """
        One int64 row per candidate; a set of references has one row per sentence.
        """

    def scores(self, sums: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The corpus score of each row of summed statistics."""

    def sentence_scores(self, rows: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The sentence score of each row."""

class BleuScoring:
    """How BLEU smooths."""

    def __init__(self, smoothing: str, value: float, effective_order: bool, more_reference: float) -> None: ...

def bleu(tokenise: str, shortest: bool, corpus: BleuScoring, sentence: BleuScoring, newer: tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> Metric:
    """BLEU over words."""

def chrf(char_order: int, word_order: int, beta: float, eps_smoothing: bool) -> Metric:
    """chrF, or chrF++ with words."""

def ter(normalized: bool, no_punct: bool, asian_support: bool) -> Metric:
    """Translation edit rate."""

def tokenise(text: str, tokenise: str, normalized: bool, no_punct: bool, asian_support: bool, newer: tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> list[str]:
    """The words that a metric counts."""

def coverage(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], sentence_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], references: Sequence[tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]]], tokenise: str, sum: bool, threads: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None))]:
    """
    Per sentence: n-grams of the references that the list has, and n-grams of the references.
    """

def self_bleu(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], sentence_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], tokenise: str, threads: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None))]:
    """Rows of BLEU, the other candidates of a list being the references."""

def novelty(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], sentence_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], tokenise: str, threads: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None))]:
    """
    Per candidate: n-grams that the first of its list has not, and n-grams.
    """

def distinct(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], sentence_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
    """Different texts of each list."""

def best_candidates(metric: Metric, rows: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], sentence_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
    """
    The row with the best sentence score of each list; -1 where it is empty.
    """

def improve_choice(metric: Metric, rows: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], sentence_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], choice: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
    """A choice whose corpus score no change of one candidate betters."""
