"""Lists from search graphs along lines of weights: the envelopes of lattice and hypergraph MERT.

    lists = line_lists(graphs, weights, density=50)

A list holds every derivation of a graph that is the best for some weights on a line through `weights`, along
each feature and some random directions. A line search on these lists is then the same as on the whole graph
(Macherey et al., 2008; Kumar et al., 2009); a graph holds more of them than any list of the best has.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from manyways._core import geometry as core
from manyways.candidates import CandidateLists
from manyways.model.weights import Weights
from manyways.search.base import make_lists
from manyways.search.graph import Graph

__all__ = ["line_directions", "line_lists"]


def line_directions(vector: npt.NDArray[np.float64], random: int, seed: int) -> npt.NDArray[np.float64]:
    """The axes, and directions that change each weight in proportion to its size."""
    size = np.maximum(np.abs(vector), 0.1 * float(np.abs(vector).mean()))
    drawn = np.random.default_rng(seed).normal(size=(random, len(vector))) * size
    return np.ascontiguousarray(np.vstack([np.eye(len(vector)), drawn]))


def line_lists(
    graphs: Sequence[Graph],
    weights: Weights,
    *,
    random: int = 7,
    density: float = 50.0,
    seed: int = 1,
    threads: int = 0,
) -> CandidateLists:
    """What is the best of a graph somewhere on a line; graphs are pruned to `density` edges per word."""
    names = graphs[0].feature_names if graphs else ()
    vector = weights.vector(names)
    directions = line_directions(vector, random, seed)
    found = core.envelope_lists([graph.core for graph in graphs], vector, directions, density, threads)
    return make_lists(found, names, None)
