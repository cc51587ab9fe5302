"""Asking a language model: sentences, batches, perplexity.

The model file is mapped, not read: it opens in milliseconds and all processes share its pages.
All scores are natural logs; divide by ``math.log(10)`` for those that ARPA files and KenLM give.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from manyways._core import lm as core
from manyways._core.lm import Ngrams
from manyways.errors import InputError
from manyways.files import AnyPath, scratch_file
from manyways.lm.arpa import read_arpa, write_arpa
from manyways.lm.blocks import text_blocks
from manyways.lm.classes import WordClasses
from manyways.progress import Progress
from manyways.reading import head_of
from manyways.text.column import TextColumn
from manyways.text.vocabulary import Ids, Offsets

__all__ = ["LanguageModel", "Perplexity", "is_arpa", "is_model_file", "save", "write_model"]

_MAGIC = b"MANYWAYS"  # what our binaries begin with


@dataclass(frozen=True)
class Perplexity:
    """How well a model foretells a text; each </s> is one of the tokens."""

    score: float
    unknown_score: float
    tokens: int
    unknown: int
    sentences: int

    @property
    def value(self) -> float:
        """Perplexity per token, unknown words included."""
        return math.exp(-self.score / max(self.tokens, 1))

    @property
    def without_unknown(self) -> float:
        """Perplexity per known token."""
        return math.exp(-(self.score - self.unknown_score) / max(self.tokens - self.unknown, 1))

    def __add__(self, other: Perplexity) -> Perplexity:
        return Perplexity(
            self.score + other.score,
            self.unknown_score + other.unknown_score,
            self.tokens + other.tokens,
            self.unknown + other.unknown,
            self.sentences + other.sentences,
        )


class LanguageModel:
    """An opened model. `core` is what the searches use."""

    def __init__(self, model: core.Model) -> None:
        self.core = model

    @staticmethod
    def open(path: AnyPath) -> LanguageModel:
        """Open a model file; an ARPA file (*.arpa, *.arpa.gz) is converted first, which takes seconds."""
        if not is_arpa(path):
            return LanguageModel(core.Model(os.fspath(path)))
        with scratch_file() as binary:
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

    def encode(
        self, texts: TextColumn | Iterable[str], *, classes: WordClasses | None = None, threads: int = 0
    ) -> tuple[Ids, Offsets]:
        """Word ids of tokenised texts; text i has ``ids[offsets[i]:offsets[i + 1]]``.

        For a model over classes, `classes` says which class each word has.
        """
        column = texts if isinstance(texts, TextColumn) else TextColumn.from_texts(texts)
        if classes is None:
            return self.core.encode(column.data, column.offsets, threads)
        names = [classes.vocabulary.word(i) for i in range(len(classes.vocabulary))]
        ours = np.array([self.core.find(name) for name in names], dtype=np.uint32)
        ids, offsets = classes.encode(column, threads=threads)
        return ours[ids], offsets

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
        words = [*split_words(text), *(["</s>"] if eos else [])]
        ids, offsets = self.encode([text], threads=1)
        scores, lengths = self.core.score_words(ids, offsets, bos, eos)
        known = [*(ids != 0).tolist(), True]
        return list(zip(words, scores.tolist(), lengths.tolist(), known, strict=False))

    def perplexity(self, path: AnyPath, *, threads: int = 0) -> Perplexity:
        """Perplexity of a tokenised text file, one sentence per line."""
        total = Perplexity(0.0, 0.0, 0, 0, 0)
        for block in text_blocks(path):
            total += self.perplexity_of(block, threads=threads)
        if total.sentences == 0:
            raise InputError("is empty: there is nothing to take the perplexity of", path=path)
        return total

    def perplexity_of(self, texts: TextColumn | Iterable[str], *, threads: int = 0) -> Perplexity:
        """Perplexity of tokenised sentences."""
        ids, offsets = self.encode(texts, threads=threads)
        scores, unknown_scores, unknown = self.core.score_sentences(ids, offsets, True, True, threads)
        return Perplexity(
            score=float(scores.sum()),
            unknown_score=float(unknown_scores.sum()),
            tokens=len(ids) + len(offsets) - 1,
            unknown=int(unknown.sum()),
            sentences=len(offsets) - 1,
        )


def split_words(text: str) -> list[str]:
    """The words of a tokenised text: what stands between ASCII white space, as in the core."""
    return [word.decode("utf-8") for word in text.encode("utf-8").split()]


def is_arpa(path: AnyPath) -> bool:
    """Whether a name is that of an ARPA file."""
    return os.fspath(path).endswith((".arpa", ".arpa.gz"))


def is_model_file(path: AnyPath) -> bool:
    """Whether a file is a language model, by its name (ARPA) or its first bytes."""
    return is_arpa(path) or head_of(path, len(_MAGIC)) == _MAGIC


def save(ngrams: Ngrams, path: AnyPath) -> None:
    """Write ARPA or our binary, by the name of the file."""
    if is_arpa(path):
        write_arpa(ngrams, path)
    else:
        write_model(ngrams, path)


def write_model(ngrams: Ngrams, path: AnyPath, *, bounds: bool = False) -> None:
    """Write the file that `LanguageModel.open` maps; `bounds` adds how much any longer context could give."""
    with Progress("writing the model"):
        core.write_model(ngrams, os.fspath(path), bounds)
