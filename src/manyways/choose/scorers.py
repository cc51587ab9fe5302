"""What a choice goes by: a scorer gives every candidate a number, higher is better, and says what of.

    scored = ByWeights(Weights.read("weights.toml"))(lists)
    scored.values                     # one number per candidate
    scored.parts                      # the same by parts, for those who ask why

Whoever has a better idea writes another: any object with a `name` that can be called with lists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Protocol

import numpy as np

from manyways.candidates import CandidateLists
from manyways.errors import ConfigError, InputError
from manyways.features import FEATURES, Wanted, compute
from manyways.metrics.base import Values
from manyways.model.weights import Weights
from manyways.tune.weighted import weighted_parts

__all__ = ["ByFeature", "ByScore", "ByWeights", "Scored", "Scorer", "feature_values", "with_columns"]

_NAMED = 5


@dataclass(frozen=True, eq=False)
class Scored:
    """values: float64 per candidate, NaN for one of which nothing is known.

    parts: what they are made of, by name; new: whether these are columns that the lists do not have.
    """

    values: Values
    parts: Mapping[str, Values] = field(default_factory=dict)
    new: bool = False
    remarks: tuple[str, ...] = ()


class Scorer(Protocol):
    """What candidates are chosen by. `utilities`: names of the metrics that it is made of (MBR)."""

    @property
    def name(self) -> str: ...
    @property
    def utilities(self) -> tuple[str, ...]: ...
    def __call__(self, lists: CandidateLists, *, threads: int = 0) -> Scored: ...


@dataclass(frozen=True)
class ByScore:
    """The scores that the lists came with."""

    name: str = "score"
    utilities: tuple[str, ...] = ()

    def __call__(self, lists: CandidateLists, *, threads: int = 0) -> Scored:
        if lists.candidate_count and np.isnan(lists.scores).all():
            raise InputError(
                "the lists have no scores", path=_path(lists), remedy="Choose by something else: --by mbr"
            )
        return Scored(lists.scores)


@dataclass(frozen=True)
class ByFeature:
    """One feature of the lists."""

    feature: str
    utilities: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.feature

    def __call__(self, lists: CandidateLists, *, threads: int = 0) -> Scored:
        return Scored(feature_values(lists, self.feature))


@dataclass(frozen=True, eq=False)
class ByWeights:
    """Features times weights, as `manyways tune` finds them."""

    weights: Weights
    name: str = "weights"
    utilities: tuple[str, ...] = ()

    def __call__(self, lists: CandidateLists, *, threads: int = 0) -> Scored:
        """Features that the lists lack and that can be computed from them alone are."""
        known = self.weights.components()
        missing = [name for name, value in known.items() if value and name not in lists.all_feature_names]
        remarks: tuple[str, ...] = ()
        if missing and (
            lists.sparse is None or any(each.gives(name) for each in FEATURES for name in missing)
        ):
            lists, remarks = with_columns(lists, missing, self.name, threads=threads)
        parts = weighted_parts(lists, self.weights)
        values: Values = np.sum(list(parts.values()), axis=0) if parts else np.zeros(lists.candidate_count)
        return Scored(values, parts, remarks=remarks)


def with_columns(
    lists: CandidateLists, names: Sequence[str], whose: str, *, threads: int = 0
) -> tuple[CandidateLists, tuple[str, ...]]:
    """The lists with the columns of these names, computed where they lack; and what is to be said of that.

    An InputError, if that cannot be done, tells what `whose` needs.
    """
    missing = [name for name in names if name not in lists.feature_names]
    if not missing:
        return lists, ()
    try:
        found = compute(lists, Wanted.columns(missing), threads=threads)
    except (ConfigError, InputError) as error:
        there = ", ".join(lists.feature_names[:20]) or "none"
        raise InputError(
            f"the lists have no feature {', '.join(missing[:_NAMED])}, which {whose} weighs; "
            f"they have {there}",
            path=_path(lists),
            remedy=f"Add it as it was for training: manyways features LISTS --out LISTS2. {error}",
        ) from None
    return found.lists, found.remarks


def feature_values(lists: CandidateLists, name: str) -> Values:
    """A feature of each candidate, dense or sparse (0 where a candidate lacks it); an InputError for none."""
    if name in lists.feature_names:
        return lists.features[:, lists.feature_names.index(name)]
    if lists.sparse is not None and name in lists.sparse.names:
        index = lists.sparse.names.index(name)
        rows = np.repeat(np.arange(lists.candidate_count), np.diff(lists.sparse.offsets))
        hit = lists.sparse.indices == index
        return np.bincount(rows[hit], lists.sparse.values[hit], lists.candidate_count).astype(np.float64)
    names = lists.all_feature_names
    near = get_close_matches(name, names, 1, 0.5)
    there = f"did you mean {near[0]}?" if near else f"there are {', '.join(names[:20]) or 'none'}"
    raise InputError(f"the lists have no feature {name}: {there}", path=_path(lists))


def _path(lists: CandidateLists) -> str | None:
    return None if lists.origin is None else lists.origin.path
