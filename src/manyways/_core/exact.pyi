from collections.abc import Sequence
import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray

import manyways._core.graph
import manyways._core.search


class Method(enum.Enum):
    certified = 0

    lagrangian = 1

class ProveSettings:
    def __init__(self) -> None: ...

    @property
    def method(self) -> Method: ...

    @method.setter
    def method(self, arg: Method, /) -> None: ...

    @property
    def beam(self) -> manyways._core.search.BeamSettings: ...

    @beam.setter
    def beam(self, arg: manyways._core.search.BeamSettings, /) -> None: ...

    @property
    def time_limit(self) -> float: ...

    @time_limit.setter
    def time_limit(self, arg: float, /) -> None: ...

    @property
    def looks(self) -> int: ...

    @looks.setter
    def looks(self, arg: int, /) -> None: ...

    @property
    def memory(self) -> int: ...

    @memory.setter
    def memory(self, arg: int, /) -> None: ...

    @property
    def tolerance(self) -> float: ...

    @tolerance.setter
    def tolerance(self, arg: float, /) -> None: ...

    @property
    def iterations(self) -> int: ...

    @iterations.setter
    def iterations(self, arg: int, /) -> None: ...

    @property
    def tighten(self) -> tuple[int, int]: ...

    @tighten.setter
    def tighten(self, arg: tuple[int, int], /) -> None: ...

    @property
    def blocks(self) -> bool: ...

    @blocks.setter
    def blocks(self, arg: bool, /) -> None: ...

    @property
    def a_star(self) -> bool: ...

    @a_star.setter
    def a_star(self, arg: bool, /) -> None: ...

    @property
    def trace(self) -> bool: ...

    @trace.setter
    def trace(self, arg: bool, /) -> None: ...

    @property
    def candidates(self) -> int: ...

    @candidates.setter
    def candidates(self, arg: int, /) -> None: ...

    @property
    def distinct(self) -> bool: ...

    @distinct.setter
    def distinct(self, arg: bool, /) -> None: ...

    @property
    def graph(self) -> bool: ...

    @graph.setter
    def graph(self, arg: bool, /) -> None: ...

class Proof:
    @property
    def status(self) -> int:
        """As in Translations.take_status."""

    @property
    def lower(self) -> float: ...

    @property
    def upper(self) -> float: ...

    @property
    def beam_score(self) -> float: ...

    @property
    def iterations(self) -> int: ...

    @property
    def constraints(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def edges(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def best(self) -> manyways._core.search.Translations: ...

    def take_graph(self) -> manyways._core.graph.Hypergraph: ...

    @property
    def stages(self) -> list[tuple[str, int, int, float, float, int, float]]:
        """(name, nodes, edges, upper, lower, iterations, seconds)"""

    def take_dual(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def take_primal(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def take_counts(self, words: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]:
        """How often each word is covered, by iteration."""

    def take_added(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]:
        """(iterations so far, word) of each constraint."""

    @property
    def derivations(self) -> manyways._core.search.Translations: ...

class Stop:
    """Once set, proofs end with what they have."""

    def __init__(self) -> None: ...

    def set(self) -> None: ...

    @property
    def is_set(self) -> bool: ...

def gather(proofs: Sequence[Proof]) -> manyways._core.search.Translations:
    """The translations of all, in columns."""

def prove(model: manyways._core.search.PhraseModel, inputs: manyways._core.search.Inputs, settings: ProveSettings, threads: int, stop: Stop) -> list[Proof]: ...

class ExportedGraph:
    """A relaxed graph; reading a column takes it."""

    @property
    def length(self) -> int: ...

    def take_layer(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_end(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_tail(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_head(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_source_start(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_source_end(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def take_score(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

def export_graph(model: manyways._core.search.PhraseModel, inputs: manyways._core.search.Inputs, index: int, settings: ProveSettings) -> ExportedGraph: ...
