import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray

import manyways._core.base


class Symmetry(enum.Enum):
    FORWARD = 0

    BACKWARD = 1

    INTERSECTION = 2

    UNION = 3

    GROW_DIAG = 4

    GROW_DIAG_FINAL = 5

    GROW_DIAG_FINAL_AND = 6

    POSTERIOR = 7

def parse_links(text: bytes, path: str) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]:
    """Links of a Pharaoh file; path is for messages."""

def format_links(source: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], target: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], probability: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bytes:
    """Links as a Pharaoh file."""

def symmetrise(forward_source: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], forward_target: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], forward_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], backward_source: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], backward_target: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], backward_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], symmetry: Symmetry, moses_order: bool, threads: int = 0) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]:
    """One set of links out of two directions."""

def hmm_posteriors(rows: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], null_row: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], jump_weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], null: float) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """The HMM's posteriors of one sentence."""

def digamma(x: float) -> float:
    """The derivative of log gamma, for x > 0."""

class AlignerConfig:
    def __init__(self) -> None: ...

    @property
    def model1_passes(self) -> int: ...

    @model1_passes.setter
    def model1_passes(self, arg: int, /) -> None: ...

    @property
    def hmm_passes(self) -> int: ...

    @hmm_passes.setter
    def hmm_passes(self, arg: int, /) -> None: ...

    @property
    def null(self) -> float: ...

    @null.setter
    def null(self, arg: float, /) -> None: ...

    @property
    def jump_alpha(self) -> float: ...

    @jump_alpha.setter
    def jump_alpha(self, arg: float, /) -> None: ...

    @property
    def fertility_passes(self) -> int: ...

    @fertility_passes.setter
    def fertility_passes(self, arg: int, /) -> None: ...

    @property
    def further_prior(self) -> float: ...

    @further_prior.setter
    def further_prior(self, arg: float, /) -> None: ...

    @property
    def further_threshold(self) -> float: ...

    @further_threshold.setter
    def further_threshold(self, arg: float, /) -> None: ...

    @property
    def further_rate(self) -> float: ...

    @further_rate.setter
    def further_rate(self, arg: float, /) -> None: ...

    @property
    def alpha(self) -> float: ...

    @alpha.setter
    def alpha(self, arg: float, /) -> None: ...

    @property
    def null_alpha(self) -> float: ...

    @null_alpha.setter
    def null_alpha(self, arg: float, /) -> None: ...

    @property
    def twin(self) -> float: ...

    @twin.setter
    def twin(self, arg: float, /) -> None: ...

    @property
    def mark(self) -> float: ...

    @mark.setter
    def mark(self, arg: float, /) -> None: ...

    @property
    def kin(self) -> float: ...

    @kin.setter
    def kin(self, arg: float, /) -> None: ...

    @property
    def variational(self) -> bool: ...

    @variational.setter
    def variational(self, arg: bool, /) -> None: ...

class Model:
    """What an aligner learned; enough to align new sentences."""

    @property
    def source_vocabulary(self) -> manyways._core.base.Vocabulary: ...

    @property
    def target_vocabulary(self) -> manyways._core.base.Vocabulary: ...

    def copy(self) -> Model: ...

    def save(self, path: str) -> None: ...

    @staticmethod
    def load(path: str) -> Model: ...

class Aligner:
    """Trains on a corpus pass by pass, then gives its links."""

    def __init__(self, source_words: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], source_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], target_words: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], config: AlignerConfig, threads: int = 0, source_vocabulary: manyways._core.base.Vocabulary | None = None, target_vocabulary: manyways._core.base.Vocabulary | None = None, base: Model | None = None) -> None:
        """base: a model whose counts training adds to."""

    def model(self, source_vocabulary: manyways._core.base.Vocabulary, target_vocabulary: manyways._core.base.Vocabulary) -> Model: ...

    @property
    def passes(self) -> int: ...

    @property
    def passes_done(self) -> int: ...

    def run_pass(self) -> None: ...

    def pair_counts(self) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))]]:
        """Expected counts of all word pairs: source words, target words, counts."""

    def links(self, symmetry: Symmetry, threshold: float, probabilities: bool) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]: ...
