"""Lists whose best weights are known."""

from __future__ import annotations

import numpy as np

from manyways.candidates import CandidateLists
from manyways.metrics import Bleu
from manyways.tune import Examples

PLANTED = np.array([2.0, -1.0, 0.5, 1.5, -0.5])


def planted(sentences: int = 60, size: int = 25, seed: int = 1) -> Examples:
    """Lists whose candidates are the better the higher PLANTED scores them."""
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(sentences * size, len(PLANTED)))
    quality = np.clip(np.rint(30 + 8 * features @ PLANTED), 1, 60).astype(np.int64)
    totals = np.array([64, 63, 62, 61])
    matches = np.maximum(np.column_stack([quality, quality - 5, quality - 9, quality - 12]), 1)
    count = len(features)
    statistics = np.column_stack(
        [np.repeat(64, count), np.repeat(64, count), matches, np.tile(totals, (count, 1))]
    )
    offsets = np.arange(0, count + 1, size, dtype=np.int64)
    names = ("TM[0]", "TM[1]", "TM[2]", "LM0", "WordPenalty0")
    return Examples(names, features, statistics, offsets, Bleu())


def words(row: float) -> str:
    """A text of some right words, then wrong ones."""
    return " ".join(f"r{i + 1}" if i < row else "x" for i in range(8))


def planted_lists(seed: int = 1, sentences: int = 12, size: int = 10) -> CandidateLists:
    """The same in texts: candidates with more right words have higher features."""
    from manyways.candidates import Candidate, Sentence, from_sentences

    rng = np.random.default_rng(seed)
    made = []
    for s in range(sentences):
        features = rng.normal(size=(size, 2))
        right = np.clip(np.rint(4 + 2 * (features @ [1.0, -1.0])), 1, 8)
        made.append(
            Sentence(
                str(s),
                [
                    Candidate(words(r), features={"LM0": float(a), "WordPenalty0": float(b)}, score=float(a))
                    for r, (a, b) in zip(right, features, strict=True)
                ],
                references=["r1 r2 r3 r4 r5 r6 r7 r8"],
            )
        )
    return from_sentences(made)
