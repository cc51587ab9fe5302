"""Operations on candidate lists against plain Python on tiny lists full of ties."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.candidates import (
    Candidate,
    CandidateLists,
    Sentence,
    concatenate,
    from_sentences,
    merge,
    read,
    write,
)
from manyways.candidates.lists import number_of

Plain = list[tuple[str, list[tuple[str, float, tuple[float, ...]]]]]

candidates = st.tuples(
    st.sampled_from(["a", "b", "a b", "", "ü"]),
    st.sampled_from([math.nan, -1.0, 0.0, 1.0]),
    st.tuples(st.sampled_from([0.0, 1.0]), st.sampled_from([0.0, 2.0])),
)
plain_lists = st.lists(
    st.tuples(st.sampled_from(["0", "1", "x"]), st.lists(candidates, max_size=5)), min_size=1, max_size=4
)


def build(plain: Plain) -> CandidateLists:
    return from_sentences(
        [
            Sentence(one, [Candidate(text, score, {"A": f[0], "B": f[1]}) for text, score, f in rows])
            for one, rows in plain
        ],
        feature_names=["A", "B"],
    )


def flatten(lists: CandidateLists) -> Plain:
    found = []
    for s, one in enumerate(lists.ids):
        rows = range(lists.sentence_offsets[s], lists.sentence_offsets[s + 1])
        found.append((one, [(lists.texts[r], lists.scores[r], tuple(lists.features[r])) for r in rows]))
    return found  # type: ignore[return-value]


def same(one: Plain, other: Plain) -> bool:
    return repr(one) == repr([(i, [(t, float(s), tuple(map(float, f))) for t, s, f in r]) for i, r in other])


def words_of(lists: CandidateLists) -> list[list[str]]:
    ids, bounds, words = lists.tokens.ids, lists.tokens.offsets, lists.tokens.vocabulary
    return [[words.word(int(i)) for i in ids[bounds[r] : bounds[r + 1]]] for r in range(len(bounds) - 1)]


@given(plain_lists)
def test_columns_hold_what_was_put_in(plain: Plain) -> None:
    lists = build(plain)
    assert same(plain, flatten(lists))
    assert words_of(lists) == [text.split() for _, rows in plain for text, _, _ in rows]
    assert lists.ranks.tolist() == [r for _, rows in plain for r in range(len(rows))]
    assert lists.top_texts() == [rows[0][0] if rows else "" for _, rows in plain]


@given(plain_lists, st.integers(0, 3))
def test_cut(plain: Plain, size: int) -> None:
    assert same([(one, rows[:size]) for one, rows in plain], flatten(build(plain).cut(size)))


@given(plain_lists)
def test_sort_is_stable(plain: Plain) -> None:
    def key(row: tuple[str, float, tuple[float, ...]]) -> float:
        return math.inf if math.isnan(row[1]) else -row[1]

    assert same([(one, sorted(rows, key=key)) for one, rows in plain], flatten(build(plain).sort()))


@given(plain_lists, st.booleans())
def test_distinct_keeps_the_best_derivation(plain: Plain, features: bool) -> None:
    def distinct(rows: list[tuple[str, float, tuple[float, ...]]]) -> list[object]:
        best: dict[object, tuple[str, float, tuple[float, ...]]] = {}
        for row in rows:
            key = (row[0], row[2]) if features else row[0]
            if key not in best or _value(row[1]) > _value(best[key][1]):
                best[key] = row
        return list(best.values())

    expected = [(one, distinct(rows)) for one, rows in plain]
    assert same(expected, flatten(build(plain).distinct(features=features)))  # type: ignore[arg-type]


def _value(score: float) -> float:
    return -math.inf if math.isnan(score) else score


@given(plain_lists, st.integers(0, 3), st.integers(0, 5))
def test_sample_is_a_part_in_order(plain: Plain, size: int, seed: int) -> None:
    lists = build(plain)
    sampled = lists.sample(size, seed=seed)
    assert sampled.sizes.tolist() == [min(size, len(rows)) for _, rows in plain]
    for (_, rows), s in zip(plain, range(len(plain)), strict=True):
        ranks = sampled.ranks[sampled.sentence_offsets[s] : sampled.sentence_offsets[s + 1]].tolist()
        assert ranks == sorted(set(ranks))
        assert all(r < len(rows) for r in ranks)
    again = lists.sample(size, seed=seed)
    assert again.ranks.tolist() == sampled.ranks.tolist()


@given(plain_lists, plain_lists)
def test_merge_brings_ids_together(one: Plain, other: Plain) -> None:
    expected: dict[str, list[tuple[str, float, tuple[float, ...]]]] = {}
    for name, rows in one + other:
        expected.setdefault(name, []).extend(rows)
    assert same(list(expected.items()), flatten(merge([build(one), build(other)])))


@given(plain_lists, st.data())
def test_split_and_concatenate(plain: Plain, data: st.DataObject) -> None:
    lists = build(plain)
    chosen = data.draw(st.lists(st.integers(0, len(plain) - 1)))
    assert same([plain[s] for s in chosen], flatten(lists.split(chosen)))
    parts = [lists.split([s]) for s in range(len(plain))]
    assert same(plain, flatten(concatenate(parts)))
    assert words_of(concatenate(parts)) == words_of(lists)


def test_concatenate_joins_features_systems_and_sparse_names() -> None:
    one = from_sentences([Sentence("0", [Candidate("a", 1, {"A": 1}, "x"), Candidate("b", 2, {"s": 3})])])
    other = from_sentences(
        [Sentence("1", [Candidate("c", 1, {"B": [4, 5]}, "y"), Candidate("d", 2, {"s": 6, "t": 7})])]
    )
    both = concatenate([one, other])
    assert both.feature_names == ("A", "B[0]", "B[1]")
    assert both.features.tolist() == [[1, 0, 0], [0, 0, 0], [0, 4, 5], [0, 0, 0]]
    assert [both.system_names[i] for i in both.systems] == ["x", "", "y", ""]
    assert both.sparse is not None
    assert both.sparse.offsets.tolist() == [0, 0, 1, 1, 3]
    assert [both.sparse.names[i] for i in both.sparse.indices] == ["s", "s", "t"]
    assert both.sparse.values.tolist() == [3, 6, 7]
    kept = both.select([1, 3])
    assert kept.sparse is not None
    assert kept.sparse.values.tolist() == [3, 6, 7]
    assert [kept.sparse.names[i] for i in kept.sparse.indices] == ["s", "s", "t"]


def test_attaching() -> None:
    lists = build([("0", [("a", 1.0, (1.0, 2.0))]), ("1", [("b", 2.0, (3.0, 4.0))])])
    more = lists.with_sources(["q", "r"]).with_references(["s", "t"], ["u", "v"])
    more = more.with_features(["B", "C"], [[7, 8], [9, 10]]).with_statistics(np.array([[1], [2]]), "m")
    assert more.feature_names == ("A", "B", "C")
    assert more.features.tolist() == [[1, 7, 8], [3, 9, 10]]
    part = more.split([1])
    assert part.sources is not None
    assert part.references is not None
    assert list(part.sources) == ["r"]
    assert [list(each) for each in part.references] == [["t"], ["v"]]
    assert part.statistics is not None
    assert part.statistics.tolist() == [[2]]
    with pytest.raises(ValueError, match="2 references are needed"):
        lists.with_references(["one"])


def test_rows_must_keep_the_order_of_sentences() -> None:
    lists = build([("0", [("a", 1.0, (1.0, 2.0))]), ("1", [("b", 2.0, (3.0, 4.0))])])
    with pytest.raises(ValueError, match="order of the sentences"):
        lists.select([1, 0])


@given(plain_lists)
def test_json_lines_give_everything_back(tmp_path: Path, plain: Plain) -> None:
    lists = build(plain).with_sources(['q\n"\\\t\u2028'] * len(plain))
    lists = lists.with_references(["r"] * len(plain), ["\x01"] * len(plain))
    write(lists, tmp_path / "a.jsonl")
    if len({one for one, _ in plain}) == len(plain):
        again = read(tmp_path / "a.jsonl")
        assert same(plain, flatten(again))
        assert again.sources is not None
        assert again.references is not None
        assert list(again.sources) == ['q\n"\\\t\u2028'] * len(plain)
        assert [list(each) for each in again.references] == [["r"] * len(plain), ["\x01"] * len(plain)]


def test_candidates_that_differ_in_sparse_features_alone_are_two() -> None:
    """In which feature, in its value, or in whether they have one."""
    rows = [{"s": 1.0}, {"s": 2.0}, {"t": 1.0}, {}, {"s": 1.0, "t": 1.0}]
    names = {"A": 1.0}  # dense
    texts = [Candidate("a", 0.0, {**names, **row}) for row in [*rows, *rows]]
    others = [Candidate(text, 0.0, names) for text in "bcdefghijk"]  # so that s and t are rare
    lists = from_sentences([Sentence("0", [*texts, *others])])
    assert lists.sparse is not None
    assert lists.distinct(features=True).candidate_count == len(rows) + len(others)
    assert lists.distinct().candidate_count == 1 + len(others)


@pytest.mark.parametrize(
    ("id", "number"), [("0", 0), ("007", 7), ("x", None), ("", None), ("²", None), ("-1", None)]
)
def test_an_id_is_a_number_if_it_is_written_as_one(id: str, number: int | None) -> None:
    assert number_of(id) == number
    assert number_of("9" * 15) == 10**15 - 1
    assert number_of("9" * 16) is None  # longer than any numbering


def test_lists_with_a_place_say_the_line_of_each_candidate_and_lack_nothing() -> None:
    lists = from_sentences([Sentence("0", [Candidate("a"), Candidate("b")]), Sentence("1", [Candidate("c")])])
    placed = lists.with_origin("f.txt", "text", np.array([3, 7]))
    assert placed.origin is not None
    assert placed.origin.lines.tolist() == [3, 3, 7]
    assert placed.origin.incomplete.tolist() == []
    assert placed.nbytes - replace(lists, origin=None).nbytes == 8 * (3 + 2)
