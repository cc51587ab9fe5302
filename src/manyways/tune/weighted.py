"""What weights make of lists: the value of every candidate, by parts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.model.weights import Weights

__all__ = ["best_rows", "weighted_parts"]

Values = npt.NDArray[np.float64]
SPARSE = "sparse features"


def weighted_parts(lists: CandidateLists, weights: Weights) -> dict[str, Values]:
    """Features times weights, by feature; sparse ones are one part. A feature without a weight counts 0."""
    known = weights.components()
    parts = {name: lists.features[:, i] * known.get(name, 0.0) for i, name in enumerate(lists.feature_names)}
    if lists.sparse is not None:
        each = np.array([known.get(name, 0.0) for name in lists.sparse.names])
        rows = np.repeat(np.arange(lists.candidate_count), np.diff(lists.sparse.offsets))
        products = lists.sparse.values * each[lists.sparse.indices]
        parts[SPARSE] = np.bincount(rows, products, lists.candidate_count).astype(np.float64)
    return parts


def best_rows(lists: CandidateLists, weights: Weights) -> npt.NDArray[np.int64]:
    """Of each list with candidates the row that has the highest value; of equal ones the first."""
    parts = weighted_parts(lists, weights)
    values = np.sum(list(parts.values()), axis=0) if parts else np.zeros(lists.candidate_count)
    order = np.lexsort((-values, lists.sentence_of))
    found: npt.NDArray[np.int64] = order[lists.sentence_offsets[:-1][lists.sizes > 0]]
    return found
