"""What can go wrong in tuning, said aloud: an error where no good weights can come, else a remark."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from manyways.errors import TuneError
from manyways.metrics import Score

if TYPE_CHECKING:
    from manyways.model.weights import Weights
    from manyways.tune.base import Examples, Tuned

__all__ = [
    "check_examples",
    "check_references",
    "check_score",
    "check_start",
    "check_vector",
    "is_poor",
    "kept_start",
]

_FEW = 5  # candidates per list
_COLLINEAR = 1e-10  # share of a feature's variance that the features before it leave unexplained
_MANY = 500  # features, beyond which nobody looks for combinations
_NAMED = 10
_LARGEST = 1e8
_HUGE = 1e100  # a feature whose squares add up to no number
_POOR = 2.0  # points
_WRONG = 90.0  # of an error rate
_LOW = 5.0  # points, of translations into the right language that are about something else
_FIT = 0.1  # how much better than with references of other sentences, at least
_REFERENCES = "Do the references belong to these sentences, in the same order and tokenised alike?"


def check_start(start: Weights) -> None:
    """A TuneError for weights that a decoder cannot start from."""
    if not any(start.components().values()):
        raise TuneError(
            "all weights of the start are 0: every translation would be as good as any other",
            remedy="Start from the model's own weights, or set a few by hand.",
        )


def is_poor(score: Score, higher_is_better: bool) -> bool:
    """Whether translations are so far from their references that these may be of other sentences."""
    return score.value < _LOW if higher_is_better else score.value >= _WRONG


def check_references(start: Score, higher_is_better: bool, own: float, others: float) -> None:
    """A TuneError if a decoder's translations are poor, and hardly closer to their references than to others.

    start: the score of the decoder's first translations. own, others: their chrF, which is smooth and knows
    no words, with their references and with those of other sentences.
    """
    if not is_poor(start, higher_is_better) or own > (1 + _FIT) * others:
        return
    raise TuneError(
        f"{start.name} is {start.value:.2f} before tuning; chrF is {own:.1f}, and {others:.1f} with those of "
        "other sentences: these references do not belong to these sentences",
        remedy="Are the files in the same order, line by line, and the source given before its references?",
    )


def check_examples(examples: Examples) -> list[str]:
    """Remarks on the examples; a TuneError if no weights could change the score."""
    remarks = []
    sizes = np.diff(examples.offsets)
    if len(sizes) == 0:
        raise TuneError("there are no candidates to tune on")
    if (largest := float(np.abs(examples.features).max())) > _HUGE:
        name = examples.names[int(np.abs(examples.features).max(axis=0).argmax())]
        raise TuneError(f"{name} is as large as {largest:.3g}", remedy="Scale it, or leave it out.")
    low = np.minimum.reduceat(examples.statistics, examples.offsets[:-1], axis=0)
    high = np.maximum.reduceat(examples.statistics, examples.offsets[:-1], axis=0)
    differ = int(np.any(low != high, axis=1).sum())
    if differ == 0:
        raise TuneError(
            f"every list has candidates of one {examples.metric.name} only: no weights can change the score",
            remedy="Lists need several different translations; are the references those of these sentences?",
        )
    if sizes.mean() < _FEW:
        remarks.append(f"only {sizes.mean():.1f} different candidates per list: longer lists tune better")
    if not examples.deviations.any():
        raise TuneError("no feature differs within a list: no weights can change the choice")
    constant = [name for name, each in zip(examples.names, examples.deviations, strict=True) if each == 0]
    if constant:
        remarks.append(f"constant within every list, its weight means nothing: {', '.join(constant)}")
    if found := _collinear(examples):
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        remarks.append(f"combinations of other features: {', '.join(found[:_NAMED])}{more}")
    return remarks


def _collinear(examples: Examples) -> list[str]:
    """Features that are linear in those before them (Cholesky of the correlations, column by column).

    Sparse features are left out, which are often as many as candidates, and thousands of dense ones.
    """
    dense = [i for i, name in enumerate(examples.names) if name not in examples.sparse_names]
    used = np.array([i for i in dense if examples.deviations[i] > 0], dtype=np.int64)
    if len(used) > _MANY:
        return []
    scaled = examples.centred[:, used] / examples.deviations[used]
    rest = scaled.T @ scaled / len(scaled)
    found = []
    for k in range(len(used)):
        if rest[k, k] < _COLLINEAR:
            found.append(examples.names[used[k]])
            continue
        column = rest[:, k].copy()
        rest -= np.outer(column, column) / rest[k, k]
    return found


def check_vector(
    vector: npt.NDArray[np.float64], names: tuple[str, ...], deviations: npt.NDArray[np.float64] | None = None
) -> None:
    """A TuneError for weights that are no numbers, all zero, or out of all proportion.

    deviations: of the features; a large weight of a feature with tiny values is in proportion.
    """
    if not np.isfinite(vector).all():
        bad = [name for name, each in zip(names, vector, strict=True) if not np.isfinite(each)]
        raise TuneError(f"weights became infinite or undefined: {', '.join(bad)}")
    if not vector.any():
        raise TuneError("all weights became 0: every candidate would be as good as any other")
    sizes = np.abs(vector) * (1.0 if deviations is None else np.minimum(deviations, 1.0))
    if sizes.max() > _LARGEST:
        worst = int(sizes.argmax())
        raise TuneError(f"weights exploded: {names[worst]} = {vector[worst]:.3g}")


def kept_start(examples: Examples, start: npt.NDArray[np.float64], tuned: Tuned) -> Tuned:
    """The start itself, if it scores higher on the examples than what the tuner made of it."""
    value = examples.value(start)
    if value <= examples.value(tuned.vector):
        return tuned
    return replace(tuned, vector=np.array(start), history=[*tuned.history, value])


def check_score(score: Score, direction: float) -> list[str]:
    """A TuneError if even the tuned weights match nothing of the references, a remark if next to nothing."""
    if direction > 0 and score.value == 0:
        raise TuneError(
            f"{score.name} is 0 with the tuned weights: no candidate fits its reference",
            remedy=_REFERENCES,
        )
    if direction > 0 and score.value < _POOR:
        return [f"{score.name} is only {score.value:.2f} with the tuned weights. {_REFERENCES}"]
    if direction < 0 and score.value >= _WRONG:
        return [f"{score.name} is as high as {score.value:.2f} with the tuned weights. {_REFERENCES}"]
    return []
