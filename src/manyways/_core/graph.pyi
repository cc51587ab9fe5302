from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Candidates:
    """Finished translations in columns; reading a column takes it."""

    def __len__(self) -> int: ...

    def take_text(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    def take_text_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def take_scores(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def take_features(self, columns: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def take_edges(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    def take_edge_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

class HypergraphBuilder:
    """Makes a graph, tails before heads."""

    def __init__(self, feature_names: Sequence[str]) -> None: ...

    def add_word(self, word: str) -> int: ...

    def add_label(self, symbols: Sequence[int], features: Sequence[float], source_start: int = -1, source_end: int = -1, links: Sequence[tuple[int, int]] = []) -> int: ...

    def add_edge(self, label: int, tails: Sequence[int], score: float) -> int: ...

    def add_delta(self, column: int, value: float) -> None: ...

    def end_node(self) -> int: ...

    def finish(self) -> Hypergraph: ...

class Hypergraph:
    """All derivations that a search kept."""

    @property
    def nodes(self) -> int: ...

    @property
    def edges(self) -> int: ...

    @property
    def labels(self) -> int: ...

    @property
    def is_lattice(self) -> bool: ...

    @property
    def feature_names(self) -> list[str]: ...

    @property
    def edge_scores(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def edge_labels(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    @property
    def edge_heads(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    @property
    def edge_tails(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None))]:
        """(edges, 2); -1 where there is no tail."""

    @property
    def edge_features(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def label_symbols(self, label: int) -> list[str | int]:
        """Words, and -1, -2 where the tails' words go."""

    def label_span(self, label: int) -> tuple[int, int]: ...

    def node_values(self, semiring: str, scale: float = 1.0, outside: bool = False) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """Inside (or outside) values over a semiring: viterbi, log or count."""

    def edge_posteriors(self, scale: float = 1.0) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def edge_max_marginals(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def expected_features(self, scale: float = 1.0) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def best_derivation(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    def kbest(self, count: int, distinct: bool = True, features: bool = True, edges: bool = False) -> Candidates: ...

    def sample(self, count: int, scale: float, seed: int) -> Candidates: ...

    def penalised(self, patterns: Sequence[Sequence[str]], weights: Sequence[float], count: int = 1) -> Candidates:
        """
        The best distinct translations when every occurrence of a pattern adds its weight.
        """

    def composed(self, patterns: Sequence[Sequence[str]], weights: Sequence[float]) -> Hypergraph:
        """The graph whose scores include the weights of all matches."""

    def prune_by_score(self, margin: float) -> Hypergraph: ...

    def prune_by_posterior(self, posterior: float, scale: float = 1.0) -> Hypergraph: ...

    def prune_by_density(self, density: float) -> Hypergraph: ...

    def unite(self, other: Hypergraph) -> Hypergraph: ...

    def ngrams(self, order: int = 4, scale: float = 1.0) -> list[tuple[str, float, float]]:
        """Every n-gram with its expected count and its probability to occur."""

    def lattice_mbr(self, scale: float = 1.0, precision: float = 0.8, ratio: float = 0.6, density: float = 20.0) -> Candidates: ...

def mbr_gains(words: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], scale: float = 1.0) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """Expected sentence BLEU of each text of one list against all of it."""
