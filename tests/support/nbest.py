"""Small candidate lists for tests: the part that metrics read."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from manyways.text.column import TextColumn

WORDS = ["a", "b", "c", "d", "e", "The", "the", "3.5", ",", ".", "naïve", "学"]


class NBest:
    def __init__(self, lists: Sequence[Sequence[str]], references: Sequence[Sequence[str]]) -> None:
        self.lists = [list(each) for each in lists]
        self.texts = TextColumn.from_texts(text for each in lists for text in each)
        self.sentence_offsets = np.cumsum([0, *map(len, lists)], dtype=np.int64)
        self.references = [TextColumn.from_texts(each) for each in references]


def random_lists(seed: int, *, sentences: int, candidates: int, sets: int = 2) -> NBest:
    """Lists with one to `candidates` entries, few words and many ties; references are never empty."""
    rng = random.Random(seed)

    def line(least: int) -> str:
        return " ".join(rng.choices(WORDS, k=rng.randint(least, 9)))

    lists = [[line(0) for _ in range(rng.randint(1, candidates))] for _ in range(sentences)]
    return NBest(lists, [[line(1) for _ in range(sentences)] for _ in range(sets)])
