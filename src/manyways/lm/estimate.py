"""Estimate an n-gram model from text.

    result = estimate_files(["train.en"], EstimateSettings(order=5))
    write_model(result.ngrams, "lm.bin")

Interpolated modified Kneser-Ney gives what KenLM's `lmplz` gives; Witten-Bell also takes weighted
sentences (fractional counts) and text with few distinct words, such as word classes or tags.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt

from manyways._core import lm as core
from manyways._core.base import Vocabulary
from manyways._core.lm import Ngrams, OrderReport
from manyways.errors import ConfigError, InputError
from manyways.files import AnyPath, atomic_bytes, open_text
from manyways.lm.blocks import text_blocks
from manyways.lm.classes import WordClasses
from manyways.progress import Progress, watched
from manyways.settings import Memory, Settings, Within, to_core
from manyways.text.column import TextColumn
from manyways.text.vocabulary import encode
from manyways.wording import counted

__all__ = ["Estimate", "EstimateSettings", "estimate", "estimate_files", "estimate_arpa"]

Smoothing = Literal["kneser-ney", "witten-bell"]
Fallback = tuple[
    Annotated[float, Within(0, 1)], Annotated[float, Within(0, 2)], Annotated[float, Within(0, 3)]
]
Weights = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class EstimateSettings(Settings, table="lm"):
    """How to estimate.

    order: words in the longest n-grams, 1 to 10.
    smoothing: kneser-ney (interpolated, modified) or witten-bell.
    prune: n-grams of n words that occur at most prune[n - 1] times are left out; the first must be 0,
        the last holds for all longer n-grams (KenLM's --prune).
    discount_fallback: discounts for counts 1, 2 and 3 or more where the text gives none; None: an error.
    memory: mebibytes, roughly, beyond which counts are sorted in files.
    temporary: folder for these files; None: the system's.
    """

    order: Annotated[int, Within(1, 10)] = 5
    smoothing: Smoothing = "kneser-ney"
    prune: tuple[Annotated[int, Within(0)], ...] = (0,)
    discount_fallback: Fallback | None = None
    memory: Memory = 1024
    temporary: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.prune or self.prune[0] != 0 or list(self.prune) != sorted(self.prune):
            raise ConfigError("lm.prune", self.prune, "counts that begin with 0 and do not fall")
        if len(self.prune) > self.order:
            raise ConfigError("lm.prune", self.prune, f"at most {self.order} counts, one per order")


@dataclass(frozen=True)
class Estimate:
    """The model, and per order what was counted, kept and discounted."""

    ngrams: Ngrams
    reports: list[OrderReport]


class _Estimation:
    """One estimation under way: its counts and vocabulary."""

    def __init__(self, settings: EstimateSettings, classes: WordClasses | None, threads: int) -> None:
        folder = settings.temporary or ""
        if folder and not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            raise InputError("cannot hold temporary files", path=folder)
        self.threads = threads
        self.classes = classes
        self.vocabulary = Vocabulary() if classes is None else classes.vocabulary
        self.sentences = 0
        self.core = core.Estimator(to_core(core.EstimateSettings(), settings), threads)

    def add(self, texts: TextColumn, weights: Weights) -> None:
        if self.classes is None:
            ids, offsets = encode(texts, self.vocabulary, threads=self.threads)
        else:
            ids, offsets = self.classes.encode(texts, threads=self.threads)
        self.core.add(ids, offsets, weights)
        self.sentences += len(texts)

    def add_files(self, paths: Sequence[AnyPath], weights: AnyPath | None) -> None:
        every = None if weights is None else _read_weights(weights)
        done = 0
        with Progress("reading text", unit="sentences") as progress:
            for path in paths:
                for block in text_blocks(path):
                    chosen = np.zeros(0) if every is None else every[done : done + len(block)]
                    if every is not None and len(chosen) != len(block):
                        raise InputError(
                            f"has {counted(len(every), 'weights')}, fewer than there are sentences",
                            path=weights,
                        )
                    self.add(block, chosen)
                    done += len(block)
                    progress.advance(len(block))
        if every is not None and done != len(every):
            raise InputError(
                f"has {counted(len(every), 'weights')} for {counted(done, 'sentences')}", path=weights
            )


def _read_weights(path: AnyPath) -> Weights:
    values = []
    with open_text(path) as lines:
        for number, line in enumerate(lines, 1):
            try:
                values.append(float(line))
            except ValueError:
                raise InputError(
                    f"expected one number per line, found {line[:60]!r}", path=path, line=number
                ) from None
    return np.array(values, dtype=np.float64)


def estimate(
    texts: TextColumn | Iterable[str],
    settings: EstimateSettings = EstimateSettings(),
    *,
    weights: npt.ArrayLike | None = None,
    classes: WordClasses | None = None,
    threads: int = 0,
) -> Estimate:
    """Estimate from tokenised sentences; `weights` has one number per sentence (Witten-Bell only)."""
    column = texts if isinstance(texts, TextColumn) else TextColumn.from_texts(texts)
    estimation = _Estimation(settings, classes, threads)
    estimation.add(column, np.zeros(0) if weights is None else np.asarray(weights, dtype=np.float64))
    with watched("estimating", estimation.sentences, "sentences"):
        return Estimate(*estimation.core.finish(estimation.vocabulary))


def estimate_files(
    paths: Sequence[AnyPath],
    settings: EstimateSettings = EstimateSettings(),
    *,
    weights: AnyPath | None = None,
    classes: WordClasses | None = None,
    threads: int = 0,
) -> Estimate:
    """Estimate from tokenised text files, one sentence per line; `weights` is a file of numbers."""
    estimation = _Estimation(settings, classes, threads)
    estimation.add_files(paths, weights)
    with watched("estimating", estimation.sentences, "sentences"):
        return Estimate(*estimation.core.finish(estimation.vocabulary))


def estimate_arpa(
    paths: Sequence[AnyPath],
    out: AnyPath,
    settings: EstimateSettings = EstimateSettings(),
    *,
    weights: AnyPath | None = None,
    classes: WordClasses | None = None,
    threads: int = 0,
) -> list[OrderReport]:
    """As `estimate_files`, straight to an ARPA file: memory stays near `settings.memory` for any text."""
    estimation = _Estimation(settings, classes, threads)
    estimation.add_files(paths, weights)
    with watched("estimating", estimation.sentences, "sentences"), atomic_bytes(out) as stream:
        return estimation.core.finish_arpa(estimation.vocabulary, stream.write)
