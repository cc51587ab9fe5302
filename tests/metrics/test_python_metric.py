"""A metric of five methods in Python does what the others do: oracles, intervals, tests; not tuning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import manyways.metrics.python
from manyways.candidates import read
from manyways.errors import ConfigError
from manyways.metrics import Bleu, Metric, PythonMetric, Ter
from manyways.metrics.evaluation import compare, evaluate, oracles
from manyways.metrics.oracle import best_each, best_together
from manyways.metrics.report import ReportSettings, as_json, print_evaluations
from manyways.tune import Examples, Mert, tune
from tests.support.nbest import random_lists
from tests.support.python_metrics import CommonWords, OtherWords


class Twin(PythonMetric):
    """A compiled metric as if it were written in Python."""

    def __init__(self, metric: Metric) -> None:
        self.metric, self.name = metric, metric.name

    @property
    def columns(self) -> int:
        return self.metric.columns

    @property
    def higher_is_better(self) -> bool:
        return self.metric.higher_is_better

    def sentence_statistics(self, candidates: Any, references: Any) -> Any:
        return self.metric.statistics(candidates, [[each] * len(candidates) for each in references])

    def corpus_value(self, sums: Any) -> float:
        return float(self.metric.scores(sums[None])[0])

    def sentence_value(self, row: Any) -> float:
        return float(self.metric.sentence_scores(row[None])[0])

    def settings(self) -> dict[str, object]:
        return self.metric.settings()


@pytest.mark.parametrize("metric", [Bleu(), Ter()], ids=lambda each: each.name)
@pytest.mark.parametrize("seed", range(3))
def test_rows_scores_and_oracles_are_the_compiled_twins(metric: Metric, seed: int) -> None:
    lists, twin = random_lists(seed, sentences=8, candidates=6), Twin(metric)
    rows = twin.statistics(lists)
    assert np.array_equal(rows, metric.statistics(lists))
    assert np.array_equal(twin.sentence_scores(rows), metric.sentence_scores(rows))
    for choose in (best_each, best_together):
        ours = choose(twin, rows, lists.sentence_offsets)
        assert np.array_equal(ours, choose(metric, rows, lists.sentence_offsets))
    assert str(twin.score(rows.sum(axis=0))) == str(metric.score(rows.sum(axis=0)))


@pytest.fixture
def lists(tmp_path: Path) -> Any:
    lines = []
    for i in range(6):
        texts = (f"a b {i}", f"a b c {i}", "x")
        candidates = [{"text": text, "features": {"f": len(text)}} for text in texts]
        record = {"id": str(i), "references": [f"a b c {i}"], "candidates": candidates}
        lines.append(json.dumps(record) + "\n")
    (tmp_path / "lists.jsonl").write_text("".join(lines))
    return read(tmp_path / "lists.jsonl")


def test_everything_that_reports_a_score_takes_it(lists: Any, capsys: pytest.CaptureFixture[str]) -> None:
    metrics: dict[str, Metric] = {"common": CommonWords(), "other": OtherWords()}
    first = evaluate("one", lists, metrics, seed=1)
    assert first.scores["common"].value == pytest.approx(100 * 6 / 7)
    assert str(first.scores["common"].signature).startswith("nrefs:1|")
    assert oracles(first)["common"]["together"].value == 100
    assert oracles(first)["other"]["each"].value == 0
    second = evaluate("two", lists.split(np.arange(6)), metrics, seed=1)
    assert compare(first, second, seed=1)["common"]["difference"] == 0
    settings = ReportSettings(oracle=True, quartiles=True, compare=True)
    assert as_json([first, second], settings, threads=1)["scores"]["other"]["value"] == pytest.approx(100 / 7)
    print_evaluations([first, second], settings, threads=1)
    assert "other: lower is better" in capsys.readouterr().out


def test_tuning_says_that_it_needs_a_compiled_metric(lists: Any) -> None:
    with pytest.raises(ConfigError, match=r"metric must be a compiled one \(BLEU, chrF, TER\).*'common'"):
        tune(Examples.from_lists(lists, CommonWords()), Mert(restarts=2), threads=1)


@pytest.mark.parametrize("rows", [[[1, 2]], [[1, 2, 3], [1, 2, 3]], [[1.5, 2, 3]], [1, 2, 3]])
def test_rows_that_do_not_fit_are_refused(rows: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CommonWords, "sentence_statistics", lambda *arguments: rows)
    with pytest.raises(
        ValueError, match=r"common: sentence_statistics gave .* expected whole numbers of shape \(1, 3\)"
    ):
        CommonWords().statistics(["a"], [["a"]])


def test_one_of_the_five_is_missing() -> None:
    class Lacking(CommonWords):
        settings = PythonMetric.settings

    with pytest.raises(TypeError, match="settings"):
        Lacking()  # type: ignore[abstract]


def test_the_metric_of_the_documentation_is_one() -> None:
    text = (manyways.metrics.python.__doc__ or "").partition("\n\n")[2].partition("\n\nThey are")[0]
    lines = [line.removeprefix("    ") for line in text.splitlines()]
    names: dict[str, Any] = {"PythonMetric": PythonMetric}
    code = compile("\n".join(lines), "docstring", "exec")
    exec(code, names)
    assert names["Length"]().corpus_score(["a cat"], [["the cat"]]).value == pytest.approx(500 / 7)
