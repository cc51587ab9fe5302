"""Counts of signs and words in the core against the same in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from manyways._core import features as core
from manyways.features.base import SIGNS, Columns
from manyways.features.testing import odd_lists
from manyways.text.column import TextColumn
from tests.oracles.features import sign_rows

PIECES = [
    *(
        "the",
        "The",
        "house",
        "Haus",
        "a",
        "1",
        "12",
        "1.000,5",
        "1,000.5",
        "1'000",
        "٤٢",
        "４２",
        "3.",
        "a1b2",
    ),
    *(
        "http://a.b/c?d=1",
        "https://",
        "www.x.org.",
        "xwww.y.z",
        "ftp://h)",
        "a.b@c.de",
        "a@b",
        "@",
        "x@y.z.",
        "5@x.y",
    ),
    *(
        "<b>",
        "</b>",
        "<b",
        "< b>",
        "<a href='x'>",
        "{x}",
        "{{y}}",
        "${z}",
        "$",
        "%s",
        "%d",
        "%1$s",
        "%(n)s",
        "%sx",
    ),
    *(
        "%",
        "__KEY__",
        "____",
        "__a",
        "100%",
        "{a b}",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "（",
        "）",
        "「",
        "」",
        "„",
        "“",
        "”",
    ),
    *(
        '"',
        "'",
        "’",
        "«",
        "»",
        ".",
        "!",
        "?",
        "…",
        "。",
        "？",
        ",",
        ":",
        "!!!",
        "aaaa",
        "房子",
        "は",
        "カ",
        "ไทย",
        "дом",
    ),
    *(
        "é",
        "e\u0301",
        "İ",
        "ß",
        "\u00a0",
        "\t",
        "😀",
        "\u201a",
        "١٬٠",
        "𝟙𝟚",
        "x" * 99,
        "<i " + "y" * 98 + ">",
        "-",
        "–",
        "\u3000",
    ),
]


def random_text(chance: np.random.Generator) -> str:
    joiner = ["", " ", "", "  "][int(chance.integers(4))]
    return joiner.join(str(PIECES[i]) for i in chance.integers(len(PIECES), size=int(chance.integers(9))))


def counted(lists: list[list[str]], sources: list[str] | None, threads: int = 1) -> np.ndarray:
    texts = TextColumn.from_texts(text for each in lists for text in each)
    offsets = np.cumsum([0, *map(len, lists)]).astype(np.int64)
    beside = TextColumn.from_texts(sources or [])
    return core.count_signs((texts.data, texts.offsets), offsets, (beside.data, beside.offsets), threads)


@pytest.mark.parametrize("seed", range(40))
def test_counts_are_those_of_the_slow_twin(seed: int) -> None:
    chance = np.random.default_rng(seed)
    lists = [[random_text(chance) for _ in range(int(chance.integers(5)))] for _ in range(12)]
    sources = [random_text(chance) for _ in lists] if seed % 4 else None
    found = counted(lists, sources, threads=1 + seed % 3)
    at = 0
    for s, texts in enumerate(lists):
        for text, row in zip(texts, sign_rows(texts, None if sources is None else sources[s]), strict=True):
            mine = dict(zip(SIGNS, found[at].tolist(), strict=True))
            assert mine == row, repr((text, sources and sources[s]))
            at += 1


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("It costs 1,000.50", "Es kostet 1.000,50", {"numbers-lost": 0, "numbers-added": 0}),
        ("It costs 1,000", "Es kostet 1.000,50", {"numbers-lost": 1, "numbers-added": 1}),
        ("see http://a.b/c.", "siehe (http://a.b/c)", {"addresses-lost": 0, "addresses-added": 0}),
        ("<b>x</b> %s", "<b>y</b> {n}", {"tags-lost": 0, "placeholders-lost": 1, "placeholders-added": 1}),
        ("the the house", "", {"doubled": 1, "repeated": 0}),
        ("a b c a b c", "", {"doubled": 0, "repeated": 1}),
        ("Das Haus is old", "Das Haus ist alt", {"copied": 2}),
        ("It ends?)", "", {"ending": 2, "unbalanced": 1}),
    ],
)
def test_counts_by_hand(text: str, source: str, expected: dict[str, int]) -> None:
    row = dict(zip(SIGNS, counted([[text]], [source])[0].tolist(), strict=True))
    assert {name: row[name] for name in expected} == expected


def test_what_is_beside_the_list() -> None:
    lists = [["the house", "the Haus", "дом the", "the house"]]
    rows = [dict(zip(SIGNS, row.tolist(), strict=True)) for row in counted(lists, ["das Haus"])]
    assert [row["untranslated"] for row in rows] == [0, 1, 0, 0]
    assert [row["own"] for row in rows] == [0, 1, 1, 0]
    assert [row["foreign"] for row in rows] == [0, 0, 3, 0]


def test_any_number_of_threads_counts_alike() -> None:
    chance = np.random.default_rng(5)
    lists = [[random_text(chance) * 40 for _ in range(9)] for _ in range(60)]
    sources = [random_text(chance) for _ in lists]
    one = counted(lists, sources, 1)
    assert np.array_equal(one, counted(lists, sources, 4))


def test_wrong_columns_are_refused() -> None:
    texts, none = TextColumn.from_texts(["a", "b"]), TextColumn.from_texts([])
    pair, empty = (texts.data, texts.offsets), (none.data, none.offsets)
    with pytest.raises(ValueError, match="sentence offsets"):
        core.count_signs(pair, np.array([0, 3]), empty, 1)
    with pytest.raises(ValueError, match="sources"):
        core.count_signs(pair, np.array([0, 2]), pair, 1)


def test_columns_give_counts_by_name() -> None:
    lists = odd_lists()
    columns = Columns(lists, threads=1)
    assert columns.count("words").tolist() == [len(each) for each in map(_words, lists.texts)]
    assert len(columns.source_count("letters")) == lists.candidate_count


def _words(text: str) -> list[str]:
    from tests.oracles.features import words_of

    return words_of(text)
