from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.files import read_bytes
from manyways.text.column import TextColumn
from manyways.text.vocabulary import Vocabulary, count_words, decode, encode

WORDS = st.sampled_from(["a", "b", "ab", "ä", "漢字", "<s>", "</s>", "<unk>", "x" * 70])
LINES = st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=8)


def encode_slowly(lines: list[str], known: dict[str, int]) -> list[list[int]]:
    """The oracle: a dictionary that grows word by word."""
    return [
        [
            0 if word in ("<s>", "</s>", "<unk>") else known.setdefault(word, len(known))
            for word in line.split()
        ]
        for line in lines
    ]


@given(LINES, LINES)
def test_encode_is_a_growing_dictionary(first: list[str], second: list[str]) -> None:
    vocabulary = Vocabulary()
    known = {"<unk>": 0, "<s>": 1, "</s>": 2}
    for lines in (first, second):
        ids, offsets = encode(lines, vocabulary)
        rows = [ids[a:b].tolist() for a, b in itertools.pairwise(offsets)]
        assert rows == encode_slowly(lines, known)
        assert ids.dtype == np.uint32
        assert offsets.dtype == np.int64
    assert [vocabulary.word(i) for i in range(len(vocabulary))] == list(known)
    assert count_words(ids, vocabulary).tolist() == [int((ids == i).sum()) for i in range(len(vocabulary))]


@given(st.lists(st.lists(st.sampled_from(["a", "b", "漢字"]), max_size=6).map(" ".join), max_size=8))
def test_decode_gives_the_lines_back(lines: list[str]) -> None:
    vocabulary = Vocabulary()
    assert list(decode(*encode(lines, vocabulary), vocabulary)) == lines


def test_without_growing_new_words_are_unknown() -> None:
    vocabulary = Vocabulary()
    encode(["a b"], vocabulary)
    ids, offsets = encode([" a\tc  b ", "", "d"], vocabulary, grow=False)
    assert ids.tolist() == [3, 0, 4, 0]
    assert offsets.tolist() == [0, 3, 3, 4]
    assert len(vocabulary) == 5


@pytest.mark.parametrize("grow", [True, False])
def test_threads_do_not_change_ids(grow: bool) -> None:
    lines = [f"w{i * i % 997} w{i % 13} common" for i in range(20_000)]
    results = []
    for threads in (1, 4):
        vocabulary = Vocabulary()
        encode(lines[:1000], vocabulary, threads=threads)
        results.append(encode(lines, vocabulary, grow=grow, threads=threads))
    assert np.array_equal(results[0][0], results[1][0])
    assert np.array_equal(results[0][1], results[1][1])


def test_bad_arrays_are_refused() -> None:
    vocabulary = Vocabulary()
    data = np.frombuffer(b"a b", dtype=np.uint8)
    for offsets in ([0, 4], [2, 1], [-1, 2], []):
        with pytest.raises(ValueError, match="offset"):
            encode(TextColumn(data, np.array(offsets, dtype=np.int64)), vocabulary)
    with pytest.raises(ValueError, match="the ids must be below 3; found 7"):
        decode(np.array([7], dtype=np.uint32), np.array([0, 1], dtype=np.int64), vocabulary)
    with pytest.raises(ValueError, match="offsets"):
        decode(np.array([0], dtype=np.uint32), np.array([0, 2], dtype=np.int64), vocabulary)


def test_real_text(data: Path) -> None:
    lines = read_bytes(data / "europarl-de-en" / "dev.de").decode().splitlines()
    vocabulary = Vocabulary()
    ids, offsets = encode(lines, vocabulary)
    assert list(decode(ids, offsets, vocabulary)) == lines
    known = {"<unk>": 0, "<s>": 1, "</s>": 2}
    assert ids.tolist() == [each for row in encode_slowly(lines, known) for each in row]
