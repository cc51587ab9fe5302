from collections.abc import Mapping, Sequence
import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray

import manyways._core.graph
import manyways._core.lm
import manyways._core.phrases


class Inputs:
    """Sentences and lattices to translate."""

    def __init__(self) -> None: ...

    @staticmethod
    def from_column(data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Inputs: ...

    def __len__(self) -> int: ...

    def add_lattice(self, length: int, edges: Sequence[tuple[int, int, bytes, float]]) -> None:
        """
        Edges are (start, end, word, log score), sorted by start; an empty word is an epsilon.
        """

    def give(self, index: int, start: int, end: int, text: bytes, exclusive: bool = True, score: float = 0.0) -> None: ...

    def build_walls(self, index: int, walls: Sequence[int]) -> None:
        """Positions that nothing crosses, ascending."""

    def forbid(self, index: int, start: int, end: int, text: bytes) -> None: ...

class Space(enum.Enum):
    gap = 0

    free = 1

class Consensus(enum.Enum):
    none = 0

    list = 1

    lattice = 2

class BeamSettings:
    def __init__(self) -> None: ...

    @property
    def pops(self) -> int: ...

    @pops.setter
    def pops(self, arg: int, /) -> None: ...

    @property
    def stack(self) -> int: ...

    @stack.setter
    def stack(self, arg: int, /) -> None: ...

    @property
    def margin(self) -> float: ...

    @margin.setter
    def margin(self, arg: float, /) -> None: ...

    @property
    def diversity(self) -> int: ...

    @diversity.setter
    def diversity(self, arg: int, /) -> None: ...

    @property
    def plain(self) -> bool: ...

    @plain.setter
    def plain(self, arg: bool, /) -> None: ...

    @property
    def distortion_limit(self) -> int: ...

    @distortion_limit.setter
    def distortion_limit(self, arg: int, /) -> None: ...

    @property
    def space(self) -> Space: ...

    @space.setter
    def space(self, arg: Space, /) -> None: ...

    @property
    def time_limit(self) -> float: ...

    @time_limit.setter
    def time_limit(self, arg: float, /) -> None: ...

class ListSettings:
    """What is wanted of each sentence."""

    def __init__(self) -> None: ...

    @property
    def candidates(self) -> int: ...

    @candidates.setter
    def candidates(self, arg: int, /) -> None: ...

    @property
    def distinct(self) -> bool: ...

    @distinct.setter
    def distinct(self, arg: bool, /) -> None: ...

    @property
    def details(self) -> bool: ...

    @details.setter
    def details(self, arg: bool, /) -> None: ...

    @property
    def consensus(self) -> Consensus: ...

    @consensus.setter
    def consensus(self, arg: Consensus, /) -> None: ...

    @property
    def mbr_scale(self) -> float: ...

    @mbr_scale.setter
    def mbr_scale(self, arg: float, /) -> None: ...

class Translations:
    """Translations in columns; reading a column takes it."""

    def take_sentence_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_text(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    def take_text_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_scores(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def take_features(self, columns: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def take_steps(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]:
        """(source start, source end, target start, target end) of each step."""

    def take_step_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_links(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]: ...

    def take_link_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_status(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """
        0 beam, 1 time limit, 2 gap space instead of the free one, 3 translated in pieces, 4 optimal, 5 gap.
        """

    def take_seconds(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def take_lower(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """Bounds of each sentence's best score; empty if nothing was proved."""

    def take_upper(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

class Forced:
    @property
    def reached(self) -> bool: ...

    @property
    def prefix(self) -> int: ...

    @property
    def translation(self) -> Translations: ...

class PhraseWeights:
    """Weights of sparse phrase features by name."""

    def __init__(self, names: Sequence[str], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def of(self, name: str) -> float:
        """0 for a name that has none."""

def phrase_features(inputs: Inputs, translations: Translations) -> tuple[list[str], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
    """
    Names, and in compressed rows which of them each translation has and how often.
    """

class PhraseModel:
    """A phrase table, language models and weights."""

    def __init__(self, table: manyways._core.phrases.Table, language_models: Sequence[tuple[str, manyways._core.lm.Model]], weights: Mapping[str, float], table_limit: int = 20, phrase_weights: PhraseWeights | None = None, classes: Mapping[str, Mapping[str, str]] = {}) -> None:
        """classes: for language models of classes, the class of each word."""

    @property
    def feature_names(self) -> list[str]: ...

    @property
    def weights(self) -> list[float]: ...

    @property
    def table_limit(self) -> int: ...

class Chart:
    """A target feature that scores pieces of a sentence in any order."""

    def __init__(self, model: PhraseModel, feature: int) -> None: ...

    def word(self, word: str) -> int:
        """Its id in this sentence."""

    def join(self, symbols: Sequence[int], pieces: Sequence[int]) -> tuple[float, int]:
        """
        What a piece is worth beyond its pieces (-1, -2 among the symbols), and its state.
        """

    def begin(self) -> int:
        """The first piece of every sentence."""

    def finish(self, piece: int) -> float:
        """The end of a sentence that starts with begin()."""

    def estimate(self, words: Sequence[int]) -> float: ...

def decode(model: PhraseModel, inputs: Inputs, settings: BeamSettings, wanted: ListSettings, threads: int = 0) -> Translations: ...

def graphs(model: PhraseModel, inputs: Inputs, settings: BeamSettings, threads: int = 0) -> list[manyways._core.graph.Hypergraph]: ...

def force(model: PhraseModel, inputs: Inputs, targets: Sequence[bytes], settings: BeamSettings, threads: int = 0) -> list[Forced]: ...

def best_rows(graph: manyways._core.graph.Hypergraph, count: int, distinct: bool = True) -> Translations:
    """The best of a graph, with their steps and links."""

def gather(forced: Sequence[Forced]) -> Translations:
    """What was reached, as translations in columns."""
