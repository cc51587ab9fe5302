from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.errors import InputError
from manyways.text.column import TextColumn, read_column, write_column


@given(st.lists(st.text(max_size=6), max_size=8), st.data())
def test_a_column_is_a_list_of_texts(texts: list[str], data: st.DataObject) -> None:
    column = TextColumn.from_texts(texts)
    assert list(column) == texts
    assert [column[i] for i in range(len(column))] == texts
    if texts:
        indices = data.draw(st.lists(st.integers(0, len(texts) - 1)))
        assert list(column.take(indices)) == [texts[i] for i in indices]
        assert column[-1] == texts[-1]
    with pytest.raises(IndexError):
        column[len(texts)]


def test_a_slice_is_a_column() -> None:
    column = TextColumn.from_texts(["ein", "", "Haus", "ä"])
    for part in (slice(None), slice(1, 3), slice(-2, None), slice(None, None, -2), slice(3, 1), slice(9, 12)):
        assert isinstance(column[part], TextColumn)
        assert list(column[part]) == ["ein", "", "Haus", "ä"][part]


def test_a_text_that_is_not_utf8_is_an_error_that_can_be_mended() -> None:
    column = TextColumn(np.array([97, 0xFF], dtype=np.uint8), np.array([0, 2], dtype=np.int64))
    with pytest.raises(InputError, match=r"a text is not UTF-8 \(byte 2\)"):
        column[0]
    with pytest.raises(InputError, match="not UTF-8"):
        list(column)


LINES = st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=6), max_size=6)


@given(LINES, st.booleans(), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\ufeff"]))
def test_a_file_is_read_line_by_line(
    tmp_path: Path, lines: list[str], ended: bool, end: str, mark: str
) -> None:
    """With or without the end of the last line, with either kind of end, with or without a mark of UTF-8."""
    text = end.join(lines) + (end if ended and lines else "")
    (tmp_path / "a").write_bytes((mark + text).encode())
    wanted = lines if ended or not lines or lines[-1] else lines[:-1]  # an empty last line has to be ended
    found = read_column(tmp_path / "a")
    assert list(found) == [
        line.removeprefix("\ufeff") if n == 0 and not mark else line for n, line in enumerate(wanted)
    ]
    assert found.offsets.dtype == np.int64
    write_column(tmp_path / "b", found)
    assert list(read_column(tmp_path / "b")) == [
        line.removeprefix("\ufeff") if n == 0 else line for n, line in enumerate(found)
    ]


@pytest.mark.parametrize(("raw", "why"), [(b"a\nb\xff\n", "line 2"), (b"a\nb\nc\0d\n", "line 3")])
def test_what_is_no_text_is_named_with_its_line(tmp_path: Path, raw: bytes, why: str) -> None:
    (tmp_path / "a").write_bytes(raw)
    with pytest.raises(InputError, match=why):
        read_column(tmp_path / "a")


def test_a_line_that_is_too_long_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("manyways.text.column.LONGEST_LINE", 10)
    (tmp_path / "a").write_text("0123456789\nab\n")
    assert len(read_column(tmp_path / "a")) == 2
    (tmp_path / "a").write_text("ab\n01234567890\nab\n")
    with pytest.raises(InputError, match=r"line 2: is longer than"):
        read_column(tmp_path / "a")


def test_a_text_with_a_line_break_is_no_line(tmp_path: Path) -> None:
    column = TextColumn.from_texts(["left out", "one", "two\nlines", "three"])
    with pytest.raises(InputError, match="text 3 holds a line break"):
        write_column(tmp_path / "a", column)
    part = TextColumn(column.data, column.offsets[1:])  # one that does not begin with its data
    with pytest.raises(InputError, match="text 2 holds a line break"):
        write_column(tmp_path / "a", part)
    assert not (tmp_path / "a").exists()
    write_column(tmp_path / "a", TextColumn(column.data, column.offsets[:3][1:]))
    assert (tmp_path / "a").read_text() == "one\n"


def test_rows_are_taken_as_one_by_one() -> None:
    random = np.random.default_rng(3)
    for _ in range(200):
        texts = ["ä" * int(n) for n in random.integers(0, 4, size=int(random.integers(1, 8)))]
        column = TextColumn.from_texts(texts)
        first = int(random.integers(len(texts)))
        last = int(random.integers(first, len(texts) + 1))
        for rows in (random.integers(0, len(texts), size=5), np.arange(first, last), np.arange(last)[::-1]):
            taken = column.take(rows)
            assert list(taken) == [texts[row] for row in rows]
            assert taken.offsets[0] == 0
            assert taken.offsets[-1] == len(taken.data)


def test_neighbours_are_not_copied() -> None:
    column = TextColumn.from_texts(["a", "bc", "", "def"])
    assert np.shares_memory(column[1:3].data, column.data)
    assert not np.shares_memory(column.take([2, 1]).data, column.data)


def test_characters_are_code_points() -> None:
    column = TextColumn.from_texts(["", "é", "aé€", "\U0001f600\u0301", "ÿ\u07ff\uffff"])
    assert column.characters().tolist() == [0, 1, 3, 2, 3]
