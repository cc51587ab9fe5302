"""Coverage, oracles, list statistics and quartiles against slow twins and by hand."""

from __future__ import annotations

import statistics as python_statistics
from itertools import pairwise

import numpy as np
import pytest

from manyways.errors import ConfigError
from manyways.metrics import Bleu, Chrf, Coverage, Metric, Ter
from manyways.metrics.oracle import best_each, best_together, first_of_each
from manyways.metrics.quality import list_statistics, quartiles
from tests.oracles.metrics import (
    slow_best_choice,
    slow_bleu_row,
    slow_bleu_score,
    slow_coverage,
    slow_novelty,
)
from tests.support.nbest import NBest, random_lists


@pytest.mark.parametrize("combine", ["max", "sum"])
@pytest.mark.parametrize("seed", range(5))
def test_coverage_is_the_slow_twins(seed: int, combine: str) -> None:
    lists = random_lists(seed, sentences=20, candidates=5)
    coverage = Coverage(tokenise="none", combine=combine)  # type: ignore[arg-type]
    rows = coverage.statistics(lists)
    expected = [
        slow_coverage(each, [reference[s] for reference in lists.references], combine)
        for s, each in enumerate(lists.lists)
    ]
    assert coverage.sentence_scores(rows) == pytest.approx(expected)
    assert coverage.score(rows, references=2).value == pytest.approx(np.mean(expected))
    assert np.array_equal(coverage.statistics(lists, threads=1), coverage.statistics(lists, threads=8))


def test_coverage_by_hand() -> None:
    # The list has "a b" and "b c" but no one candidate has "a b c": 3/3 words, (2+1)/(2+1) pairs,
    # (0+1)/(1+1) triples, no four-grams wanted: (0+1)/(0+1).
    rows = Coverage().statistics(NBest([["a b", "b c"]], [["a b c"]]))
    assert rows.tolist() == [[3, 2, 0, 0, 3, 2, 1, 0]]
    assert Coverage().score(rows).value == pytest.approx(100 * 0.5**0.25)
    assert "combine:max" in str(Coverage().signature(1))
    twice = NBest([["a", "a"]], [["a a"]])
    assert Coverage().statistics(twice)[0, 0] == 1
    assert Coverage(combine="sum").statistics(twice)[0, 0] == 2
    with pytest.raises(ConfigError, match=r"coverage\.combine must be max or sum"):
        Coverage(combine="mean")  # type: ignore[arg-type]


@pytest.mark.parametrize("metric", [Bleu(), Chrf(), Ter()], ids=lambda each: each.name)
@pytest.mark.parametrize("seed", range(3))
def test_oracles(metric: Metric, seed: int) -> None:
    lists = random_lists(seed, sentences=4, candidates=4)
    rows = metric.statistics(lists)
    sign = 1 if metric.higher_is_better else -1
    values = sign * metric.sentence_scores(rows)
    each = best_each(metric, rows, lists.sentence_offsets)
    for (start, end), row in zip(pairwise(lists.sentence_offsets), each, strict=True):
        assert row == start + int(np.argmax(values[start:end]))

    def corpus(choice: np.ndarray) -> float:
        return sign * metric.score(rows[choice].sum(axis=0)).value

    together = best_together(metric, rows, lists.sentence_offsets)
    first = first_of_each(lists.sentence_offsets)
    assert corpus(together) >= corpus(each)
    assert corpus(together) >= corpus(first)
    best = slow_best_choice(lambda sums: sign * metric.score(sums).value, rows, lists.sentence_offsets)
    assert corpus(together) <= best + 1e-9
    for s, (start, end) in enumerate(pairwise(lists.sentence_offsets)):
        for row in range(start, end):  # no single change betters it
            other = together.copy()
            other[s] = row
            assert corpus(other) <= corpus(together)


def test_oracle_leaves_empty_lists_out() -> None:
    lists = NBest([[], ["a", "b"], []], [["x", "b", "y"]])
    rows = Bleu().statistics(lists)
    assert best_each(Bleu(), rows, lists.sentence_offsets).tolist() == [1]
    assert best_together(Bleu(), rows, lists.sentence_offsets).tolist() == [1]
    assert first_of_each(lists.sentence_offsets).tolist() == [0]


@pytest.mark.parametrize("seed", range(4))
def test_list_statistics_are_the_slow_twins(seed: int) -> None:
    lists = random_lists(seed, sentences=15, candidates=6)
    metric = Bleu(tokenise="none")
    table = list_statistics(metric, lists, tokenise="none")
    values = metric.sentence_scores(metric.statistics(lists))
    for s, texts in enumerate(lists.lists):
        own = values[lists.sentence_offsets[s] : lists.sentence_offsets[s + 1]].tolist()
        assert (table.size[s], table.distinct[s]) == (len(texts), len(set(texts)))
        assert (table.first[s], table.minimum[s], table.maximum[s]) == (own[0], min(own), max(own))
        assert table.median[s] == pytest.approx(python_statistics.median(own))
        alike = [
            slow_bleu_score(slow_bleu_row(text, texts[:i] + texts[i + 1 :])) for i, text in enumerate(texts)
        ] if len(texts) > 1 else [100.0]  # fmt: skip
        assert table.self_bleu[s] == pytest.approx(np.mean(alike))
        new = [slow_novelty(text, texts[0]) for text in texts[1:]]
        assert table.novelty[s] == pytest.approx(np.mean(new) if new else 0.0)
    assert table.means()["size"] == pytest.approx(np.mean(table.size))


def test_quartiles() -> None:
    # First candidates with 0, 1, 2 and 3 of three words right, in mixed order.
    lists = NBest([["a b c", "x"], ["x x x", "a b c"], ["a x c", "a b c"], ["a x x"]], [["a b c"] * 4])
    metric = Ter()
    table = quartiles(metric, metric.statistics(lists), lists.sentence_offsets)
    assert [each.sentences for each in table] == [1, 1, 1, 1]
    assert [round(each.first) for each in table] == [100, 67, 33, 0]
    assert [round(each.minimum) for each in table] == [0, 67, 0, 0]
    assert [round(each.maximum) for each in table] == [100, 67, 33, 100]
    assert quartiles(metric, metric.statistics(NBest([], [[]])), np.zeros(1, dtype=np.int64)) == []
