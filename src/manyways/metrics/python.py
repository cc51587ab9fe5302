"""A metric written in Python: five methods, and it can do what the compiled ones can, but for tuning.

    class Length(PythonMetric):                             # how near the candidates are in length
        name = "length"

        @property
        def columns(self) -> int:
            return 2

        def sentence_statistics(self, candidates, references):
            return [[len(each), len(references[0])] for each in candidates]

        def corpus_value(self, sums):
            return 100 * min(sums) / max(1, max(sums))

        def sentence_value(self, row):
            return self.corpus_value(row)

        def settings(self):
            return {"case": "mixed"}

    Length().corpus_score(["a cat"], [["the cat"]]).value

They are called for one sentence at a time, and by one thread: it is as slow as Python is.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from manyways.metrics.base import Candidates, Metric, References, Rows, Texts, Values, columns_of, prepare

__all__ = ["PythonMetric"]


class PythonMetric(Metric):
    """The member has a `name` and the five methods below; `lowercase = True` has texts lowered beforehand.

    Where less is better, `higher_is_better` is another property that it has.
    """

    @property
    @abstractmethod
    def columns(self) -> int:
        """How many numbers a row of statistics has."""

    @abstractmethod
    def sentence_statistics(self, candidates: Sequence[str], references: Sequence[str]) -> npt.ArrayLike:
        """Rows of whole numbers, one for each candidate of a sentence, against all its references."""

    @abstractmethod
    def corpus_value(self, sums: Rows) -> float:
        """The score of a sum of rows."""

    @abstractmethod
    def sentence_value(self, row: Rows) -> float:
        """The score of one row, smoothed where a sentence needs that."""

    @abstractmethod
    def settings(self) -> dict[str, object]:
        """What the signature says between the number of references and the version."""

    def statistics(
        self, candidates: Candidates, references: References | None = None, *, threads: int = 0
    ) -> Rows:
        texts, offsets, sets = prepare(candidates, references)
        own, others = self._strings(texts), [self._strings(each) for each in sets]
        rows = np.zeros((len(own), self.columns), dtype=np.int64)
        for sentence, (start, end) in enumerate(pairwise(offsets.tolist())):
            if start < end:
                found = self.sentence_statistics(own[start:end], [each[sentence] for each in others])
                rows[start:end] = self._checked(found, end - start)
        return rows

    def scores(self, sums: npt.ArrayLike) -> Values:
        return self._each(self.corpus_value, sums)

    def sentence_scores(self, rows: npt.ArrayLike) -> Values:
        return self._each(self.sentence_value, rows)

    def _strings(self, texts: Texts) -> list[str]:
        data, offsets = columns_of(texts, lowercase=self.lowercase)
        raw = data.tobytes()
        return [raw[start:end].decode("utf-8", "replace") for start, end in pairwise(offsets.tolist())]

    def _checked(self, found: npt.ArrayLike, candidates: int) -> Rows:
        """Rows as they should be; a ValueError that names the metric."""
        rows = np.asarray(found)
        if rows.shape != (candidates, self.columns) or rows.dtype.kind not in "iub":
            raise ValueError(
                f"{self.name}: sentence_statistics gave {rows.dtype} of shape {rows.shape}; "
                f"expected whole numbers of shape {(candidates, self.columns)}"
            )
        return rows.astype(np.int64)

    def _each(self, value_of: Callable[[Rows], float], rows: npt.ArrayLike) -> Values:
        given = np.ascontiguousarray(rows, dtype=np.int64)
        if given.ndim != 2 or given.shape[1] != self.columns:
            raise ValueError(
                f"rows of shape {given.shape} are of another metric: {self.name} has {self.columns} columns"
            )
        return np.array([value_of(row) for row in given], dtype=np.float64)
