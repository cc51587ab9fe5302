"""Score a text file with a language model, as `manyways lm query` prints it."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from manyways.files import AnyPath
from manyways.lm.blocks import text_blocks
from manyways.lm.classes import WordClasses
from manyways.lm.model import LanguageModel, Perplexity, split_words
from manyways.progress import Progress
from manyways.text.column import TextColumn

__all__ = ["score_file"]


def score_file(
    model: LanguageModel,
    path: AnyPath,
    write: Callable[[str], object],
    *,
    detail: str = "sentences",
    classes: WordClasses | None = None,
    threads: int = 0,
) -> Perplexity:
    """Write a line per sentence or word (`detail`: sentences, words, none); return the whole's perplexity."""
    total = Perplexity(0.0, 0.0, 0, 0, 0)
    with Progress("scoring", unit="sentences") as progress:
        for block in text_blocks(path):
            ids, offsets = model.encode(block, classes=classes, threads=threads)
            scores, unknown_scores, unknown = model.core.score_sentences(ids, offsets, True, True, threads)
            total += Perplexity(
                score=float(scores.sum()),
                unknown_score=float(unknown_scores.sum()),
                tokens=len(ids) + len(block),
                unknown=int(unknown.sum()),
                sentences=len(block),
            )
            if detail == "sentences":
                write("".join(f"{score:.6f}\n" for score in scores.tolist()))
            elif detail == "words":
                _write_words(model, block, ids, offsets, write)
            progress.advance(len(block))
    return total


def _write_words(
    model: LanguageModel,
    block: TextColumn,
    ids: npt.NDArray[np.uint32],
    offsets: npt.NDArray[np.int64],
    write: Callable[[str], object],
) -> None:
    scores, lengths = model.core.score_words(ids, offsets, True, True)
    words = itertools.chain.from_iterable([*split_words(line), "</s>"] for line in block)
    for word, score, length in zip(words, scores.tolist(), lengths.tolist(), strict=True):
        write(f"{word}\t{score:.6f}\t{length}\n")
