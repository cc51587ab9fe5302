from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.errors import InputError
from manyways.text.column import TextColumn


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
