"""XML-style markup: what tags mean, and that nothing else passes for one."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.errors import InputError
from manyways.search.markup import Mark, read_markup


def test_tags_cut_the_text_into_pieces() -> None:
    found = read_markup('das <x translation="the house||home" prob="0.75||0.25">Haus</x> <wall/> &lt; 3')
    assert found.pieces == ["das ", "Haus", " ", " < 3"]
    assert found.marks == {1: Mark((("the house", 0.75), ("home", 0.25)))}
    assert found.walls == [3]
    found = read_markup("<a forbid='bank' mode='inclusive' translation='a &quot;b&quot;'>Bank</a>")
    assert found.marks[1] == Mark((('a "b"', 1.0),), ("bank",), exclusive=False)
    assert read_markup("2 < 3 & 4 > 1 <3").pieces == ["2 < 3 & 4 > 1 <3"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("<x>Haus</x>", "gives no translation"),
        ('<x translation="a">Haus', "not closed"),
        ("Haus</x>", "closes no tag"),
        ('<x translation="a">Haus</y>', "</y> closes <x>"),
        ('<x translation="a"><y translation="b">Haus</y></x>', "a tag inside <x>"),
        ('<x translation="a"/>', "contains no word"),
        ('<x translation="a', "not finished"),
        ("<x translation=a>Haus</x>", "is not name="),
        ('<x translation="a" colour="red">Haus</x>', "unknown attribute 'colour'"),
        ('<x translation="a||b" prob="1">Haus</x>', "1 probabilities for 2 translations"),
        ('<x translation="a" prob="0">Haus</x>', "above 0"),
        ('<x translation="a" prob="nan">Haus</x>', "above 0"),
        ('<x translation="a" prob="1e999">Haus</x>', "above 0"),
        ('<x translation="a||">Haus</x>', "none empty"),
        ('<x translation="' + "a||" * 200 + 'a">Haus</x>', "1 to 100"),
        ('<x translation="a" mode="maybe">Haus</x>', "neither exclusive nor inclusive"),
        ("</>", "without a name"),
    ],
)
def test_what_is_no_markup_is_named(line: str, what: str) -> None:
    with pytest.raises(InputError, match="markup, character") as caught:
        read_markup(line)
    assert what in str(caught.value)


@given(st.text(alphabet="<>/\"'&;=|x1. wal", max_size=60))
def test_hostile_lines_are_read_or_refused(line: str) -> None:
    try:
        found = read_markup(line)
    except InputError:
        return
    assert all(index < len(found.pieces) for index in [*found.marks, *found.walls])


@given(st.text(max_size=40))
def test_escaped_text_is_text(text: str) -> None:
    assert read_markup(html.escape(text)).pieces == [html.unescape(html.escape(text))]


@pytest.mark.parametrize("piece", ["<a ", '<a b="', "<", "&", '<a b="" ', "</a", "<wall/>", 'a="" '])
def test_long_lines_are_read_in_linear_time(piece: str) -> None:
    with pytest.raises(InputError) as caught:
        read_markup("<x " + piece * 50_000)
    assert len(str(caught.value)) < 500
