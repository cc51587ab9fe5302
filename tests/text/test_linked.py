"""Words with a translation of their own: beside a slow twin, on links drawn by chance."""

from __future__ import annotations

import random

import numpy as np
import pytest

from manyways.text.linked import LinkedText


def slow(text: LinkedText, longest: int) -> set[int]:
    found = set()
    for s in range(len(text)):
        links = text.links[text.link_offsets[s] : text.link_offsets[s + 1]].tolist()
        for place, word in enumerate(text.source[text.source_offsets[s] : text.source_offsets[s + 1]]):
            own = [j for i, j in links if i == place]
            if own and max(own) - min(own) < longest:
                inside = [i for i, j in links if min(own) <= j <= max(own)]
                found |= {int(word)} if set(inside) == {place} else set()
    return found


@pytest.mark.parametrize("seed", range(20))
def test_words_with_a_translation_are_those_of_the_slow_twin(seed: int) -> None:
    draw = random.Random(seed)
    lengths = [(draw.randint(0, 7), draw.randint(0, 7)) for _ in range(12)]
    rows, offsets = [], [0]
    for one, other in lengths:
        pairs = [(i, j) for i in range(one) for j in range(other)]
        rows += draw.sample(pairs, k=min(len(pairs), draw.randint(0, 6)))
        offsets.append(len(rows))
    starts = [np.concatenate([[0], np.cumsum([each[side] for each in lengths])]) for side in (0, 1)]
    words = [np.array([draw.randint(3, 40) for _ in range(each[-1])], dtype=np.uint32) for each in starts]
    links = np.array(rows, dtype=np.int64).reshape(-1, 2)
    text = LinkedText(words[0], starts[0], words[1], starts[1], links, np.array(offsets))
    for longest in (1, 2, 7):
        assert set(text.translated(longest).tolist()) == slow(text, longest)
    assert slow(text, 7)


def test_nothing_linked_has_no_translation() -> None:
    none, start = np.zeros(0, dtype=np.uint32), np.zeros(1, dtype=np.int64)
    assert not len(LinkedText(none, start, none, start, np.zeros((0, 2)), start).translated(7))
