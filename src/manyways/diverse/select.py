"""Choose a short, varied list from a long one, whoever made it.

    few = select(lists, SelectSettings(size=5, strength=0.3))

A selection is a subset: texts, features and scores stay as they are; of equal texts one is kept, the best
derivation. Candidates stand in the order in which they were picked, the best of all first. Three methods
(see core/diverse/select.h): `greedy`, the published one; `coverage`, n-grams nobody has yet; `dpp`, a
determinantal process.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt

from manyways._core import diverse as core
from manyways.candidates import CandidateLists
from manyways.diverse.dissimilarity import TRAITS, Dissimilarity
from manyways.errors import InputError
from manyways.settings import Settings, Within, to_core

__all__ = ["SelectSettings", "score_units", "select"]

Method = Literal["greedy", "coverage", "dpp"]
Strength = Annotated[float, Within(0, 1e9)]
UNIT_TEXTS = 100  # of a list, the best; core/diverse/rounds.h has the same
REORDERING = "Distortion0"


@dataclass(frozen=True, kw_only=True)
class SelectSettings(Settings, table="diverse"):
    """How to trade model score against variety.

    size: how many candidates to keep of each list. method: greedy, coverage or dpp.
    strength: what one pair of equal n-grams costs; 0 keeps the best by score.
    unit: of the strength. `deviation` is the standard deviation of the scores of the 100 best texts of each
    list, so that a value found on one system's lists, or by `generate`, serves for another's; `log` takes
    scores as they are.
    """

    size: Annotated[int, Within(1)] = 10
    strength: Strength = 0.4
    dissimilarity: Dissimilarity = field(default_factory=lambda: Dissimilarity.of(5))
    method: Method = "greedy"
    unit: Literal["deviation", "log"] = "deviation"


def select(lists: CandidateLists, settings: SelectSettings, *, threads: int = 0) -> CandidateLists:
    """Up to `settings.size` candidates of each list, in the order of picking."""
    lists = lists.distinct()
    return lists.select(picked_rows(lists, settings, threads=threads))


def picked_rows(
    lists: CandidateLists, settings: SelectSettings, *, threads: int = 0
) -> npt.NDArray[np.int64]:
    """The rows that are picked; the texts of a list are distinct."""
    tokens = lists.tokens
    near = settings.dissimilarity
    classes = near.class_ids(tokens.vocabulary)
    scores = _filled(lists)
    if settings.unit == "deviation":
        units = score_units(scores, lists.sentence_offsets)
        scores = scores / np.repeat(units, lists.sizes)
    traits = [name for name in TRAITS if near.trait(name) > 0]
    values = np.zeros(0, dtype=np.int32)
    if traits:
        values = np.ascontiguousarray(np.stack([_trait(lists, name) for name in traits], axis=1).reshape(-1))
    rows, _ = core.select(
        tokens.ids if classes is None else classes[tokens.ids],
        tokens.offsets,
        lists.sentence_offsets,
        scores,
        to_core(core.SelectSettings(), settings, orders=near.pairs, dissimilarity=None, unit=None),
        values,
        [near.trait(name) for name in traits],
        threads,
    )
    return rows


def score_units(
    scores: npt.NDArray[np.float64], sentence_offsets: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """The standard deviation of the best scores of each list; 1 if they do not differ."""
    sizes = np.diff(sentence_offsets)
    sentence = np.repeat(np.arange(len(sizes)), sizes)
    ordered = scores[np.lexsort((-scores, sentence))]
    rank = np.arange(len(scores)) - np.repeat(sentence_offsets[:-1], sizes)
    ordered, sentence = ordered[rank < UNIT_TEXTS], sentence[rank < UNIT_TEXTS]
    counts = np.maximum(np.minimum(sizes, UNIT_TEXTS), 1)
    means = np.bincount(sentence, ordered, len(sizes)) / counts
    rest = ordered - means[sentence]
    deviations = np.sqrt(np.bincount(sentence, rest * rest, len(sizes)) / counts)
    usable = (deviations > 1e-12) & np.isfinite(deviations)
    return np.where(usable, deviations, 1.0)


def _trait(lists: CandidateLists, name: str) -> npt.NDArray[np.int32]:
    """The value of each candidate."""
    if name == "length":
        return np.diff(lists.tokens.offsets).astype(np.int32)
    if REORDERING not in lists.feature_names:
        raise InputError(
            f"the lists have no feature {REORDERING}, which says how a candidate was reordered",
            remedy="Use the trait length, or lists of a decoder that has it.",
        )
    values = lists.features[:, lists.feature_names.index(REORDERING)]
    jumped: npt.NDArray[np.int32] = np.nan_to_num(np.rint(np.clip(np.abs(values), 0, 1e6))).astype(np.int32)
    return jumped


def _filled(lists: CandidateLists) -> npt.NDArray[np.float64]:
    """The scores; a candidate without one gets the lowest of its list, or 0 if nobody has one."""
    scores = lists.scores
    bad = ~np.isfinite(scores)
    if not bad.any():
        return np.ascontiguousarray(scores)
    if bad.all():
        return np.zeros_like(scores)
    lowest = np.full(len(lists), np.inf)
    np.minimum.at(lowest, lists.sentence_of[~bad], scores[~bad])
    lowest[~np.isfinite(lowest)] = 0.0
    return np.where(bad, lowest[lists.sentence_of], scores)
