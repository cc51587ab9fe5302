"""What every way to combine is: settings that can name their features, begin with weights and search with
them.

    method = FrontierSettings(radius=5)
    method.feature_names(prepared)                     # LM0, OOV0, words, exact:1, ...
    method.search(prepared, weights, size=300)         # a Combination: the 300 best of each sentence

Whoever has a better idea writes another: a frozen dataclass of settings with these methods, and a line in
`METHODS`. Training, the gate, files and provenance come with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

import numpy as np

from manyways.combine.found import Combination
from manyways.combine.words import Prepared
from manyways.errors import InputError
from manyways.model.weights import Weights
from manyways.tune.base import Vector

__all__ = ["Method", "names_of", "start_weights", "vector_of"]

# Where tuning begins: what is said by many is good, a word costs what half of the votes bring.
_START = {
    "words": -1.0,
    "any": 0.7,
    "exact": 0.1,
    "LM": 0.05,
    "OOV": -0.2,
    "confidence": 0.5,
    "votes": 1.0,
    "pairs": 1.0,
    "backbone": 0.2,
    "prior": 0.1,
    "empty": -0.2,
    "system": 0.02,
    "mbr": 1.0,
}


class Method(Protocol):
    """One way to combine. kind: its name."""

    kind: ClassVar[str]

    def feature_names(self, prepared: Prepared) -> tuple[str, ...]: ...
    def start(self, names: Sequence[str]) -> Weights: ...
    def search(self, prepared: Prepared, weights: Weights, *, size: int, threads: int = 0) -> Combination: ...


class FeatureNames(Protocol):
    """How the core names the features of a search."""

    def __call__(self, settings: Any, models: int, systems: Sequence[str], /) -> list[str]: ...


def names_of(features: FeatureNames, settings: Any, prepared: Prepared) -> tuple[str, ...]:
    """The features of a search of the core, for these lists and language models."""
    if settings.individual:
        _check_individual(prepared)
    return tuple(features(settings, len(prepared.settings.models), list(prepared.lists.system_names)))


def start_weights(names: Sequence[str], **other: float) -> Weights:
    """Weights to begin with; a name is known by what stands before its first colon or number."""
    known = _START | other
    return Weights.from_components(
        names, [known.get(name.split(":")[0].rstrip("0123456789"), 0.0) for name in names]
    )


def vector_of(weights: Weights, names: Sequence[str]) -> Vector:
    """The weights of these features, in this order; a system that was not there at training counts as the
    mean.

    An InputError for weights of other features.
    """
    known = weights.components()
    missing = [name for name in names if name not in known and _group(name) == name]
    if missing:
        raise InputError(
            f"the combiner has no weight for {missing[0]}",
            remedy="It was trained with other settings or language models: train it again.",
        )
    means = _means(known)
    return np.array([known[name] if name in known else means.get(_group(name), 0.0) for name in names])


def _group(name: str) -> str:
    """`any:2:Online-A` and `system:Online-A` belong to `any:2` and `system`; all others to themselves."""
    parts = name.split(":")
    if parts[0] == "system":
        return "system"
    return ":".join(parts[:2]) if parts[0] in ("any", "exact") else name


def _means(known: Mapping[str, float]) -> dict[str, float]:
    groups: dict[str, list[float]] = {}
    for name, value in known.items():
        groups.setdefault(_group(name), []).append(value)
    return {name: float(np.mean(values)) for name, values in groups.items()}


def _check_individual(prepared: Prepared) -> None:
    """Features of their own are for systems, of which each has one candidate."""
    lists = prepared.lists
    if len(lists.system_names) < 2:
        raise InputError(
            "the lists are of one system: there are no systems to have features of their own",
            remedy="Leave `individual` out: places in a list are no systems.",
        )
