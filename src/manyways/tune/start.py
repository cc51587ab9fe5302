"""Where tuning on lists begins when nobody says: at the weights that made the lists' scores, if some did.

    starts = Starts.of(lists)
    start = starts.best(examples)        # a Start: weights, and in words where they are from
    result = tune(examples, Mert(), start=start)

Scores that are one set of weights times the features give those weights by least squares. Lists that were
merged from several runs have scores of several sets, and weights fitted to all of them are nobody's. Then
there are also the weights that the ends of the lists tell (those of the first and the last run, where lists
were put one behind the other), those of a new model, and equal ones; the best of all are taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.errors import ModelError
from manyways.model import default_weights
from manyways.model.weights import Weights
from manyways.tune.base import Examples, Start, Vector, equal_weights

__all__ = ["Starts"]

_LOOSE = 0.1  # of the scores' deviation within lists; what a fit to one set of weights may leave over
_ROUNDED = 0.01  # the same for one list whose scores were written with few digits
_END = 10  # candidates at an end of a list
_STEPS = 20  # of a trimmed fit, which takes about five


@dataclass(frozen=True, eq=False)
class Starts:
    """What lists tell of weights to start from, the first being the lists' own.

    residual: what that leaves over of the scores, in their deviations within lists; None without scores.
    """

    known: Sequence[Start]
    residual: float | None

    @staticmethod
    def of(lists: CandidateLists) -> Starts:
        """Of the features and the scores alone: no reference is looked at."""
        names = lists.feature_names
        rows = np.flatnonzero(np.isfinite(lists.scores) & np.isfinite(lists.features).all(axis=1))
        fit = _Fit.of(lists, rows)
        known: list[Start] = []
        residual = None
        if fit.scores.any() and names:
            vector = fit.vector(np.ones(len(lists), dtype=bool))
            residual = fit.residual(vector)
            known += _fitted(names, vector * fit.unit, "fitted to the lists' scores")
            if residual > _LOOSE:
                known += _at_the_ends(lists, rows)
        return Starts([*known, *_usual(names)], residual)

    def best(self, examples: Examples) -> Start | None:
        """The lists' own weights if the scores are theirs, else those that score best on the examples."""
        if not self.known:
            return None
        if self.residual is not None and self.residual <= _LOOSE:
            return self.known[0]
        values = [examples.value(examples.start_vector(each.weights)) for each in self.known]
        best = self.known[int(np.argmax(values))]
        if self.residual is None:
            return best
        name = examples.metric.name
        tried = ", ".join(
            f"{each.origin}: {examples.direction * value:.2f}"
            for each, value in zip(self.known, values, strict=True)
        )
        remark = (
            f"no one set of weights for these features gives the lists' scores ({self.residual:.2f} of their "
            "deviation within lists is left over): do the lists come from several runs? Tuning starts from "
            f"the best of what is known ({name} with weights {tried}); --start gives others"
        )
        return Start(best.weights, best.origin, remark)


@dataclass(frozen=True, eq=False)
class _Fit:
    """Features and scores of some candidates, less their means in their list, and which list it is.

    Both are in units of their largest values, so that no square overflows; a unit of the weights follows.
    """

    features: npt.NDArray[np.float64]
    scores: npt.NDArray[np.floating]
    sentences: npt.NDArray[np.int64]
    count: int
    unit: Vector

    @staticmethod
    def of(lists: CandidateLists, rows: npt.NDArray[np.int64]) -> _Fit:
        sentences, count = lists.sentence_of[rows], len(lists)
        values = np.column_stack([lists.features[rows], lists.scores[rows]])
        units = np.abs(values).max(axis=0, initial=0.0)
        units[units == 0] = 1.0
        values /= units
        sums = np.zeros((count, values.shape[1]))
        np.add.at(sums, sentences, values)
        sizes = np.bincount(sentences, minlength=count)
        values -= (sums / np.maximum(sizes, 1)[:, None])[sentences]
        return _Fit(values[:, :-1], values[:, -1], sentences, count, units[-1] / units[:-1])

    def vector(self, kept: npt.NDArray[np.bool_]) -> Vector:
        """Least squares on these lists."""
        rows = kept[self.sentences]
        found: Vector = np.linalg.lstsq(self.features[rows], self.scores[rows], rcond=None)[0]
        return found

    def residual(self, vector: Vector) -> float:
        return float(np.linalg.norm(self.scores - self.features @ vector) / np.linalg.norm(self.scores))

    def trimmed(self) -> Vector:
        """Least squares on those lists, half of them or more, that one set of weights explains best."""
        kept = np.ones(self.count, dtype=bool)
        for _ in range(_STEPS):
            vector = self.vector(kept)
            left = np.bincount(self.sentences, (self.scores - self.features @ vector) ** 2, self.count)
            there = np.bincount(self.sentences, self.scores**2, self.count)
            new = left <= there * max(float(np.median(left[there > 0] / there[there > 0])), _ROUNDED**2)
            if np.array_equal(new, kept):
                break
            kept = new
        return vector


def _at_the_ends(lists: CandidateLists, rows: npt.NDArray[np.int64]) -> list[Start]:
    """Fits to the first and to the last candidates of every list."""
    from_front = rows - lists.sentence_offsets[lists.sentence_of[rows]]
    from_back = lists.sentence_offsets[lists.sentence_of[rows] + 1] - 1 - rows
    found = []
    for name, places in (("first", from_front), ("last", from_back)):
        fit = _Fit.of(lists, rows[places < _END])
        if fit.scores.any():
            origin = f"fitted to the {name} {_END} scores of each list"
            found += _fitted(lists.feature_names, fit.trimmed() * fit.unit, origin)
    return found


def _fitted(names: Sequence[str], vector: Vector, origin: str) -> list[Start]:
    """A start, if the weights say anything."""
    if not vector.any() or not np.isfinite(vector).all():
        return []
    return [Start(Weights.from_components(names, vector), origin)]


def _usual(names: Sequence[str]) -> list[Start]:
    """The weights of a new model, if it has these features, and equal ones."""
    if not names:
        return []
    found = []
    for kind in ("phrase", "hierarchical"):
        try:
            vector = default_weights(kind).vector(names)
        except ModelError:
            continue
        found.append(Start(Weights.from_components(names, vector), "as of a new model"))
        break
    return [*found, equal_weights(names)]
