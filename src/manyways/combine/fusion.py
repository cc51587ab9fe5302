"""Combining with any scorer of whole texts: selection, and fusion by spans; core/combine/fusion.h has the
essay.

FusionSettings(by="mbr:bleu+chrf")           # the best candidate, improved by spans of the others
FusionSettings(by="reranker.toml", beam=8)
SelectSettings()                             # the best candidate: the baseline that nobody should skip
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

import numpy as np

from manyways._core import combine as core
from manyways.combine.base import start_weights, vector_of
from manyways.combine.columns import TextColumns, as_lists, check_scorer
from manyways.combine.confusion import places_of_best
from manyways.combine.found import Combination, combination
from manyways.combine.words import Prepared
from manyways.metrics.base import Values
from manyways.model.weights import Weights
from manyways.settings import Settings, Within

__all__ = ["FusionSettings", "SelectSettings"]


@dataclass(frozen=True, kw_only=True)
class SelectSettings(Settings, table="select"):
    """by: what `choose --by` takes: mbr, mbr:bleu+chrf, a reranker's file."""

    kind: ClassVar[str] = "select"

    by: str = "mbr:bleu+chrf+ter"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_scorer(self.by, self.kind)

    def feature_names(self, prepared: Prepared) -> tuple[str, ...]:
        return TextColumns(self.by, prepared).names

    def start(self, names: Sequence[str]) -> Weights:
        return start_weights(names, words=0.0, LM=0.0, OOV=0.0, scorer=1.0)

    def search(self, prepared: Prepared, weights: Weights, *, size: int, threads: int = 0) -> Combination:
        columns, values = _candidates(self.by, prepared, weights, threads)
        # Nothing is proposed: the list is the candidates, best first.
        fusion = core.Fusion(prepared.columns, places_of_best(prepared, values), values, 1)
        return _listed(prepared, fusion.list(size), columns, threads=threads)


@dataclass(frozen=True, kw_only=True)
class FusionSettings(SelectSettings, table="fusion"):
    """beam: texts that go on after each place where candidates differ."""

    kind: ClassVar[str] = "fusion"

    by: str = "mbr:bleu+chrf"
    beam: Annotated[int, Within(1, 10_000)] = 4

    def search(self, prepared: Prepared, weights: Weights, *, size: int, threads: int = 0) -> Combination:
        columns, values = _candidates(self.by, prepared, weights, threads)
        vector = vector_of(weights, columns.names)
        fusion = core.Fusion(prepared.columns, places_of_best(prepared, values), values, self.beam)
        while True:
            ids, offsets, sentences = fusion.propose()
            if len(offsets) == 1:
                break
            sentence_of = np.repeat(np.arange(len(sentences) - 1, dtype=np.int64), np.diff(sentences))
            texts = prepared.texts(ids, offsets, sentence_of, threads=threads)
            made = columns.of(as_lists(prepared, texts, sentences), threads=threads)
            fusion.accept(np.ascontiguousarray(made @ vector))
        return _listed(prepared, fusion.list(size), columns, threads=threads)


def _candidates(by: str, prepared: Prepared, weights: Weights, threads: int) -> tuple[TextColumns, Values]:
    """The columns, and what the candidates are worth by them."""
    columns = TextColumns(by, prepared)
    matrix = columns.of(prepared.lists, threads=threads)
    return columns, np.ascontiguousarray(matrix @ vector_of(weights, columns.names))


def _listed(prepared: Prepared, found: core.Combined, columns: TextColumns, *, threads: int) -> Combination:
    """The lists with the columns of every text, which the core does not keep."""
    made = combination(prepared, found, ("value",), certified=False, threads=threads)
    lists = made.lists
    matrix = (
        columns.of(lists, threads=threads) if lists.candidate_count else np.zeros((0, len(columns.names)))
    )
    lists = replace(lists, feature_names=columns.names, features=np.ascontiguousarray(matrix))
    return replace(made, lists=lists)
