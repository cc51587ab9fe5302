"""The memory-mapped phrase table: what Moses's text says is what a look-up finds."""

from __future__ import annotations

import gzip
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.errors import InputError
from manyways.phrases import PhraseTable, import_moses

LINE = "das haus ||| the house ||| 0.5 0.25 1 0.125 ||| 0-0 1-1 ||| 4 2 2 ||| |||\n"

words = st.sampled_from(["a", "b", "c"])
phrases = st.lists(words, min_size=1, max_size=4).map(" ".join)
scores = st.tuples(*[st.sampled_from([0.0, 0.25, 0.5, 1.0])] * 4)
tables = st.dictionaries(st.tuples(phrases, phrases), scores, min_size=1, max_size=40)


def build(folder: Path, text: str | bytes, reordering: str | None = None) -> PhraseTable:
    raw = text.encode() if isinstance(text, str) else text
    (folder / "phrase-table").write_bytes(raw)
    if reordering is not None:
        (folder / "reordering-table").write_text(reordering)
        return import_moses(
            folder / "phrase-table", folder / "phrases.bin", reordering=folder / "reordering-table"
        )
    return import_moses(folder / "phrase-table", folder / "phrases.bin")


@given(tables)
def test_lookups_equal_a_dictionary(
    tmp_path_factory: pytest.TempPathFactory, pairs: dict[tuple[str, str], tuple[float, ...]]
) -> None:
    lines = [f"{f} ||| {e} ||| {' '.join(map(str, row))}\n" for (f, e), row in pairs.items()]
    table = build(tmp_path_factory.mktemp("table"), "".join(lines))
    assert len(table) == len(pairs)
    logs = {key: [math.log(p) if p else -100.0 for p in row] for key, row in pairs.items()}
    for source in {f for f, _ in pairs} | {"a a", "a b c a", "d", "b d"}:
        found = table.find(source)
        expected = [(e, row) for (f, e), row in logs.items() if f == source]
        expected.sort(key=lambda item: -math.fsum(item[1]))
        assert sorted(o.target for o in found) == sorted(e for e, _ in expected)
        for option in found:
            assert option.scores == pytest.approx(logs[source, option.target], abs=1e-5)
        totals = [sum(o.scores) for o in found]
        assert totals == sorted(totals, reverse=True)
    sentence = "a b c a a b d c"
    tokens = sentence.split()
    counted = [
        [i, j, n]
        for i in range(len(tokens))
        for j in range(i + 1, len(tokens) + 1)
        if (n := sum(f == " ".join(tokens[i:j]) for f, _ in pairs))
    ]
    assert table.spans(sentence).tolist() == counted


def test_a_line_is_kept_whole(tmp_path: Path) -> None:
    table = build(tmp_path, LINE, "das haus ||| the house ||| 0.2 0.2 0.6 0.6 0.2 0.2\n")
    (option,) = table.find("das haus")
    assert option.target == "the house"
    assert option.scores == pytest.approx([math.log(p) for p in (0.5, 0.25, 1, 0.125)])
    assert option.reordering == pytest.approx([math.log(p) for p in (0.2, 0.2, 0.6, 0.6, 0.2, 0.2)])
    assert option.counts == [4, 2, 2]
    assert option.links == [(0, 0), (1, 1)]
    assert table.score_names == ("p(f|e)", "lex(f|e)", "p(e|f)", "lex(e|f)")
    assert table.find("das") == []
    assert table.find("") == []


