"""Which words differ: what stays is common to both texts, and as much as can be."""

from __future__ import annotations

import random

import numpy as np
import pytest

from manyways.candidates.difference import differences
from manyways.text.column import TextColumn
from tests.oracles.difference import most_kept


def marked(left: str, right: str) -> tuple[list[str], list[str]]:
    """The stretches that differ, of both."""
    found = differences(TextColumn.from_texts([left]), TextColumn.from_texts([right]))
    return cut(left, found[0][0].tolist()), cut(right, found[1][0].tolist())


def cut(text: str, places: list[int]) -> list[str]:
    return [text[start:end] for start, end in zip(places[::2], places[1::2], strict=True)]


def rest(text: str, places: list[int]) -> list[str]:
    """The words outside the stretches."""
    ends = [0, *places, len(text)]
    return " ".join(text[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True)).split()


def test_what_stays_is_common_and_as_much_as_can_be() -> None:
    rng = random.Random(4)
    words = ["a", "b", "cc", "dddd", ","]
    pairs = [tuple(" ".join(rng.choices(words, k=rng.randrange(9))) for _ in range(2)) for _ in range(800)]
    left, right = (TextColumn.from_texts(each) for each in zip(*pairs, strict=True))
    found = differences(left, right, threads=2)
    for i, (one, other) in enumerate(pairs):
        kept = rest(one, found[0][i].tolist())
        assert kept == rest(other, found[1][i].tolist())
        assert sum(map(len, kept)) == most_kept(tuple(one.split()), tuple(other.split()))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("the same", "the same", ([], [])),
        ("", "new words", ([], ["new words"])),
        ("He didn't go.", "He did not go!", (["didn't", "."], ["did not", "!"])),
        ("a “big” house", "a big house", (["“", "”"], [])),
        ("a b long", "long a b", (["a b"], ["a b"])),  # the longer anchor stays
        ("我爱北京", "我爱上海", (["北京"], ["上海"])),
        ("ภาษาไทย", "ภาษาลาว", (["ไทย"], ["ลาว"])),
        ("cafe\u0301 bar", "cafe bar", (["cafe\u0301"], ["cafe"])),
        ("𝒳 one 😀", "𝒳 two 😀", (["one"], ["two"])),  # positions are characters, not bytes
        ("مرحبا بالعالم", "مرحبا يا عالم", (["بالعالم"], ["يا عالم"])),
        ("\u0301", "x", (["\u0301"], ["x"])),
    ],
)
def test_stretches_that_differ(left: str, right: str, expected: tuple[list[str], list[str]]) -> None:
    assert marked(left, right) == expected


def test_threads_change_nothing_and_empty_columns_are_fine() -> None:
    rng = random.Random(1)
    texts = [" ".join(rng.choices("abcdefgh", k=40)) for _ in range(4000)]
    left, right = TextColumn.from_texts(texts), TextColumn.from_texts(texts[::-1])
    one, two = (differences(left, right, threads=threads) for threads in (1, 2))
    for a, b in zip(one, two, strict=True):
        np.testing.assert_array_equal(a.values, b.values)
        np.testing.assert_array_equal(a.offsets, b.offsets)
    none = TextColumn.from_texts([])
    assert len(differences(none, none)[0]) == 0


def test_texts_too_long_to_compare_differ_between_their_ends() -> None:
    long = " ".join(f"x{i}" for i in range(3000))
    other = " ".join(f"x{i}" for i in range(2999, -1, -1))
    assert marked(f"same {long} end", f"same {other} end") == ([long], [other])


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="equally many"):
        differences(TextColumn.from_texts(["a"]), TextColumn.from_texts([]))
