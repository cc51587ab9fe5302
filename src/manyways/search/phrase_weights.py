"""Learnt weights of sparse phrase features, by name: what a model believes of single phrases and words.

    weights = PhraseWeights.read("phrase-weights.tsv")
    weights["Words~haus~house"]

In a search they are one feature, `PhraseFeatures0`: the sum of the weights of what a phrase pair has
(`core/search/phrase_features.h` says which features those are). The file has a name, a tab and a weight in
every line.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from functools import cached_property

import numpy as np
import numpy.typing as npt

from manyways._core import search as core
from manyways.errors import InputError
from manyways.files import atomic_write, open_text

__all__ = ["PHRASE_FEATURES", "PHRASE_ROLE", "PhraseWeights"]

PHRASE_FEATURES = "PhraseFeatures0"
PHRASE_ROLE = "phrase-weights"  # of the file in a model


class PhraseWeights(Mapping[str, float]):
    """A mapping from names to weights; immutable."""

    def __init__(self, names: list[str], values: npt.NDArray[np.float64]) -> None:
        self.names = names
        self.values_array = np.ascontiguousarray(values, dtype=np.float64)
        self._place = {name: i for i, name in enumerate(names)}

    @cached_property
    def core(self) -> core.PhraseWeights:
        return core.PhraseWeights(self.names, self.values_array)

    def __getitem__(self, name: str) -> float:
        return float(self.values_array[self._place[name]])

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def write(self, path: str | os.PathLike[str]) -> None:
        """The largest first; weights of 0 are left out."""
        order = np.lexsort((np.array(self.names, dtype=object), -np.abs(self.values_array)))
        with atomic_write(path) as out:
            for i in order.tolist():
                if self.values_array[i] != 0:
                    out.write(f"{self.names[i]}\t{float(self.values_array[i])!r}\n")

    @staticmethod
    def read(path: str | os.PathLike[str]) -> PhraseWeights:
        names, values = [], []
        with open_text(path) as lines:
            for number, line in enumerate(lines, start=1):
                name, tab, value = line.rstrip("\n").partition("\t")
                try:
                    values.append(float(value))
                except ValueError:
                    values.append(math.nan)
                if not tab or not name or not math.isfinite(values[-1]):
                    raise InputError(
                        f"expected a name, a tab and a number; found {line!r}", path=path, line=number
                    )
                names.append(name)
        return PhraseWeights(names, np.array(values))
