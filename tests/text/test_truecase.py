from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.errors import InputError
from manyways.text.truecase import Truecaser, capital
from tests.oracles.truecase import SlowTruecaser

WORDS = st.sampled_from(["a", "A", "ab", "Ab", "AB", "äb", "Äb", ".", ":", '"', "(", ",", "7", "b2"])
LINES = st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=8)


@given(LINES, LINES)
def test_same_as_the_oracle(corpus: list[str], texts: list[str]) -> None:
    slow = SlowTruecaser(corpus)
    fast = Truecaser.train(corpus)
    found = dict(zip(fast.surfaces, fast.counts.tolist(), strict=True))
    assert found == {word: n for counts in slow.forms.values() for word, n in counts.items()}
    assert list(fast.apply(texts)) == [slow.apply(text) for text in texts]


@given(LINES, LINES)
def test_saved_and_loaded_it_does_the_same(
    tmp_path_factory: pytest.TempPathFactory, corpus: list[str], texts: list[str]
) -> None:
    path = tmp_path_factory.mktemp("truecase") / "model"
    truecaser = Truecaser.train(corpus)
    truecaser.save(path)
    assert list(Truecaser.load(path).apply(texts)) == list(truecaser.apply(texts))


def test_a_small_corpus() -> None:
    truecaser = Truecaser.train(
        ["The EU and the house .", "But the EU stays ; US help .", "IN CAPITALS THE HOUSE"]
    )
    assert (
        truecaser.apply(['" The EU MUST see THE HOUSE : Us too ; US'])[0]
        == '" the EU MUST see the house : US too ; US'
    )
    assert Truecaser.train([]).apply(["The end"])[0] == "The end"


def test_a_model_of_moses_is_read(tmp_path: Path) -> None:
    (tmp_path / "model").write_text("the (100/110) The (8) THE (2)\nEU (5/5)\n")
    truecaser = Truecaser.load(tmp_path / "model")
    assert truecaser.apply(["The Eu"])[0] == "the Eu"
    assert truecaser.counts.tolist() == [100, 8, 2, 5]


@pytest.mark.parametrize(
    ("text", "message"), [("the\n", "without its count"), ("the (1)\nthe x\n", "line 2: expected a count")]
)
def test_a_bad_model_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "model").write_text(text)
    with pytest.raises(InputError, match=message):
        Truecaser.load(tmp_path / "model")


def test_capital() -> None:
    texts = ["the end", '"äh"', "iPhone users", "", "3 men", "漢字", "( a )", "…"]
    assert list(capital(texts)) == ["The end", '"Äh"', "iPhone users", "", "3 men", "漢字", "( A )", "…"]


def test_threads_do_not_change_the_model() -> None:
    corpus = [f"Wort{i % 700} wort{i % 300} und Wort{i % 11}" for i in range(20_000)]
    one, many = (Truecaser.train(corpus, threads=n) for n in (1, 4))
    assert list(one.surfaces) == list(many.surfaces)
    assert np.array_equal(one.counts, many.counts)
