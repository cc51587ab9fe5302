"""The core's Unicode tables and UTF-8 against Python's own."""

from __future__ import annotations

import unicodedata

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tools.make_unicode_tables import CATEGORIES, SCRIPTS

from manyways._core import unicode


def test_every_code_point_is_as_in_python() -> None:
    assert unicode.version == unicodedata.unidata_version
    for code in range(0x110000):
        c = chr(code)
        category, _, flags, lower, upper = unicode.properties(code)
        assert CATEGORIES[category] == unicodedata.category(c)
        assert flags == (
            c.isalnum() | c.isspace() << 1 | c.isupper() << 2 | c.islower() << 3 | c.isdecimal() << 4
        )
        assert chr(lower) == (c.lower() if len(c.lower()) == 1 else c)
        assert chr(upper) == (c.upper() if len(c.upper()) == 1 else c)


def test_scripts() -> None:
    known = {
        "Latin": "aé\uff21",
        "Greek": "λ",
        "Cyrillic": "ж",
        "Hebrew": "א",
        "Arabic": "ع\u064b٣",
        "Devanagari": "क\u093f१",
        "Bengali": "ক",
        "Thai": "ก",
        "Hangul": "가\u1100",
        "Hiragana": "あ",
        "Katakana": "カ\uff71",
        "Han": "漢々\u3400\U00020000",
        "Common": ".5 。",
    }
    for script, characters in known.items():
        for c in characters:
            assert SCRIPTS[unicode.properties(ord(c))[1]] == script.upper(), c


@given(st.text())
def test_text_survives(text: str) -> None:
    raw = text.encode()
    points = unicode.decode(raw)
    assert points.tolist() == [ord(c) for c in text]
    assert unicode.encode(points) == raw
    assert unicode.invalid_at(raw) == -1
    assert unicode.count(raw) == len(text)


@given(st.lists(st.sampled_from([b"a", b"\xc3", b"\xa9", b"\xe2\x82", b"\xac", b"\xf0\x9f", b"\x98\x80",
                                 b"\xed\xa0\x80", b"\xc0\x80", b"\xf5", b"\xe0\x80\x80", b"\xf4\x90\x80\x80",
                                 b"abcdefgh"])))  # fmt: skip
def test_bad_bytes_are_found_where_python_finds_them(parts: list[bytes]) -> None:
    raw = b"".join(parts)
    try:
        raw.decode()
        expected = -1
    except UnicodeDecodeError as error:
        expected = error.start
    assert unicode.invalid_at(raw) == expected
    assert len(unicode.decode(raw)) <= len(raw)


def test_what_is_no_code_point_is_replaced() -> None:
    wrong = np.array([0xD800, 0x110000, 0xFFFFFFFF], dtype=np.uint32)
    assert unicode.encode(wrong).decode() == "\ufffd" * 3
    assert unicode.properties(0xFFFFFFFF)[0] == CATEGORIES.index("Cn")
