"""chrF and chrF++: F-scores of character n-grams, kind to languages with rich morphology.

Chrf().corpus_score(hypotheses, [references]).value
Chrf(word_order=2)                                      # chrF++
"""

from __future__ import annotations

from typing import Any

from manyways._core import metrics as core
from manyways.errors import ConfigError
from manyways.metrics.base import CompiledMetric, Rows

__all__ = ["Chrf"]


class Chrf(CompiledMetric):
    """chrF as in sacreBLEU.

    char_order, word_order: the longest character and word n-grams; word_order 2 is chrF++.
    beta: how many times recall counts more than precision.
    eps_smoothing: average over all orders, as chrF++.py, NLTK and Moses do.
    """

    def __init__(
        self,
        *,
        char_order: int = 6,
        word_order: int = 0,
        beta: int = 2,
        lowercase: bool = False,
        eps_smoothing: bool = False,
    ) -> None:
        if not 1 <= char_order <= 8:
            raise ConfigError("chrf.char_order", char_order, "a number from 1 to 8")
        if not 0 <= word_order <= 8:
            raise ConfigError("chrf.word_order", word_order, "a number from 0 to 8")
        self.char_order = char_order
        self.word_order = word_order
        self.beta = beta
        self.lowercase = lowercase
        self.eps_smoothing = eps_smoothing
        self.name = f"chrF{beta}{'+' * word_order}"
        super().__init__(core.chrf(char_order, word_order, beta, eps_smoothing))

    def settings(self) -> dict[str, object]:
        return {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "no" if self.eps_smoothing else "yes",
            "nc": self.char_order,
            "nw": self.word_order,
            "space": "no",
        }

    def parts(self, sums: Rows) -> dict[str, Any]:
        triples = sums.reshape(-1, 3)
        return {
            "totals": triples[:, 0].tolist(),
            "reference_totals": triples[:, 1].tolist(),
            "matches": triples[:, 2].tolist(),
        }
