"""The analysis of a study: preference, effort, agreement, mixed models. How it is shown is in presenting.py.

Judgements of people who failed their checks of attention are left out, and it is said how many these were.
HTER is the TER of the nearest of the shown translations against the text that was written: edits that a
person needed at least, in percent of its words. Times are those of timing.py, per word of the text that was
written.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.errors import InputError
from manyways.metrics.base import Values
from manyways.metrics.ter import Ter
from manyways.web.studies.agreement import Agreement, agreement
from manyways.web.studies.mixed import Mixed, fit_mixed
from manyways.web.studies.preference import VALUES, Group, preferences, quartile_of
from manyways.web.studies.results import Edited, Judged, Results
from manyways.web.studies.settings import CONDITIONS, DIVERSE

__all__ = ["Analysis", "Spent", "words_of"]


@dataclass(frozen=True)
class Spent:
    """What a condition cost: medians over texts. unchanged: percent that are as one of the shown."""

    condition: str
    texts: int
    seconds_per_word: float
    hter: float
    keys_per_word: float
    unchanged: float


class Analysis:
    """Of results as they stand; parts for which nothing is there are empty."""

    def __init__(self, results: Results) -> None:
        self.results = results
        left_out = results.inattentive
        self.judgements: Sequence[Judged] = [
            each for each in results.judgements if each.person not in left_out
        ]

    @cached_property
    def groups(self) -> list[Group]:
        return preferences(self.results, self.judgements)

    @cached_property
    def hter(self) -> Values:
        """Of each text, in the order of the results."""
        return _hter(self.results.edits)

    @cached_property
    def spent(self) -> list[Spent]:
        return [found for each in CONDITIONS if (found := self._spent(each)) is not None]

    @cached_property
    def agreement(self) -> dict[str, Agreement]:
        """Units are pairs of texts; same lies between the two."""
        units: dict[tuple[Any, ...], list[float | None]] = {}
        for each in self.judgements:
            units.setdefault((each.sentence, each.repetitions), []).append(VALUES[each.choice])
        if not any(len(unit) > 1 for unit in units.values()):
            return {}
        rows = list(units.values())
        return {level: agreement(rows, level) for level in ("nominal", "ordinal")}

    @cached_property
    def models(self) -> dict[str, Mixed]:
        """Those for which there is enough."""
        found: dict[str, Mixed] = {}
        for name, fit in (
            ("time", self._time_model),
            ("HTER", self._hter_model),
            ("preference", self._choice_model),
        ):
            try:
                found[name] = fit()
            except InputError:
                continue
        return found

    def _spent(self, condition: str) -> Spent | None:
        rows = [i for i, each in enumerate(self.results.edits) if each.condition == condition]
        if not rows:
            return None
        texts = [self.results.edits[i] for i in rows]
        same = [any(each.text == " ".join(shown.split()) for shown in each.shown) for each in texts]
        return Spent(
            condition,
            len(rows),
            float(np.median([each.effort.seconds / words_of(each.text) for each in texts])),
            float(np.median(self.hter[rows])),
            float(np.median([sum(each.effort.keys.values()) / words_of(each.text) for each in texts])),
            100 * float(np.mean(same)),
        )

    def _time_model(self) -> Mixed:
        edits = self.results.edits
        timed = [i for i, each in enumerate(edits) if each.effort.seconds > 0]
        y = np.array([math.log(edits[i].effort.seconds / words_of(edits[i].text)) for i in timed])
        return self._of_edits(y, [edits[i] for i in timed])

    def _hter_model(self) -> Mixed:
        return self._of_edits(self.hter, self.results.edits)

    def _of_edits(self, y: Values, edits: Sequence[Edited]) -> Mixed:
        """What the diverse list does, in easy and in hard sentences."""
        quarter = quartile_of(self.results)
        diverse = np.array([each.condition == DIVERSE for each in edits], dtype=np.float64)
        hard = np.array([quarter[each.sentence] == 0 for each in edits], dtype=np.float64)
        X = np.column_stack([np.ones(len(y)), diverse, hard, diverse * hard]) if len(y) else np.zeros((0, 4))
        names = ("intercept", "diverse", "hardest quarter", "diverse in the hardest quarter")
        return fit_mixed(y, X, groups=_groups(edits), names=names)

    def _choice_model(self) -> Mixed:
        """-1 for best, 1 for diverse: the intercept is the leaning, in all but the hardest quarter."""
        quarter = quartile_of(self.results)
        y = np.array([VALUES[each.choice] for each in self.judgements], dtype=np.float64)
        hard = np.array([quarter[each.sentence] == 0 for each in self.judgements], dtype=np.float64)
        X = np.column_stack([np.ones(len(y)), hard]) if len(y) else np.zeros((0, 2))
        return fit_mixed(y, X, groups=_groups(self.judgements), names=("intercept", "hardest quarter"))


def _groups(rows: Sequence[Edited] | Sequence[Judged]) -> list[npt.NDArray[np.int64]]:
    if not rows:
        raise InputError("there are no observations")
    people = np.unique([each.person for each in rows], return_inverse=True)[1]
    sentences = np.unique([each.sentence for each in rows], return_inverse=True)[1]
    return [people.astype(np.int64), sentences.astype(np.int64)]


def _hter(edits: Sequence[Edited]) -> Values:
    if not edits:
        return np.zeros(0)
    metric = Ter()
    sizes = [len(each.shown) for each in edits]
    texts = [text for each in edits for text in each.shown]
    written = [each.text for each in edits for _ in each.shown]
    values = metric.sentence_scores(metric.statistics(texts, [written]))
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    found: Values = np.minimum.reduceat(values, starts)
    return found


def words_of(text: str) -> int:
    return max(1, len(text.split()))
