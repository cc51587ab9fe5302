from collections.abc import Callable, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

import manyways._core.metrics


class Lists:
    """Features and statistics of candidates, as tuners read them."""

    def __init__(self, features: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], statistics: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def score(self, metric: manyways._core.metrics.Metric, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> float:
        """The score of the 1-bests, negative if lower is better."""

    def best(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
        """The 1-best of each list; of equal scores the lowest index."""

def envelope(intercepts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], slopes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """Where each line of the upper envelope begins, and which it is."""

def intervals(lists: Lists, metric: manyways._core.metrics.Metric, intercepts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], slopes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """The score along a line: where each interval begins, and its score."""

def line_search(lists: Lists, metric: manyways._core.metrics.Metric, intercepts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], slopes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], lowest: float, highest: float, window: int) -> tuple[float, float]:
    """The best step along a line, and the score there."""

def line_winners(lists: Lists, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], directions: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
    """
    The candidates that win somewhere on a line through the weights, ascending.
    """

def mert(lists: Lists, metric: manyways._core.metrics.Metric, starts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], restarts: int, random_directions: int, gradient: bool, window: int, positive: Sequence[int], seed: int, threads: int, after_round: Callable[[float], object]) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    The best weights, and each run's score; after_round is told the best so far.
    """

def expected_score(lists: Lists, metric: manyways._core.metrics.Metric, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], sharpness: float, threads: int = 1) -> tuple[float, float, Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    The score of the expected statistics, the mean entropy, and the score's gradient.
    """

class AllPairs:
    """The squared hinge over all preferences of each list."""

    def __init__(self, lists: Lists, gold: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threshold: int, weighted: bool = False, threads: int = 1) -> None: ...

    @property
    def pairs(self) -> int: ...

    def loss(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[float, Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
        """The loss per candidate, and its gradient."""

    def hessian_product(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], direction: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The generalised Hessian times the direction."""

def margin_step(gaps: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], losses: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], rate: float) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """The smallest step that keeps all margins, slacks at a price of `rate`."""

def mira(lists: Lists, metric: manyways._core.metrics.Metric, start: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], rate: float, decay: float, epochs: int, seed: int) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    The averaged weights of the best epoch, and the score after each epoch.
    """

def sample_pairs(lists: Lists, gold: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], lengths: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], draws: int, keep: int, difference: tuple[float, float], length_gap: float, seed: int, threads: int) -> Annotated[NDArray[numpy.uint32], dict(shape=(None, None))]:
    """Rows (better, worse) of candidates, list by list."""
