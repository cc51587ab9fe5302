from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

import manyways._core.graph
import manyways._core.metrics
import manyways._core.tune


class Points:
    """Candidates as points, each feature in its own unit."""

    def __init__(self, lists: manyways._core.tune.Lists) -> None: ...

    def can_win(self, chosen: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[bool, Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
        """
        Whether the chosen candidates of different lists can win together; weights.
        """

    def conflict(self, chosen: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[tuple[int, int]]:
        """Pairs (chosen, rival) that no weights put in order; empty if some do."""

    def corners(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """For each candidate, whether it can win its list."""

def feasible_choices(points: Points, most_tests: int) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None, None))], int, bool]:
    """All choices that can win, the tests it took, whether it is all."""

def exact_choice(points: Points, losses: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], most_tests: int) -> tuple[bool, float, Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], int]:
    """
    Whether the best was found, its loss, choice and weights, and the tests it took.
    """

def linear_gains(lists: manyways._core.tune.Lists, metric: manyways._core.metrics.Metric, choice: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """
    What each candidate adds to the score in place of the chosen one, by the score's slope.
    """

def beam_search(lists: manyways._core.tune.Lists, metric: manyways._core.metrics.Metric, start: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], beam: int, tests: int, radius: float, passes: int, patience: int, seed: int, threads: int) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], int]:
    """The best weights, the score after each pass, and the tests it took."""

def search_plane(lists: manyways._core.tune.Lists, metric: manyways._core.metrics.Metric, origin: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], first: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], window: tuple[float, float, float, float], size: tuple[int, int], threads: int) -> tuple[float, float, float, Annotated[NDArray[numpy.float64], dict(shape=(None, None))], int, int, Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    The best point of a plane (x, y, score, corners of its face), edges, pieces, and a picture.
    """

class EnvelopeLists:
    """Lists in columns; reading a column takes it."""

    def take_sentence_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_text(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    def take_text_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_scores(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def take_features(self, columns: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

def envelope_lists(graphs: Sequence[manyways._core.graph.Hypergraph], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], directions: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], density: float, threads: int) -> EnvelopeLists:
    """What is best somewhere on a line through the weights, for each graph."""

def graph_envelope(graph: manyways._core.graph.Hypergraph, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], direction: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
    """
    Rows (start, intercept, slope) of the upper envelope of all derivations.
    """

class HopeFear:
    """Hope and fear candidates of search graphs."""

    def __init__(self, graphs: Sequence[manyways._core.graph.Hypergraph], references: Sequence[Sequence[str]], rewards: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int = 1) -> None: ...

    def find(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int = 1) -> EnvelopeLists:
        """
        The best of score + x * gain for all x from -1 to 1, fear first, of each graph.
        """
