"""The core's ground floor: vocabulary, hashing, the container of binary files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways._core import base
from manyways.seeds import derive_seed, stream
from tests.faults.reseal import block_checksum


@given(st.lists(st.text(max_size=5), max_size=3000))
def test_vocabulary_numbers_words_in_order_of_arrival(words: list[str]) -> None:
    vocabulary = base.Vocabulary()
    known = {"<unk>": 0, "<s>": 1, "</s>": 2}
    for word in words:
        assert vocabulary.add(word) == known.setdefault(word, len(known))
    assert len(vocabulary) == len(known)
    for word, index in known.items():
        assert vocabulary.find(word) == index
        assert vocabulary.word(index) == word
    assert vocabulary.find("never seen") == 0


def test_no_word_has_an_id_beyond_the_last() -> None:
    with pytest.raises(IndexError):
        base.Vocabulary().word(3)


@given(st.binary(max_size=200), st.integers(0, 199))
def test_hash_sees_every_byte(data: bytes, index: int) -> None:
    assert base.hash_bytes(data) == base.hash_bytes(bytes(data))
    if index < len(data):
        changed = data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]
        assert base.hash_bytes(changed) != base.hash_bytes(data)
    assert base.hash_bytes(data + b"\0") != base.hash_bytes(data)


KNOWN = {0: 0, 5: 0xDAC03EE1339104AA, 31: 0x8A67DE57BC6A975A, 32: 0x286298466FF9DB82, 77: 0xB9E83AD13FC26104}


@pytest.mark.parametrize(("size", "known"), KNOWN.items())
def test_hashes_are_those_of_files_that_are_there(size: int, known: int) -> None:
    """Another hash, and no binary file that was written before opens any more."""
    assert base.hash_bytes(bytes(range(size))) == known


@given(st.binary(max_size=400), st.integers(0, 399))
def test_a_checksum_is_what_it_is_said_to_be(data: bytes, index: int) -> None:
    assert base.checksum(data) == block_checksum(data)
    if index < len(data):
        changed = data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]
        assert base.checksum(changed) != base.checksum(data)
    assert base.checksum(data + b"\0") != base.checksum(data)


def test_streams_are_named_and_repeat() -> None:
    assert derive_seed(1, "a") == derive_seed(1, "a")
    assert len({derive_seed(1, "a"), derive_seed(2, "a"), derive_seed(1, "b"), derive_seed(1, "a", 0)}) == 4
    assert stream(1, "x").integers(1000) == stream(1, "x").integers(1000)
