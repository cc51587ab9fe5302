"""Two systems compared over several tuning seeds."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.rerank_report import BASE, Cells, over_seeds
from benchmarks.study import METRIC


def rows(right: float, seed: int, sentences: int = 200) -> np.ndarray:
    """Sentences of ten words of which so many are right."""
    matches = np.random.default_rng(seed).binomial(10, right, size=sentences)
    found = [[10, 10, *(max(m - n, 0) for n in range(4)), 10, 9, 8, 7] for m in matches]
    return np.array(found, dtype=np.int64)


def bleu(of: np.ndarray) -> float:
    return float(METRIC.scores(of.sum(axis=0)[None])[0])


def test_the_difference_is_the_mean_over_the_seeds() -> None:
    base, system = [rows(0.5, seed) for seed in (1, 2, 3)], [rows(0.6, seed) for seed in (4, 5, 6)]
    found = over_seeds(base, system)
    assert found.difference == pytest.approx(
        np.mean([bleu(b) - bleu(a) for a, b in zip(base, system, strict=True)])
    )
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low < found.difference < found.high
    assert found.p_value < 0.01


def test_no_difference_is_none() -> None:
    same = [rows(0.5, seed) for seed in (1, 2)]
    assert over_seeds(same, same).p_value == 1
    other = over_seeds([rows(0.5, 1)], [rows(0.5, 2)])
    assert other.p_value > 0.05
    assert other.low is not None
    assert other.high is not None
    assert other.low < 0 < other.high


def test_seeds_that_differ_widen_the_interval() -> None:
    base = [rows(0.5, 1)] * 3
    alike = over_seeds(base, [rows(0.55, 2)] * 3)
    apart = over_seeds(base, [rows(right, 2) for right in (0.45, 0.55, 0.65)])
    assert alike.high is not None
    assert alike.low is not None
    assert apart.high is not None
    assert apart.low is not None
    assert apart.high - apart.low > 1.5 * (alike.high - alike.low)


def test_cells_are_of_seeds_that_are_complete(tmp_path: Path) -> None:
    for seed, bleu_of in ((1, 30.0), (2, 32.0), (3, 90.0)):
        folder = tmp_path / "corpus" / f"seed{seed}"
        folder.mkdir(parents=True)
        cell = {"bleu": bleu_of, "gain": 0.0, "p": 1.0, "rows": rows(0.5, seed).tolist()}
        (folder / "baseline.json").write_text(json.dumps(cell))
        if seed < 3:
            (folder / "20_best,_None.json").write_text(json.dumps({"20 best": cell}))
    cells = Cells(tmp_path, "corpus", "20 best, None")
    assert cells.mean("", BASE) == cells.mean("20 best", "None") == "31.00"
    assert cells.differ(("", BASE, ""), ("20 best", "None", "20 best")).startswith("+0.00")
