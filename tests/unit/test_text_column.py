from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