def test_the_unknown_word_never_matches(tmp_path: Path) -> None:
    table = build(tmp_path, LINE + "<unk> ||| x ||| 1 1 1 1\n")
    assert table.find("never") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no phrase pair"),
        ("a ||| b\n", "2 fields"),
        ("a ||| b ||| 0.5 nan 1 1\n", "'nan' is not a probability"),
        ("a ||| b ||| 0.5 inf 1 1\n", "not a probability"),
        ("a ||| b ||| -0.5 1 1 1\n", "not a probability"),
        ("a ||| b ||| 0x1p3 1 1 1\n", "not a probability"),
        ("a ||| b ||| 1e999 1 1 1\n", "not a probability"),
        ("a ||| b ||| \n", "line 1: no scores; expected probabilities"),
        (LINE + "a ||| b ||| 1 1 1\n", "line 2: 3 scores; expected 4"),
        (LINE + LINE, "line 2: the pair 'das haus', 'the house' is there for the second time"),
        ("BZhang ||| b ||| 1 1\na ||| b ||| 1\n", "1 scores; expected 2 as in line 1$"),  # a good line 1
        (" ||| b ||| 1 1\n", "empty phrase"),
        ("a ||| ||| 1 1\n", "empty phrase"),
        ("a ||| b ||| 1 ||| 0-1\n", "link '0-1' does not fit"),
        ("a ||| b ||| 1 ||| 0-0-0\n", "link"),
        ("a ||| b ||| 1 ||| -1-0\n", "link"),
        ("a ||| b ||| 1 ||| 0-0 ||| x\n", "count 'x'"),
        ("a ||| b ||| 1 ||| 0-0 ||| 1e300 1 1\n", "count '1e300' is not a number of occurrences"),
        ("a " * 256 + "||| b ||| 1\n", "256 words"),
        (b"a ||| b\xff ||| 1\n", "byte 8 is not UTF-8"),
        (b"a ||| b\xed\xa0\x80 ||| 1\n", "not UTF-8"),
        (b"a\0 ||| b ||| 1\n", "not UTF-8"),
        ("x" * (65 << 20), "line 1: is longer than 64 MB"),
    ],
)
def test_hostile_text_is_an_input_error(tmp_path: Path, text: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        build(tmp_path, text)
    assert not list(tmp_path.glob("phrases.bin*"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no reordering scores"),
        ("a ||| b ||| 0.5\n", "none of its pairs"),
        ("a ||| 0.5 0.2 0.3\n", "2 fields"),
        ("das haus ||| the house ||| 1 1\na ||| b ||| 1\n", "line 2: 1 scores"),
    ],
)
def test_a_bad_reordering_table(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        build(tmp_path, LINE, text)


def test_a_cut_archive(tmp_path: Path) -> None:
    packed = gzip.compress((LINE * 100).encode())
    (tmp_path / "t.gz").write_bytes(packed[:-20])
    with pytest.raises(InputError, match="cut off"):
        import_moses(tmp_path / "t.gz", tmp_path / "out")


@given(st.integers(0, 10**9), st.integers(0, 255))
def test_a_damaged_file_is_an_error_or_harmless(
    tmp_path_factory: pytest.TempPathFactory, position: int, value: int
) -> None:
    folder = tmp_path_factory.mktemp("damage")
    build(folder, LINE + "das ||| the ||| 1 1 1 1 ||| 0-0\n")
    raw = bytearray((folder / "phrases.bin").read_bytes())
    raw[position % len(raw)] = value
    (folder / "phrases.bin").write_bytes(raw)
    try:
        table = PhraseTable(folder / "phrases.bin")
        table.find("das haus")
        table.verify()
    except InputError:
        pass


def test_moses_tables_of_real_text(peers: Path, tmp_path: Path) -> None:
    folder = peers / "moses-de-en"
    table = import_moses(
        folder / "phrase-table.gz", tmp_path / "phrases.bin", reordering=folder / "reordering-table.gz"
    )
    with gzip.open(folder / "phrase-table.gz", "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % 101:
                continue
            source, target, numbers, links, counts = line.split(" ||| ")[:5]
            (option,) = [o for o in table.find(source) if o.target == target]
            assert option.scores == pytest.approx([math.log(float(p)) for p in numbers.split()], abs=1e-5)
            assert [f"{i}-{j}" for i, j in option.links] == links.split()
            assert option.counts == [float(c) for c in counts.split()]
            assert sum(map(math.exp, option.reordering)) == pytest.approx(2, abs=1e-4)
    assert len(table) == 19928
    table.verify()
