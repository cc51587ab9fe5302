"""TER: how many edits, moves of whole blocks among them, turn a candidate into the nearest reference.

Ter().corpus_score(hypotheses, [references]).value       # edits per 100 reference words: lower is better
"""

from __future__ import annotations

from typing import Any

from manyways._core import metrics as core
from manyways.metrics.base import CompiledMetric, Rows

__all__ = ["Ter"]

_UNIT = 720720  # the second column counts reference words in 1/720720


class Ter(CompiledMetric):
    """TER as in sacreBLEU, whose options these are; without lower-casing if `case_sensitive`."""

    name = "TER"

    def __init__(
        self,
        *,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self.normalized = normalized
        self.no_punct = no_punct
        self.asian_support = asian_support
        self.lowercase = not case_sensitive
        super().__init__(core.ter(normalized, no_punct, asian_support))

    def settings(self) -> dict[str, object]:
        return {
            "case": "lc" if self.lowercase else "mixed",
            "tok": "tercom",
            "norm": "yes" if self.normalized else "no",
            "punct": "no" if self.no_punct else "yes",
            "asian": "yes" if self.asian_support else "no",
        }

    def parts(self, sums: Rows) -> dict[str, Any]:
        return {"edits": int(sums[0]), "reference_length": int(sums[1]) / _UNIT}
