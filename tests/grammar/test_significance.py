"""Which rules are no accident: counts, the test and what training keeps equal the slow, obvious way."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways.grammar import RuleSettings, RuleTable, extract, significance, train
from tests.oracles import phrases as pair_oracle
from tests.oracles import significance as slow
from tests.support.linked import linked_text, random_corpus, sentences
from tests.support.rules import limits, spelled

EPSILON = 0.01
Key = tuple[str, str]


@settings(max_examples=60)
@given(st.lists(sentences(), min_size=1, max_size=6), limits)
def test_counts_and_values_equal_the_definition(
    corpus: list[pair_oracle.Sentence], limits: RuleSettings
) -> None:
    text, _, _ = linked_text(corpus)
    rows, _ = extract(text, settings=limits)
    counts, values = significance(text, settings=limits)
    assert len(counts) == len(values) == len(rows)
    for row, count, value in zip(rows.tolist(), counts.tolist(), values.tolist(), strict=True):
        expected = slow.counts(spelled(corpus, row), corpus, limits)
        assert tuple(count) == expected
        assert value == pytest.approx(slow.value(*expected, len(corpus)), abs=1e-9)


def test_a_gap_needs_words_and_neighbours_stay_neighbours() -> None:
    # `a [X] b` stands in lines 1 and 2; in line 3 nothing is between, in 4 the order is another, and in
    # line 5 `b` is there once only, before the `a` that has room behind it.
    source = ["a c b", "c a c c b", "a b", "b c a", "b a c"]
    links = frozenset({(0, 0), (1, 1), (2, 2)})
    corpus = [pair_oracle.Sentence(tuple(source[0].split()), ("x", "z", "y"), links)]
    corpus += [pair_oracle.Sentence(tuple(line.split()), ("x",), frozenset()) for line in source[1:]]
    text, _, _ = linked_text(corpus)
    chosen = RuleSettings(hole_source=1)
    rows, _ = extract(text, settings=chosen)
    found = {spelled(corpus, row).source: n for n, row in enumerate(rows.tolist())}
    counts, _ = significance(text, settings=chosen)
    assert counts[found["a", "[X]", "b"]].tolist() == [2, 1, 1]
    assert counts[found["[X]", "b"]].tolist() == [3, 1, 1]
    assert counts[found["a", "[X]"]].tolist() == [4, 1, 1]


def test_alpha_is_what_two_sides_seen_once_together_have() -> None:
    corpus = [pair_oracle.Sentence((f"s{i}",), (f"t{i}",), frozenset({(0, 0)})) for i in range(50)]
    text, _, _ = linked_text(corpus)
    _, values = significance(text)
    assert values.tolist() == pytest.approx([math.log(50)] * 50)


def related_corpus(seed: int, size: int) -> list[pair_oracle.Sentence]:
    """Words of the two sides that belong together, some of them left out."""
    random = np.random.default_rng(seed)
    corpus = []
    for _ in range(size):
        words = random.integers(0, 12, random.integers(1, 7))
        links = {(i, i) for i in range(len(words)) if random.random() < 0.8}
        target = [w if random.random() < 0.9 else 12 for w in words]
        corpus.append(
            pair_oracle.Sentence(
                tuple(f"s{w}" for w in words), tuple(f"t{w}" for w in target), frozenset(links)
            )
        )
    return corpus


def decided(corpus: list[pair_oracle.Sentence], least: float) -> set[Key]:
    """The rules whose value is more than `least`."""
    text, _, _ = linked_text(corpus)
    rows, _ = extract(text)
    _, values = significance(text)
    rules = (spelled(corpus, row) for row in rows.tolist())
    return {
        (" ".join(rule.source), " ".join(rule.target))
        for rule, value in zip(rules, values.tolist(), strict=True)
        if value > least
    }


def kept(corpus: list[pair_oracle.Sentence], path: Path, chosen: RuleSettings, threads: int = 1) -> set[Key]:
    text, source, target = linked_text(corpus)
    summary = train(text, (source, target), path, settings=chosen, threads=threads)
    rules = RuleTable(path)
    assert len(rules) == summary.kept
    sides = {" ".join(spelled(corpus, row).source) for row in extract(text)[0].tolist()}
    return {(side, rule.target) for side in sides for rule in rules.find(side)}


@pytest.mark.parametrize(("evidence", "margin"), [("once", -EPSILON), ("more", EPSILON)])
def test_training_keeps_what_the_test_says(tmp_path: Path, evidence: str, margin: float) -> None:
    corpus = related_corpus(5, 150)
    chosen = RuleSettings(evidence=evidence, least_pairs=1, table_limit=0)  # type: ignore[arg-type]
    expected = decided(corpus, math.log(len(corpus)) + margin)
    everything = decided(corpus, -1)
    assert 50 < len(expected) < len(everything) - 50
    assert kept(corpus, tmp_path / "some", chosen, threads=2) == expected
    assert kept(corpus, tmp_path / "all", RuleSettings(least_pairs=1, table_limit=0)) == everything


def test_the_limit_comes_before_the_test(tmp_path: Path) -> None:
    corpus = random_corpus(6, 150)
    cut = kept(corpus, tmp_path / "cut", RuleSettings(least_pairs=1, table_limit=2))
    both = kept(corpus, tmp_path / "both", RuleSettings(least_pairs=1, table_limit=2, evidence="once"))
    assert both == cut & decided(corpus, math.log(len(corpus)) - EPSILON)
    assert both < cut


@pytest.mark.parametrize("rare_count", [1e9, 0.51, 0.251, 0.0])
def test_rules_with_gaps_of_too_few_pairs_need_a_large_count(tmp_path: Path, rare_count: float) -> None:
    corpus = random_corpus(7, 200)
    text, _, _ = linked_text(corpus)
    pairs: dict[Key, set[int]] = {}
    counts: Counter[Key] = Counter()
    for row, count in zip(*(column.tolist() for column in extract(text)), strict=True):
        rule = spelled(corpus, row)
        key = " ".join(rule.source), " ".join(rule.target)
        pairs.setdefault(key, set()).add(row[0])
        counts[key] += count
    expected = {
        rule
        for rule, seen in pairs.items()
        if "[X]" not in rule[0] or len(seen) > 1 or counts[rule] >= rare_count
    }
    share = len(expected) / len(pairs)
    assert (share == 1) if rare_count == 0 else share < (0.6 if rare_count == 1e9 else 0.95)
    assert kept(corpus, tmp_path / "some", RuleSettings(least_pairs=2, rare_count=rare_count)) == expected


FEW = RuleSettings(least_pairs=2, rare_count=1e9, table_limit=1)


def test_only_targets_of_kept_rules_are_written(tmp_path: Path) -> None:
    corpus = random_corpus(8, 200)
    text, source, target = linked_text(corpus)
    summary = train(text, (source, target), tmp_path / "r", settings=FEW)
    rules = kept(corpus, tmp_path / "again", FEW)
    assert summary.target_sides == len({target for _, target in rules})
    assert summary.source_sides == len({source for source, _ in rules})
    assert summary.rules > 2 * summary.kept


def test_the_same_file_for_any_threads(tmp_path: Path) -> None:
    text, source, target = linked_text(random_corpus(9, 1300))
    for threads in (1, 2, 3):
        path = tmp_path / str(threads)
        chosen = RuleSettings(evidence="more", memory=1 if threads == 3 else 64)
        train(text, (source, target), path, settings=chosen, threads=threads)
    contents = {path.read_bytes() for path in tmp_path.iterdir()}
    assert len(contents) == 1


def test_values_of_large_counts_are_exact() -> None:
    # 400 pairs: `a` in 300, `x` in 200, both in 160; and `a` everywhere says nothing.
    def line(n: int) -> pair_oracle.Sentence:
        source = ("a",) if n < 300 else ("b",)
        target = ("x",) if n < 160 or n >= 360 else ("y",)
        return pair_oracle.Sentence(source, target, frozenset({(0, 0)}))

    text, _, _ = linked_text([line(n) for n in range(400)])
    counts, values = significance(text)
    assert counts[0].tolist() == [300, 200, 160]
    assert values[0] == pytest.approx(slow.value(300, 200, 160, 400), rel=1e-9)
    everywhere = [pair_oracle.Sentence(("a",), ("x",), frozenset({(0, 0)})) for _ in range(20)]
    _, nothing = significance(linked_text(everywhere)[0])
    assert np.all(nothing == 0)
