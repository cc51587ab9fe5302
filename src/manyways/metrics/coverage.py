"""How much of the references a whole list has: the list coverage metric of Gimpel et al. (EMNLP 2013).

    coverage = Coverage()
    rows = coverage.statistics(lists)            # int64, one row per sentence
    coverage.score(rows).value                   # mean over sentences, 0 to 100

Like BLEU+1 with recall in place of precision and no brevity penalty: any candidate of the list may supply
an n-gram of the references. For n = 1 to 4, R_n = (found + a) / (wanted + a) with a = 0 for n = 1 and 1
above; a sentence's coverage is the geometric mean of R_1 to R_4.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

import manyways
from manyways._core import metrics as core
from manyways.errors import ConfigError
from manyways.metrics.base import Candidates, References, Rows, Score, Signature, prepare_columns
from manyways.metrics.bleu import DEFAULT_TOKENISER, TOKENISERS

__all__ = ["Coverage"]


class Coverage:
    """combine: a list's count of an n-gram is the most that one candidate has (max), or all of them (sum)."""

    def __init__(
        self,
        *,
        tokenise: str = DEFAULT_TOKENISER,
        lowercase: bool = False,
        combine: Literal["max", "sum"] = "max",
    ) -> None:
        if tokenise not in TOKENISERS:
            raise ConfigError("coverage.tokenise", tokenise, f"one of {', '.join(TOKENISERS)}")
        if combine not in ("max", "sum"):
            raise ConfigError("coverage.combine", combine, "max or sum")
        self.tokenise = tokenise
        self.lowercase = lowercase
        self.combine = combine

    def statistics(
        self, lists: Candidates, references: References | None = None, *, threads: int = 0
    ) -> Rows:
        """Per sentence: n-grams found, orders 1-4, and n-grams of the references, orders 1-4."""
        columns = prepare_columns(lists, references, lowercase=self.lowercase)
        rows: Rows = core.coverage(*columns, self.tokenise, self.combine == "sum", threads)
        return rows

    def sentence_scores(self, rows: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The coverage of each sentence, 0 to 100."""
        counts = np.asarray(rows, dtype=np.float64).reshape(-1, 2, 4)
        more = np.array([0.0, 1.0, 1.0, 1.0])
        wanted = counts[:, 1] + more
        recall = np.divide(counts[:, 0] + more, wanted, out=np.zeros_like(wanted), where=wanted > 0)
        values: npt.NDArray[np.float64] = 100.0 * np.prod(recall, axis=1) ** 0.25
        return values

    def score(self, rows: npt.ArrayLike, *, references: int = 1) -> Score:
        """The mean over sentences."""
        values = self.sentence_scores(rows)
        mean = float(values.mean()) if len(values) else 0.0
        return Score("coverage", mean, self.signature(references), {"sentences": len(values)})

    def signature(self, references: int = 1) -> Signature:
        items = {
            "nrefs": references,
            "case": "lc" if self.lowercase else "mixed",
            "tok": self.tokenise,
            "smooth": "add-k[1.00]",
            "combine": self.combine,
            "version": f"manyways-{manyways.__version__}",
        }
        return Signature(tuple((key, str(value)) for key, value in items.items()))
