"""Choose a short, varied list from a long one, whoever made it.

    few = select(lists, SelectSettings(size=5, strength=0.3))

A selection is a subset: texts, features and scores stay as they are; of equal texts one is kept, the best
derivation. Candidates stand in the order in which they were picked, the best of all first. Three methods
(see core/diverse/select.h): `greedy`, the published one; `coverage`, n-grams nobody has yet; `dpp`, a
determinantal process.

Lists that come without scores have a quality all the same: consensus, how far the candidates agree with each.
What nobody agrees with differs most, and would be picked for it: candidates far below the best agreement are
left out (`floor`), and what is shared is divided by length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt

from manyways._core import diverse as core
from manyways.candidates import CandidateLists
from manyways.diverse.dissimilarity import TRAITS, Dissimilarity
from manyways.errors import ConfigError, InputError
from manyways.metrics.consensus import consensus, utilities
from manyways.progress import Progress
from manyways.settings import Settings, Within, to_core

__all__ = ["Ready", "SelectSettings", "picked_rows", "score_units", "select", "select_chunks"]

Method = Literal["greedy", "coverage", "dpp"]
Strength = Annotated[float, Within(0, 1e9)]
UTILITIES = "bleu+chrf"  # of the consensus where there are no scores
FLOOR = 0.5  # where there are no scores: benchmarks/results/diversify.md
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
    floor: of lists without scores, candidates with less than this share of the best one's agreement are left
    out, even if fewer than `size` remain; 0 leaves out none. By default 0.5. Lists with scores have no floor.
    """

    size: Annotated[int, Within(1)] = 10
    strength: Strength = 0.4
    dissimilarity: Dissimilarity = field(default_factory=lambda: Dissimilarity.of(5))
    method: Method = "greedy"
    unit: Literal["deviation", "log"] = "deviation"
    floor: Annotated[float, Within(0, 1)] | None = None


def select(lists: CandidateLists, settings: SelectSettings, *, threads: int = 0) -> CandidateLists:
    """Up to `settings.size` candidates of each list, in the order of picking."""
    ready = Ready.of(lists, settings, threads=threads)
    chosen = ready.lists.select(picked_rows(ready, settings, threads=threads))
    agreed = ready.agreed[chosen.sentence_of]
    return replace(chosen, scores=np.where(agreed, np.nan, chosen.scores)) if agreed.any() else chosen


def select_chunks(
    chunks: Iterable[CandidateLists], settings: SelectSettings, *, total: int | None = None, threads: int = 0
) -> Iterator[CandidateLists]:
    """The same for one chunk of lists after the other. total: of their sentences, if that is known."""
    with Progress("selecting", total=total, unit="sentences") as progress:
        for lists in chunks:
            yield select(lists, settings, threads=threads)
            progress.advance(len(lists))


@dataclass(frozen=True, eq=False)
class Ready:
    """Lists to pick from: of each text one candidate, none below the floor, a finite score for all.

    agreed: the sentences whose scores are consensus.
    """

    lists: CandidateLists
    agreed: npt.NDArray[np.bool_]

    @staticmethod
    def of(lists: CandidateLists, settings: SelectSettings, *, threads: int = 0) -> Ready:
        scored = np.bincount(lists.sentence_of, np.isfinite(lists.scores), len(lists)) > 0
        if settings.floor is not None and scored.any():
            one = lists.ids[int(np.flatnonzero(scored)[0])]
            raise ConfigError("--floor", settings.floor, f"left out: sentence {one!r} has scores")
        scores = np.array(lists.scores)
        if not scored.all():
            without = np.flatnonzero(~scored[lists.sentence_of])
            values = consensus(lists.split(~scored), utilities(UTILITIES), threads=threads).mean(axis=1)
            scores[without] = values
            best = np.zeros(len(lists))
            np.maximum.at(best, lists.sentence_of[without], values)
            floor = FLOOR if settings.floor is None else settings.floor
            low = without[values < floor * best[lists.sentence_of[without]]]
            lists = replace(lists, scores=scores).select(np.delete(np.arange(len(scores)), low))
        distinct = lists.distinct()
        return Ready(replace(distinct, scores=_filled(distinct)), ~scored)


def picked_rows(ready: Ready, settings: SelectSettings, *, threads: int = 0) -> npt.NDArray[np.int64]:
    """The rows that are picked."""
    parts = []
    for by_length in (False, True):
        mask = ready.agreed == by_length
        if mask.all():
            return _picked(ready.lists, settings, by_length, threads)
        if mask.any():
            rows = np.flatnonzero(mask[ready.lists.sentence_of])
            parts.append(rows[_picked(ready.lists.split(mask), settings, by_length, threads)])
    rows = np.concatenate([*parts, np.zeros(0, dtype=np.int64)])
    return rows[np.argsort(ready.lists.sentence_of[rows], kind="stable")]


def _picked(
    lists: CandidateLists, settings: SelectSettings, by_length: bool, threads: int
) -> npt.NDArray[np.int64]:
    tokens = lists.tokens
    near = settings.dissimilarity
    classes = near.class_ids(tokens.vocabulary)
    scores = lists.scores
    if settings.unit == "deviation":
        units = score_units(scores, lists.sentence_offsets)
        scores = scores / np.repeat(units, lists.sizes)
    traits = [name for name in TRAITS if near.trait(name) > 0]
    values = np.zeros(0, dtype=np.int32)
    if traits:
        values = np.ascontiguousarray(np.stack([_trait(lists, name) for name in traits], axis=1).reshape(-1))
    given = {"orders": near.pairs, "by_length": by_length}
    rows, _ = core.select(
        tokens.ids if classes is None else classes[tokens.ids],
        tokens.offsets,
        lists.sentence_offsets,
        scores,
        to_core(core.SelectSettings(), settings, **given, dissimilarity=None, unit=None, floor=None),
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
    """The scores; a candidate without one gets the lowest of its list."""
    scores = lists.scores
    bad = ~np.isfinite(scores)
    if not bad.any():
        return np.ascontiguousarray(scores)
    lowest = np.full(len(lists), np.inf)
    np.minimum.at(lowest, lists.sentence_of[~bad], scores[~bad])
    return np.where(bad, lowest[lists.sentence_of], scores)
