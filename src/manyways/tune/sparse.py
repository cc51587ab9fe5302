"""Sparse features as columns for the tuners: those that can be learnt from the lists at hand.

A feature that only one list knows cannot be learnt, only learnt by heart; one that is the same for all
candidates of every list decides nothing. The rest is taken by the number of lists that it tells apart, the
most common first, as far as memory allows.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists

__all__ = ["sparse_columns"]

_LISTS = 2  # that a feature must tell apart
_CELLS = 100_000_000  # of the dense matrix at most


def sparse_columns(
    lists: CandidateLists,
) -> tuple[tuple[str, ...], npt.NDArray[np.float64], tuple[str, ...]]:
    """Names, values (C, N) and what is to be said of the features that were left out."""
    count = lists.candidate_count
    if lists.sparse is None or count == 0:
        return (), np.zeros((count, 0)), ()
    sparse = lists.sparse
    rows = np.repeat(np.arange(count), np.diff(sparse.offsets))
    columns = sparse.indices.astype(np.int64)
    telling = _lists_told_apart(lists, rows, columns, sparse.values, len(sparse.names))
    room = max(1, _CELLS // count)
    order = np.argsort(-telling, kind="stable")[:room]
    kept = np.sort(order[telling[order] >= _LISTS])
    place = np.full(len(sparse.names), -1)
    place[kept] = np.arange(len(kept))
    dense = np.zeros((count, len(kept)))
    inside = place[columns] >= 0
    np.add.at(dense, (rows[inside], place[columns[inside]]), sparse.values[inside])
    left = len(sparse.names) - len(kept)
    remarks = (
        (f"{left:,} of {len(sparse.names):,} sparse features left out: too rare to learn",) if left else ()
    )
    return tuple(sparse.names[i] for i in kept.tolist()), dense, remarks


def _lists_told_apart(
    lists: CandidateLists,
    rows: npt.NDArray[np.int64],
    columns: npt.NDArray[np.int64],
    values: npt.NDArray[np.float64],
    names: int,
) -> npt.NDArray[np.int64]:
    """For each feature, the number of lists in which not all candidates have the same value of it."""
    sentences = lists.sentence_of[rows]
    keys = sentences * names + columns
    order = np.argsort(keys, kind="stable")
    keys, sorted_values = keys[order], values[order]
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])) if len(keys) else np.zeros(0, np.int64)
    if len(starts) == 0:
        return np.zeros(names, dtype=np.int64)
    low = np.minimum.reduceat(sorted_values, starts)
    high = np.maximum.reduceat(sorted_values, starts)
    present = np.diff(np.append(starts, len(keys)))
    everywhere = present == lists.sizes[keys[starts] // names]
    differs = ~everywhere & ((low != 0) | (high != 0)) | (low != high)
    return np.bincount(keys[starts][differs] % names, minlength=names)
