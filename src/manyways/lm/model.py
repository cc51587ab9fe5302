"""Asking a language model: sentences, batches, perplexity.

The model file is mapped, not read: it opens in milliseconds and all processes share its pages.
All scores are natural logs; divide by ``math.log(10)`` for those that ARPA files and KenLM give.
"""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from manyways._core import lm as core
from manyways._core.lm import Ngrams
from manyways.errors import InputError
from manyways.files import AnyPath, open_text
from manyways.lm.arpa import read_arpa
from manyways.text.column import TextColumn

__all__ = ["LanguageModel", "Perplexity", "write_model"]

Ids = npt.NDArray[np.uint32]
Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Perplexity:
    """Perplexity per word, </s> counted as one: of all words, and without the unknown ones."""

    value: float
    without_unknown: float
    tokens: int
    unknown: int
    sentences: int
    score: float


class LanguageModel:
    """An opened model. `core` is what the searches use."""

    def __init__(self, model: core.Model) -> None:
        self.core = model

    @staticmethod
    def open(path: AnyPath) -> LanguageModel:
        """Open a model file; an ARPA file (*.arpa, *.arpa.gz) is converted first, which takes seconds."""
        name = os.fspath(path)
        if not name.endswith((".arpa", ".arpa.gz")):
            return LanguageModel(core.Model(name))
        with tempfile.TemporaryDirectory(prefix="manyways-lm-", ignore_cleanup_errors=True) as folder:
            binary = str(Path(folder) / "lm.bin")
            core.write_model(read_arpa(path), binary)
            return LanguageModel(core.Model(binary))  # the mapping outlives the name

    @property
    def order(self) -> int:
        """The number of words in the longest n-grams."""
        return self.core.order

    @property
    def sizes(self) -> list[int]:
        """How many n-grams there are of each length."""
        return list(self.core.sizes)

    def ngrams(self) -> Ngrams:
        """All n-grams, to write them as ARPA."""
        return core.list_ngrams(self.core)

    def encode(self, texts: TextColumn | Iterable[str], *, threads: int = 0) -> tuple[Ids, Offsets]:
        """Word ids of tokenised texts; text i has ``ids[offsets[i]:offsets[i + 1]]``."""
        column = texts if isinstance(texts, TextColumn) else TextColumn.from_texts(texts)
        ids, offsets = self.core.encode(column.data, column.offsets, threads)
        return ids, offsets

    def score(self, text: str, *, bos: bool = True, eos: bool = True) -> float:
        """log p of one tokenised sentence."""
        return float(self.score_texts([text], bos=bos, eos=eos, threads=1)[0])

    def score_texts(
        self, texts: TextColumn | Iterable[str], *, bos: bool = True, eos: bool = True, threads: int = 0
    ) -> npt.NDArray[np.float64]:
        """log p of each tokenised sentence."""
        return self.score_ids(*self.encode(texts, threads=threads), bos=bos, eos=eos, threads=threads)

    def score_ids(
        self, ids: Ids, offsets: Offsets, *, bos: bool = True, eos: bool = True, threads: int = 0
    ) -> npt.NDArray[np.float64]:
        """log p of each sentence, given as ids of this model: the fast way for many."""
        scores: npt.NDArray[np.float64] = self.core.score_sentences(ids, offsets, bos, eos, threads)[0]
        return scores

    def score_words(
        self, text: str, *, bos: bool = True, eos: bool = True
    ) -> list[tuple[str, float, int, bool]]:
        """Per word, and </s>: the word, its log p, the length of the n-gram that matched, known or not."""
        words = [*text.split(), "</s>"] if eos else text.split()
        ids, offsets = self.encode([text], threads=1)
        scores, lengths = self.core.score_words(ids, offsets, bos, eos)
        known = [*(ids != 0).tolist(), True]
        return list(zip(words, scores.tolist(), lengths.tolist(), known, strict=False))

    def perplexity(self, path: AnyPath, *, threads: int = 0) -> Perplexity:
        """Perplexity of a tokenised text file, one sentence per line."""
        with open_text(path) as lines:
            texts = TextColumn.from_texts(lines)
        if len(texts) == 0:
            raise InputError("is empty: there is nothing to take the perplexity of", path=path)
        return self.perplexity_of(texts, threads=threads)

    def perplexity_of(self, texts: TextColumn | Sequence[str], *, threads: int = 0) -> Perplexity:
        """Perplexity of tokenised sentences."""
        ids, offsets = self.encode(texts, threads=threads)
        scores, unknown_scores, unknown = self.core.score_sentences(ids, offsets, True, True, threads)
        tokens = len(ids) + len(offsets) - 1
        score, left_out, oov = float(scores.sum()), float(unknown_scores.sum()), int(unknown.sum())
        return Perplexity(
            value=math.exp(-score / max(tokens, 1)),
            without_unknown=math.exp(-(score - left_out) / max(tokens - oov, 1)),
            tokens=tokens,
            unknown=oov,
            sentences=len(offsets) - 1,
            score=score,
        )


def write_model(ngrams: Ngrams, path: AnyPath, *, bounds: bool = False) -> None:
    """Write the file that `LanguageModel.open` maps; `bounds` adds what exact searches ask for."""
    core.write_model(ngrams, os.fspath(path), bounds)
