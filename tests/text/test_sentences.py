from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.files import read_lines
from manyways.text.column import TextColumn
from manyways.text.sentences import split_column, split_sentences

TEXT = st.text(
    st.one_of(st.sampled_from("aB.!?…。！」”\"') \n3।۔漢Dr"), st.characters(codec="utf-8")), max_size=30
)


@given(TEXT, st.sampled_from(["en", "de", "zh", "hi", "xx"]))
def test_joined_the_pieces_are_the_text(text: str, code: str) -> None:
    pieces = split_sentences(text, code)
    assert "".join(pieces) == text
    assert all(pieces)


@given(st.lists(TEXT, max_size=5))
def test_a_column_is_split_text_by_text(texts: list[str]) -> None:
    pieces, offsets = split_column(TextColumn.from_texts(texts), "en")
    rows = list(pieces)
    for i, text in enumerate(texts):
        assert rows[offsets[i] : offsets[i + 1]] == split_sentences(text, "en")


@pytest.mark.parametrize(
    ("code", "pieces"),
    [
        ("en", ["Dr. Who came. ", "He left."]),
        (
            "en",
            ["See No. 5 of J. R. Smith, e.g. this one. ", "It costs 3.5 m. in all! ", '"Really?" ', "Yes."],
        ),
        ("en", ["He said: “Go.” ", "They went... and what? no stop."]),
        ("en", ["First paragraph without a dot\n\n", "Second one.\n", "Third."]),
        ("de", ["Am 3. Oktober kam z.B. Dr. Meier. ", "„Gut.“ ", "Das war's."]),
        ("en", ["The U.S. Senate met at 5 p.m. in Washington. ", "It voted."]),
        ("en", ["It grew by 3.5. ", "Then it fell."]),
        ("fr", ["M. Dupont arrive. ", "Il dort !"]),
        ("zh", ["他来了。", "“好！”", "他说：真的吗？", "是 3.5 元。"]),
        ("ja", ["「行く。」", "と言った。", "はい。"]),
        ("hi", ["यह अच्छा है। ", "डॉ. शर्मा आए। ", "ठीक?"]),
        ("ur", ["یہ اچھی ہے۔ ", "جی؟"]),
    ],
)
def test_examples(code: str, pieces: list[str]) -> None:
    assert split_sentences("".join(pieces), code) == pieces


@pytest.mark.parametrize("code", ["de", "en"])
def test_real_sentences_are_found_again(data: Path, code: str) -> None:
    """Whole Europarl sentences joined by a space come apart where they were joined."""
    lines = [
        line
        for line in read_lines(data / "europarl-de-en" / f"dev.raw.{code}")
        if line.endswith((".", "!", "?"))
    ]
    found = [piece.rstrip() for piece in split_sentences(" ".join(lines), code)]
    assert len(set(lines) & set(found)) / len(set(lines)) > 0.97
