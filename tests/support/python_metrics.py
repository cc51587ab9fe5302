"""Metrics as a user would write them, in Python alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from manyways.metrics import PythonMetric
from manyways.metrics.base import Rows


class CommonWords(PythonMetric):
    """F1 of words with the nearest reference. A row: words in common, the candidate's, the reference's."""

    name = "common"

    def __init__(self, *, lowercase: bool = False) -> None:
        self.lowercase = lowercase

    @property
    def columns(self) -> int:
        return 3

    def sentence_statistics(self, candidates: Sequence[str], references: Sequence[str]) -> list[list[int]]:
        bags = [Counter(each.split()) for each in references]
        return [self._nearest(Counter(each.split()), bags) for each in candidates]

    def _nearest(self, own: Counter[str], bags: Sequence[Counter[str]]) -> list[int]:
        rows = [[(own & each).total(), own.total(), each.total()] for each in bags]
        return max(rows, key=lambda row: 2 * row[0] / (row[1] + row[2] or 1))

    def corpus_value(self, sums: Rows) -> float:
        common, own, other = sums.tolist()
        return 200 * common / (own + other) if own + other else 100.0

    def sentence_value(self, row: Rows) -> float:
        return self.corpus_value(row)

    def settings(self) -> dict[str, object]:
        return {"case": "lc" if self.lowercase else "mixed"}


class OtherWords(CommonWords):
    """The same turned round: less is better."""

    name = "other"

    @property
    def higher_is_better(self) -> bool:
        return False

    def corpus_value(self, sums: Rows) -> float:
        return 100.0 - super().corpus_value(sums)
