from collections.abc import Callable, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

import manyways._core.base


class Ngrams:
    """An n-gram model as a list; natural logs."""

    @property
    def order(self) -> int: ...

    @property
    def sizes(self) -> list[int]: ...

    @property
    def vocabulary(self) -> manyways._core.base.Vocabulary: ...

    def arrays(self, n: int) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
        """Ids (count, n), scores and back-offs (empty in the highest order)."""

def parse_arpa(text: bytes, name: str) -> Ngrams:
    """An ARPA file's content; `name` stands in messages."""

def read_arpa(path: str) -> Ngrams:
    """An uncompressed ARPA file."""

def write_arpa(ngrams: Ngrams, write: Callable[[bytes], object]) -> None:
    """Calls `write` with the pieces of the ARPA file, as bytes."""

def write_model(ngrams: Ngrams, path: str, bounds: bool = False) -> None:
    """Writes the file that Model opens."""

class Model:
    """A memory-mapped language model. States are integers."""

    def __init__(self, path: str) -> None: ...

    @property
    def order(self) -> int: ...

    @property
    def path(self) -> str: ...

    @property
    def sizes(self) -> list[int]: ...

    @property
    def words(self) -> int: ...

    def find(self, word: str) -> int:
        """The word's id; 0 if unknown."""

    def word(self, id: int) -> str: ...

    def encode(self, data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """Ids of a column of tokenised texts, and their offsets."""

    def begin_state(self) -> int: ...

    def null_state(self) -> int: ...

    def length(self, state: int) -> int:
        """How many words the state remembers."""

    def score(self, state: int, word: int) -> tuple[float, int]:
        """(log probability, next state)."""

    @property
    def has_bounds(self) -> bool: ...

    def upper_bound(self, state: int, word: int) -> float:
        """No longer context gives the word more."""

    def score_sentences(self, ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], bos: bool, eos: bool, threads: int) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """Per sentence: score, the part of unknown words, their number."""

    def score_words(self, ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], bos: bool, eos: bool) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]:
        """Per word: score, length of the matching n-gram."""

    def verify(self) -> None: ...

class OrderReport:
    """What estimation found for n-grams of one length."""

    @property
    def ngrams(self) -> int: ...

    @property
    def kept(self) -> int: ...

    @property
    def fallback(self) -> bool: ...

    @property
    def discounts(self) -> list[float]: ...

class Estimator:
    """Estimates an n-gram model from sentences of ids."""

    def __init__(self, order: int, witten_bell: bool, prune: Sequence[float], fallback: Sequence[float], memory: int, folder: str, threads: int) -> None: ...

    def add(self, ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def finish(self, vocabulary: manyways._core.base.Vocabulary) -> tuple[Ngrams, list[OrderReport]]:
        """The model in memory, and a report per order."""

    def finish_arpa(self, vocabulary: manyways._core.base.Vocabulary, write: Callable[[bytes], object]) -> list[OrderReport]:
        """Writes an ARPA file piece by piece, in bounded memory."""

def list_ngrams(model: Model) -> Ngrams:
    """All n-grams of an opened model."""

def mix(models: Sequence[Model], weights: Sequence[float]) -> Ngrams:
    """Linear interpolation of models into one list of n-grams."""

class Piece:
    """The two edges of a piece of a sentence."""

    @property
    def left(self) -> list[int]: ...

    @property
    def closed(self) -> bool: ...

    @property
    def right(self) -> int: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class PieceScorer:
    """Scores pieces of a sentence for chart decoding."""

    def __init__(self, model: Model) -> None: ...

    def begin_sentence(self) -> None: ...

    def word(self, word: int) -> None: ...

    def piece(self, piece: Piece) -> None: ...

    def finish(self) -> tuple[float, Piece]: ...
