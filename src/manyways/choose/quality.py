"""How good a choice probably is, sentence by sentence, so that a bad one can be left out.

    quality = Quality.fit(traits(lists, values), scores, metric="chrf")    # with references
    quality(traits(other, values))                                         # 0 to 100, one per sentence
    risk_coverage(metric, rows, qualities)                                 # what leaving out the worst gives

What can be seen of a list without references (how far its candidates agree with the choice and with each
other, how far the choice is ahead, how long it is) is put together by least squares, and the sum is made a
metric's value by isotonic regression: it rises with the sum and is right on average.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.choose.choosing import lead_of, order_of
from manyways.errors import InputError, TuneError
from manyways.metrics import Chrf, Metric
from manyways.metrics.base import Rows, Values
from manyways.metrics.consensus import ConsensusSettings, consensus

__all__ = ["TRAITS", "Coverage", "Quality", "check_enough", "isotonic", "risk_coverage", "traits"]

TRAITS = ("agreement", "harmony", "lead", "length")
COVERAGES = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5)
_RIDGE = 1e-3
_FEWEST = 20


def traits(lists: CandidateLists, values: Values, *, threads: int = 0) -> npt.NDArray[np.float64]:
    """One row per sentence, a column for each of TRAITS; NaN for a sentence without candidates.

    agreement: chrF of the choice against the list. harmony: the mean of that over the list. lead: of the
    choice over the next text. length: logarithm of its bytes.
    """
    order = order_of(lists, values)
    lead = lead_of(lists, values, order)
    found = np.full((len(lists), len(TRAITS)), np.nan)
    has = lists.sizes > 0
    first = lead.first[has]
    near = consensus(lists, [Chrf()], settings=ConsensusSettings(method="aggregate"), threads=threads)[:, 0]
    found[has, 0] = near[first]
    found[has, 1] = np.bincount(lists.sentence_of, near, len(lists))[has] / lists.sizes[has]
    found[has, 2] = np.nan_to_num(lead.values[has])
    found[has, 3] = np.log1p(np.diff(lists.texts.offsets)[first])
    return found


def isotonic(x: Values, y: Values) -> tuple[Values, Values]:
    """The rising function that is nearest to y (pool adjacent violators): knots x and their values.

    Between knots it is linear, outside as at the ends. Equal x have one value.
    """
    order = np.argsort(x, kind="stable")
    levels: list[list[float]] = []  # mean, weight, first x, last x
    for at, value in zip(x[order].tolist(), y[order].tolist(), strict=True):
        levels.append([value, 1.0, at, at])
        while len(levels) > 1 and (levels[-2][0] >= levels[-1][0] or levels[-2][3] == levels[-1][2]):
            mean, weight, _, last = levels.pop()
            total = levels[-1][1] + weight
            levels[-1][0] = (levels[-1][0] * levels[-1][1] + mean * weight) / total
            levels[-1][1], levels[-1][3] = total, last
    knots = [(each[2], each[0]) for each in levels] + [(each[3], each[0]) for each in levels]
    unique = sorted(set(knots))
    return np.array([at for at, _ in unique]), np.array([value for _, value in unique])


def check_enough(sentences: int) -> None:
    """A TuneError if so few sentences do not teach an estimate."""
    if sentences < _FEWEST:
        raise TuneError(
            f"only {sentences} sentences to learn a quality estimate on, which needs {_FEWEST}",
            remedy="Give more of them.",
        )


@dataclass(frozen=True, eq=False)
class Quality:
    """An estimate of a metric's sentence score, learned on lists with references.

    metric: its name. means, weights: of the traits. knots, levels: of the rising function of their sum.
    """

    metric: str
    means: tuple[float, ...]
    weights: tuple[float, ...]
    knots: tuple[float, ...]
    levels: tuple[float, ...]

    @staticmethod
    def fit(seen: npt.NDArray[np.float64], scores: Values, *, metric: str) -> Quality:
        """seen: traits of sentences with candidates. scores: of their choices, higher is better."""
        check_enough(len(scores))
        means = seen.mean(axis=0)
        scale = seen.std(axis=0)
        scale[scale == 0] = 1.0
        units = (seen - means) / scale
        gram = units.T @ units + _RIDGE * len(scores) * np.eye(len(TRAITS))
        weights = np.linalg.solve(gram, units.T @ (scores - scores.mean())) / scale
        knots, levels = isotonic((seen - means) @ weights, scores)
        return Quality(metric, *(tuple(each.tolist()) for each in (means, weights, knots, levels)))

    def __call__(self, seen: npt.NDArray[np.float64]) -> Values:
        """One value per sentence, NaN where traits are."""
        sums = (seen - np.array(self.means)) @ np.array(self.weights)
        found: Values = np.interp(sums, self.knots, self.levels)
        found[np.isnan(sums)] = np.nan
        return found

    def plain(self) -> dict[str, Any]:
        """For TOML."""
        return {
            "metric": self.metric,
            "means": list(self.means),
            "weights": list(self.weights),
            "knots": list(self.knots),
            "levels": list(self.levels),
        }

    @staticmethod
    def of(values: Mapping[str, Any], path: str) -> Quality:
        """Of a file's table; an InputError if it is not one of ours."""
        numbers = {}
        for name in ("means", "weights", "knots", "levels"):
            column = values.get(name)
            if not isinstance(column, list) or not all(_is_number(each) for each in column):
                raise InputError(f"[quality] needs a list of numbers, {name}", path=path)
            numbers[name] = tuple(float(each) for each in column)
        sizes = {name: len(column) for name, column in numbers.items()}
        rising = all(np.all(np.diff(numbers[name]) >= 0) for name in ("knots", "levels"))
        fits = sizes["means"] == sizes["weights"] == len(TRAITS) and sizes["knots"] == sizes["levels"] > 0
        if not (fits and rising and isinstance(values.get("metric"), str)):
            raise InputError("[quality] is not as `manyways choose --learn` writes it", path=path)
        return Quality(values["metric"], **numbers)


@dataclass(frozen=True)
class Coverage:
    """The share of sentences that is kept, the lowest quality among them, and their score."""

    share: float
    quality: float
    score: float


def risk_coverage(
    metric: Metric, rows: Rows, qualities: Values, shares: Sequence[float] = COVERAGES
) -> list[Coverage]:
    """The corpus score of the sentences with the highest qualities, for each share of them."""
    order = np.argsort(-qualities, kind="stable")
    sums = np.cumsum(rows[order], axis=0)
    found = []
    for share in shares:
        count = max(1, math.ceil(share * len(order)))
        value = float(metric.scores(sums[count - 1 : count])[0])
        found.append(Coverage(share, float(qualities[order[count - 1]]), value))
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
