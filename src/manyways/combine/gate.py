"""The gate: combine only where the candidate that would be taken without combining is expected to be poor.

    gate, told = Gate.fit(lists, combined, metric=Bleu(), fold=fold)     # lists with references; honest
    combinations gate.keeps(other)                                                    # by sentence: leave
    the candidate as it is

Without combining, the choice is the first candidate of one system's list, and of several systems the one that
the others agree with most. Its quality is estimated as `choose --learn` does (choose/quality.py). The
threshold is the one of a few quantiles that makes the best of the development set; a gate that never opens
or never closes is one, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.choose import Consensus, Quality, traits
from manyways.choose.choosing import order_of
from manyways.choose.learning import fit_quality
from manyways.choose.quality import check_enough
from manyways.errors import InputError
from manyways.metrics import Metric
from manyways.metrics.base import Rows, Values
from manyways.metrics.oracle import first_of_each

__all__ = ["Gate", "plain_choice"]

Mask = npt.NDArray[np.bool_]
_SHARES = (0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9)  # of sentences that are left as they are
_HIGH = 1e6  # a quality that no sentence has


def plain_choice(lists: CandidateLists, *, threads: int = 0) -> tuple[Rows, Values]:
    """The row of each non-empty list that is taken without combining, and the values that say so."""
    if len(lists.system_names) > 1:
        values = Consensus()(lists, threads=threads).values
    else:
        values = -(np.arange(lists.candidate_count) - lists.sentence_offsets[lists.sentence_of]).astype(
            np.float64
        )
    rows: Rows = order_of(lists, values)[first_of_each(lists.sentence_offsets)]
    return rows, values


@dataclass(frozen=True, eq=False)
class Gate:
    """quality: of the candidate that is taken otherwise. threshold: from here on it is."""

    quality: Quality
    threshold: float

    def keeps(self, lists: CandidateLists, *, threads: int = 0) -> tuple[Rows, Mask]:
        """The row of each non-empty list that is taken without combining; by sentence, whether it stays."""
        rows, values = plain_choice(lists, threads=threads)
        qualities = self.quality(traits(lists, values, threads=threads))
        return rows, np.nan_to_num(qualities, nan=-1.0) >= self.threshold

    @staticmethod
    def check(lists: CandidateLists, fold: npt.NDArray[np.int64]) -> None:
        """A TuneError, before any work, if the others of some fold are too few to learn from."""
        for number in range(int(fold.max()) + 1):
            check_enough(int(np.sum((lists.sizes > 0) & (fold != number))))

    @staticmethod
    def fit(
        lists: CandidateLists,
        combined: npt.NDArray[np.int64],
        *,
        metric: Metric,
        fold: npt.NDArray[np.int64],
        threads: int = 0,
    ) -> tuple[Gate, dict[str, float]]:
        """combined: the metric's statistics of an honest combination of each non-empty list, row by row.

        The scores of never combining, of always combining and of the gate, on the same sentences, come with
        it.
        """
        rows, values = plain_choice(lists, threads=threads)
        quality, honest = fit_quality(lists, values, rows, fold, threads)
        qualities = honest[lists.sizes > 0]
        plain = metric.statistics(lists.select(rows), threads=threads)
        direction = 1.0 if metric.higher_is_better else -1.0

        def score(kept: Mask) -> float:
            sums = np.where(kept[:, None], plain, combined).sum(axis=0)
            return direction * float(metric.scores(sums[None])[0])

        tried = [_HIGH, *(float(np.quantile(qualities, 1 - share)) for share in _SHARES), -_HIGH]
        scores = [score(qualities >= threshold) for threshold in tried]
        best = int(np.argmax(scores))  # of equals the one that combines most
        told = {
            "never": direction * score(np.ones(len(qualities), bool)),
            "always": direction * scores[0],
            "gate": direction * scores[best],
            "kept": float(np.mean(qualities >= tried[best])),
        }
        return Gate(quality, tried[best]), told

    def plain(self) -> dict[str, Any]:
        """For TOML."""
        return {"threshold": self.threshold, "quality": self.quality.plain()}

    @staticmethod
    def of(table: Mapping[str, Any], path: str) -> Gate:
        threshold, quality = table.get("threshold"), table.get("quality")
        if (
            set(table) != {"threshold", "quality"}
            or not isinstance(threshold, float)
            or not isinstance(quality, dict)
        ):
            raise InputError("[gate] is not as `manyways combine train` writes it", path=path)
        return Gate(Quality.of(quality, path), threshold)
