"""Leave out sentence pairs that teach nothing or the wrong thing, and say which and why.

    kept, report = filter_pairs(corpus, FilterSettings(), source_language="de", target_language="en")
    print(report)            # 149,973 of 152,110 pairs kept; 1,204 too long (first: line 17), ...

Lengths are words between white space, so filter tokenised text. A pair is dropped for the first
reason that holds, in the order of `REASONS`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from manyways._core import text as core
from manyways.errors import ConfigError
from manyways.settings import Settings, Within
from manyways.text.column import TextColumn
from manyways.text.corpus import ParallelCorpus
from manyways.text.languages import language_of
from manyways.wording import counted

__all__ = ["REASONS", "FilterSettings", "FilterReport", "Dropped", "filter_pairs"]

REASONS = ("too short", "too long", "uneven lengths", "wrong script", "duplicate")


@dataclass(frozen=True, kw_only=True)
class FilterSettings(Settings, table="filter"):
    """What to keep.

    min_length, max_length: words per side. max_ratio: the longer side to the shorter one.
    min_script: share of letters in the language's own script. duplicates: keep repeated pairs.
    """

    min_length: Annotated[int, Within(0)] = 1
    max_length: Annotated[int, Within(0)] = 80
    max_ratio: Annotated[float, Within(1, math.inf)] = 9.0
    min_script: Annotated[float, Within(0, 1)] = 0.5
    duplicates: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.min_length > self.max_length:
            expected = f"from 0 to max_length ({self.max_length})"
            raise ConfigError("filter.min_length", self.min_length, expected)


@dataclass(frozen=True)
class Dropped:
    """How many pairs went for one reason, and the first of them: (index from 0, source, target)."""

    count: int
    examples: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True)
class FilterReport:
    """What a filter did. `dropped` has the reasons that occurred, in the order of REASONS."""

    total: int
    kept: int
    dropped: dict[str, Dropped]

    def __str__(self) -> str:
        parts = [f"{self.kept:,} of {counted(self.total, 'pairs')} kept"]
        for reason, dropped in self.dropped.items():
            first = dropped.examples[0]
            parts.append(f"{dropped.count:,} {reason} (first: line {first[0] + 1})")
        return "; ".join(parts)


def filter_pairs(
    corpus: ParallelCorpus,
    settings: FilterSettings = FilterSettings(),
    *,
    source_language: str = "",
    target_language: str = "",
    threads: int = 0,
) -> tuple[npt.NDArray[np.int64], FilterReport]:
    """Indices of the pairs to keep, and the report. Scripts are checked for languages that are named."""
    source, target = (
        core.count_words(side.data, side.offsets, threads=threads) for side in (corpus.source, corpus.target)
    )
    shorter, longer = np.minimum(source, target), np.maximum(source, target)
    holds = {
        "too short": shorter < settings.min_length,
        "too long": longer > settings.max_length,
        "uneven lengths": longer > settings.max_ratio * np.maximum(shorter, 1),
        "wrong script": _wrong_script(corpus.source, source_language, settings.min_script, threads)
        | _wrong_script(corpus.target, target_language, settings.min_script, threads),
    }
    if not settings.duplicates:
        dropped = np.logical_or.reduce(list(holds.values()))
        holds["duplicate"] = _repeated(corpus, ~dropped, threads)
    return _report(corpus, holds)


def _wrong_script(column: TextColumn, language: str, least: float, threads: int) -> npt.NDArray[np.bool_]:
    letters = language_of(language).letters if language else ""
    if not letters:
        return np.zeros(len(column), dtype=np.bool_)
    samples = [ord(letter) for letter in letters]
    shares = core.script_shares(column.data, column.offsets, samples, threads=threads)
    return np.asarray(shares < least)


def _repeated(corpus: ParallelCorpus, alive: npt.NDArray[np.bool_], threads: int) -> npt.NDArray[np.bool_]:
    """Pairs that equal an earlier one among those still alive."""
    source, target = (
        core.hash_texts(side.data, side.offsets, seed=seed, threads=threads)
        for seed, side in enumerate((corpus.source, corpus.target))
    )
    keys = (source ^ np.left_shift(target, 1) ^ np.right_shift(target, 63))[alive]
    _, first = np.unique(keys, return_index=True)
    repeated: npt.NDArray[np.bool_] = alive.copy()
    repeated[np.flatnonzero(alive)[first]] = False
    return repeated


def _report(
    corpus: ParallelCorpus, holds: dict[str, npt.NDArray[np.bool_]], examples: int = 3
) -> tuple[npt.NDArray[np.int64], FilterReport]:
    left = np.ones(len(corpus), dtype=np.bool_)
    dropped: dict[str, Dropped] = {}
    for reason, mask in holds.items():
        chosen = np.flatnonzero(mask & left)
        left &= ~mask
        if len(chosen):
            shown = tuple((int(i), corpus.source[int(i)], corpus.target[int(i)]) for i in chosen[:examples])
            dropped[reason] = Dropped(len(chosen), shown)
    kept = np.flatnonzero(left)
    return kept, FilterReport(len(corpus), len(kept), dropped)
