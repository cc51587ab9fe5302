"""A reranker: weights for named features, in a sealed file that `choose --by` takes.

    reranker = Reranker(names=("LM0", "words"), units=(2.0, 0.5), weights=(0.3, -0.1))
    Chooser(reranker, "bleu").write("reranker.toml")
    Chooser.named("reranker.toml")

The file also says what the features' units are (their deviations within the lists of training), who learned
the weights, for which metric, and on which sentences: it must not be judged by those.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from manyways.candidates import CandidateLists
from manyways.choose.scorers import Scored, with_columns
from manyways.errors import InputError
from manyways.metrics.base import Values
from manyways.text.content import overlap

__all__ = ["Reranker"]

_FORMAT = 1
_MARK = re.compile(r"[0-9a-f]{16}")
_LISTS = ("names", "units", "weights", "sources")


@dataclass(frozen=True, kw_only=True, eq=False)
class Reranker:
    """names: of the features. weights: of each, in its unit. sources: marks of the sentences of training.

    about: who learned it and how, for people: plain values by name.
    """

    names: tuple[str, ...]
    units: tuple[float, ...]
    weights: tuple[float, ...]
    sources: frozenset[str] = frozenset()
    about: Mapping[str, str | float | int] = field(default_factory=dict)
    name: str = "reranker"
    utilities: tuple[str, ...] = ()

    def __call__(self, lists: CandidateLists, *, threads: int = 0) -> Scored:
        """Features that the lists lack and that can be computed from them alone are."""
        lists, remarks = self.with_columns(lists, threads=threads)
        parts = self.parts(lists)
        values: Values = np.sum(list(parts.values()), axis=0) if parts else np.zeros(lists.candidate_count)
        return Scored(values, parts, remarks=remarks)

    def parts(self, lists: CandidateLists) -> dict[str, Values]:
        """What each feature adds to the value of each candidate; the lists have all columns."""
        scale = dict(zip(self.names, np.array(self.weights) / np.array(self.units), strict=True))
        return {name: lists.features[:, lists.feature_names.index(name)] * scale[name] for name in self.names}

    def check_apart(self, lists: CandidateLists) -> None:
        """An InputError if sentences of the lists are among those of training."""
        if lists.sources is not None:
            overlap(lists.sources, self.sources, path=lists.origin.path if lists.origin else None)

    def with_columns(
        self, lists: CandidateLists, *, threads: int = 0
    ) -> tuple[CandidateLists, tuple[str, ...]]:
        """The lists with all columns that the reranker needs, and what is to be said of that."""
        return with_columns(lists, self.names, "the reranker", threads=threads)

    def plain(self) -> dict[str, Any]:
        """For TOML."""
        return {
            "format": _FORMAT,
            **self.about,
            "names": list(self.names),
            "units": list(self.units),
            "weights": list(self.weights),
            "sources": sorted(self.sources),
        }

    @staticmethod
    def of(table: object, path: str) -> Reranker:
        """What `plain` gave; an InputError for anything else."""
        if not isinstance(table, dict):
            raise InputError("[rerank] must be a table", path=path)
        if table.get("format") != _FORMAT:
            found = f"is a reranker of format {table.get('format')!r}, and this version reads {_FORMAT}"
            raise InputError(found, path=path, remedy="Train it again: manyways rerank train")
        names, units, weights, sources = (table.get(each) or [] for each in _LISTS)
        sound = (
            _all(names, lambda each: isinstance(each, str))
            and _all(units, lambda each: _is_number(each) and each > 0)
            and _all(weights, _is_number)
            and _all(sources, lambda each: isinstance(each, str) and _MARK.fullmatch(each) is not None)
            and len(names) == len(set(names)) == len(units) == len(weights) > 0
        )
        if not sound:
            raise InputError("[rerank] is not as `manyways rerank train` writes it", path=path)
        about = {key: each for key, each in table.items() if key not in (*_LISTS, "format")}
        if not all(isinstance(each, (str, int, float)) for each in about.values()):
            raise InputError("[rerank] is not as `manyways rerank train` writes it", path=path)
        return Reranker(
            names=tuple(names),
            units=tuple(map(float, units)),
            weights=tuple(map(float, weights)),
            sources=frozenset(sources),
            about=about,
        )


def _all(values: Any, holds: Any) -> bool:
    return isinstance(values, list) and all(map(holds, values))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
