from collections.abc import Mapping, Sequence
import enum
from typing import Annotated

import numpy
import numpy.typing
from numpy.typing import NDArray

import manyways._core.graph
import manyways._core.search


class DiverseLists:
    """Lists in columns; reading a column takes it."""

    def take_sentence_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_text(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    def take_text_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_scores(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def take_features(self, columns: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def take_penalised(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The score less the penalties of the round that found it."""

    def take_rounds(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def searches(self) -> int:
        """How often a sentence was searched, in all."""

    @property
    def iterations(self) -> int:
        """Of all proofs."""

    @property
    def unproved(self) -> int:
        """Texts without a finished proof."""

class Engine(enum.Enum):
    graph = 0

    redecode = 1

    groups = 2

    sample = 3

    exact = 4

class GenerateSettings:
    def __init__(self) -> None: ...

    @property
    def beam(self) -> manyways._core.search.BeamSettings: ...

    @beam.setter
    def beam(self, arg: manyways._core.search.BeamSettings, /) -> None: ...

    @property
    def classes(self) -> dict[str, str]: ...

    @classes.setter
    def classes(self, arg: Mapping[str, str], /) -> None: ...

    @property
    def engine(self) -> Engine: ...

    @engine.setter
    def engine(self, arg: Engine, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    @property
    def features(self) -> bool: ...

    @features.setter
    def features(self, arg: bool, /) -> None: ...

    @property
    def relative(self) -> bool: ...

    @relative.setter
    def relative(self, arg: bool, /) -> None: ...

    @property
    def fall(self) -> float: ...

    @fall.setter
    def fall(self, arg: float, /) -> None: ...

    @property
    def rounds(self) -> int: ...

    @rounds.setter
    def rounds(self, arg: int, /) -> None: ...

    @property
    def each(self) -> int: ...

    @each.setter
    def each(self, arg: int, /) -> None: ...

    @property
    def strength(self) -> float: ...

    @strength.setter
    def strength(self, arg: float, /) -> None: ...

    @property
    def distinct(self) -> bool: ...

    @distinct.setter
    def distinct(self, arg: bool, /) -> None: ...

    def set_orders(self, orders: Sequence[tuple[int, float]]) -> None: ...

    def set_traits(self, length: float, reordering: float) -> None: ...

def from_graphs(graphs: Sequence[manyways._core.graph.Hypergraph], settings: GenerateSettings, threads: int = 0) -> DiverseLists:
    """The diverse list of each search graph."""

def generate(model: manyways._core.search.PhraseModel, inputs: manyways._core.search.Inputs, settings: GenerateSettings, threads: int = 0) -> DiverseLists:
    """The diverse list of each sentence."""

class Method(enum.Enum):
    greedy = 0

    coverage = 1

    dpp = 2

def select(words: numpy.typing.NDArray[numpy.uint32], offsets: numpy.typing.NDArray[numpy.int64], sentence_offsets: numpy.typing.NDArray[numpy.int64], scores: numpy.typing.NDArray[numpy.float64], orders: list[tuple[int, float]], strength: float, method: Method, size: int, traits: numpy.typing.NDArray[numpy.int32], trait_weights: list[float], threads: int = 0) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]:
    """
    The rows picked from each list, in the order of picking, and where each list's begin.
    """
