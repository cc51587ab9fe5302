"""What every metric promises, asked of each of them."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

import manyways
from manyways.metrics import Bleu, Chrf, Metric, Ter
from manyways.metrics.coverage import Coverage
from manyways.text.column import TextColumn
from tests.support.nasty_texts import real_set
from tests.support.nbest import NBest, random_lists
from tests.support.python_metrics import CommonWords, OtherWords

METRICS = {
    "bleu": Bleu(),
    "bleu-lc-intl": Bleu(tokenise="intl", lowercase=True),
    "bleu-shortest": Bleu(reference_length="shortest"),
    "chrf": Chrf(),
    "chrf++": Chrf(word_order=2),
    "ter": Ter(),
    "python": CommonWords(),
    "python-lc": CommonWords(lowercase=True),
    "python-lower": OtherWords(),
}
every_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS.keys())


@every_metric
def test_statistics_add(metric: Metric) -> None:
    lists = random_lists(1, sentences=30, candidates=1)
    rows = metric.statistics(lists)
    whole = metric.corpus_score(list(lists.texts), lists.references)
    assert metric.score(rows.sum(axis=0)).value == whole.value
    halves = np.stack([rows[:15].sum(axis=0), rows[15:].sum(axis=0)])
    assert metric.scores(halves.sum(axis=0, keepdims=True))[0] == whole.value


@every_metric
def test_the_reference_scores_best(metric: Metric) -> None:
    lists = random_lists(2, sentences=20, candidates=8)
    values = metric.sentence_scores(metric.statistics(lists))
    for reference in lists.references:
        own = metric.sentence_scores(metric.statistics(reference, lists.references))
        for s in range(20):
            mine = values[lists.sentence_offsets[s] : lists.sentence_offsets[s + 1]]
            if metric.higher_is_better:
                assert own[s] == pytest.approx(100)
                assert mine.max() <= own[s] + 1e-9
            else:
                assert own[s] == 0
                assert mine.min() >= 0


@every_metric
def test_any_number_of_threads(metric: Metric) -> None:
    lists = random_lists(3, sentences=150, candidates=4)
    one = metric.statistics(lists, threads=1)
    for threads in (2, 8):
        assert np.array_equal(metric.statistics(lists, threads=threads), one)


@every_metric
def test_a_row_does_not_depend_on_its_neighbours(metric: Metric) -> None:
    lists = random_lists(4, sentences=12, candidates=6)
    rows = metric.statistics(lists)
    for s in range(12):
        for c in range(lists.sentence_offsets[s], lists.sentence_offsets[s + 1]):
            alone = metric.statistics([lists.texts[c]], [[each[s]] for each in lists.references])
            assert np.array_equal(alone[0], rows[c])


@every_metric
def test_lists_of_all_sizes(metric: Metric) -> None:
    lists = NBest([[], ["a b"], ["a", "b", ""], []], [["a b", "a c", "b", "c"]])
    assert metric.statistics(lists).shape == (4, metric.columns)
    none = NBest([], [[]])
    assert metric.statistics(none).shape == (0, metric.columns)


@every_metric
def test_two_callers_at_once(metric: Metric) -> None:
    lists = random_lists(5, sentences=40, candidates=3)
    expected = metric.statistics(lists)
    found: list[np.ndarray] = []
    callers = [threading.Thread(target=lambda: found.append(metric.statistics(lists))) for _ in range(3)]
    for each in callers:
        each.start()
    for each in callers:
        each.join()
    assert all(np.array_equal(rows, expected) for rows in found)


@every_metric
def test_rows_of_another_metric_are_refused(metric: Metric) -> None:
    with pytest.raises(ValueError, match="of another metric"):
        metric.scores(np.zeros((2, metric.columns + 1), dtype=np.int64))


@every_metric
def test_bytes_that_are_not_text_do_no_harm(metric: Metric) -> None:
    raw = np.frombuffer(b"a \xff\xfe b\xe2\x82 \xf0\x9f", dtype=np.uint8)
    column = TextColumn(raw, np.array([0, 3, 9, len(raw)], dtype=np.int64))
    lowered = metric.lowercase
    if not lowered:
        assert metric.statistics(column, [column]).shape[0] == 3


@every_metric
def test_real_text_of_every_size_of_list(data: Path, metric: Metric) -> None:
    hypotheses, references = real_set(data, "wmt22-zh-en", 200)
    assert 0 < metric.corpus_score(hypotheses, references).value < 100


@pytest.mark.parametrize("metric", [*METRICS.values(), Coverage()], ids=[*METRICS, "coverage"])
def test_the_signature_ends_with_the_version_that_scored(
    metric: Metric | Coverage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert str(metric.signature(2)).endswith(f"|version:manyways-{manyways.__version__}")
    monkeypatch.setattr(manyways, "__version__", "9.8.7")
    assert metric.signature(2).items[-1] == ("version", "manyways-9.8.7")
