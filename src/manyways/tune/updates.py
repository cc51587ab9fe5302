"""One sentence of online tuning: from its list (and a derivation of its reference) to new weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from manyways._core import tune as core
from manyways.metrics import Metric
from manyways.tune.online import Derivations, OnlineSettings, PhraseRows, State, Vector

__all__ = ["Example", "margin_update", "perceptron_update"]

_UNITS = 1000  # a background of fractions, in whole numbers: scores are ratios


@dataclass(frozen=True, eq=False)
class Example:
    """The candidates of one sentence, their statistics, and a derivation of its reference, if any."""

    candidates: Derivations
    statistics: npt.NDArray[np.int64]
    metric: Metric
    forced: Derivations | None = None

    @property
    def direction(self) -> float:
        return 1.0 if self.metric.higher_is_better else -1.0


def perceptron_update(state: State, example: Example, online: OnlineSettings, deviations: Vector) -> bool:
    """A step from the model's best derivation to a better one; False if there is none to take."""
    if len(example.statistics) == 0 or (online.update == "bold" and example.forced is None):
        return False
    scores = example.candidates.scores(state.dense, state.phrases)
    model = int(scores.argmax())
    if online.update == "local" or example.forced is None:
        quality = example.direction * example.metric.sentence_scores(example.statistics)
        closest = np.flatnonzero(quality == quality.max())
        better = int(closest[scores[closest].argmax()])
        wanted = example.candidates.rows(slice(better, better + 1))
    else:
        wanted = example.forced
    dense = wanted.dense[0] - example.candidates.dense[model]
    used = deviations > 0
    moved = bool(np.any(dense[used] != 0))
    state.dense[used] += online.step * dense[used] / deviations[used] ** 2
    for derivations, row, sign in ((wanted, 0, 1.0), (example.candidates, model, -1.0)):
        phrases = derivations.phrases.take(np.array([row]))
        state.phrases[phrases.columns] += sign * online.phrase_step * phrases.values
    return moved


def margin_update(state: State, example: Example, online: OnlineSettings) -> bool:
    """The smallest step after which the hope leads all others by their difference in the metric."""
    if len(example.statistics) == 0:
        return False
    if len(state.background) == 0:
        state.background = np.ones(example.statistics.shape[1])
    together = example.statistics + state.background
    # One size for all: with several references each candidate may have another, and the longest would gain.
    size = float(together[:, 1].mean()) / example.metric.kernel.size_unit
    gains = example.direction * example.metric.scores(np.rint(_UNITS * together)) / 100 * size
    scores = example.candidates.scores(state.dense, state.phrases)
    hope = int((scores + gains).argmax())
    losses = (gains[hope] - gains) - (scores[hope] - scores)
    others = np.flatnonzero((losses > 0) & (gains < gains[hope]))
    state.background = online.decay * state.background + example.statistics[hope]
    if len(others) == 0:
        return False
    dense = example.candidates.dense[hope] - example.candidates.dense[others]
    phrases, columns = _gaps(example.candidates.phrases, hope, others)
    # Phrase features in units in which their rate is the same.
    unit = np.sqrt(online.phrase_step / online.step)
    gaps = np.ascontiguousarray(np.hstack([dense, phrases * unit]))
    step = core.margin_step(gaps, np.ascontiguousarray(losses[others]), online.step)
    state.dense += step[: dense.shape[1]]
    state.phrases[columns] += unit * step[dense.shape[1] :]
    return True


def _gaps(
    phrases: PhraseRows, hope: int, others: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """How the hope's phrase features differ from the others', in the columns that any of them has."""
    rows = phrases.take(np.append(others, hope))
    columns = np.unique(rows.columns)
    filled = np.zeros((len(others) + 1, len(columns)))
    filled[rows.lines, np.searchsorted(columns, rows.columns)] = rows.values
    return filled[-1] - filled[:-1], columns
