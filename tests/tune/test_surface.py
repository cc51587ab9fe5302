"""The best point of a plane against all its faces; pictures against the scores of single points."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from manyways.candidates import write
from manyways.cli.main import app
from manyways.errors import ConfigError
from manyways.metrics import Bleu, Metric, Ter
from manyways.model.weights import Weights
from manyways.tune.surface import along, curve, surface, towards
from tests.oracles import geometry as oracle
from tests.support.examples import general, random_examples
from tests.support.planted import planted_lists


@pytest.mark.parametrize("seed", range(6))
def test_no_face_of_the_plane_is_better(seed: int) -> None:
    examples = general(seed, sentences=4, size=4, features=4)
    weights = np.random.default_rng(seed).normal(size=4)
    found = surface(examples, weights, "f1", "f3", size=(8, 6), threads=1)
    rest = weights * [1, 0, 1, 0]
    planes = np.column_stack([examples.features @ rest, examples.features[:, 1], examples.features[:, 3]])
    expected = oracle.best_on_plane(examples, planes, found.window)
    assert examples.direction * found.best_value == pytest.approx(expected, abs=1e-9)
    assert examples.value(found.weights) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("metric", [Bleu(), Ter()], ids=["bleu", "ter"])
@pytest.mark.parametrize("seed", range(4))
def test_with_ties_no_point_is_better(seed: int, metric: Metric) -> None:
    examples = random_examples(seed, metric=metric, sentences=12)
    rng = np.random.default_rng(seed)
    weights = rng.normal(size=3)
    found = surface(examples, weights, "f0", "f2", size=(40, 30), threads=1)
    assert examples.value(found.weights) == pytest.approx(examples.direction * found.best_value, abs=1e-9)
    left, right, bottom, top = found.window
    for x, y in zip(rng.uniform(left, right, 100), rng.uniform(bottom, top, 100), strict=True):
        value = examples.value(np.array([x, weights[1], y]))
        assert value <= examples.direction * found.best_value + 1e-9


def test_every_edge_is_looked_at_once() -> None:
    """Of one list an edge is one piece, but for what shows beside its ends."""
    examples = general(5, sentences=1, size=300, features=3)
    at = examples.features[:, :2]
    bent = replace(examples, features=np.column_stack([at, -(at**2).sum(axis=1)]))
    found = surface(bent, np.array([1.0, 1.0, 0.5]), "f0", "f1", size=(4, 3), threads=2)
    assert 512 < found.edges <= found.pieces < 1.1 * found.edges


def test_a_picture_shows_the_score_of_each_point() -> None:
    examples = general(3, sentences=10, size=6, features=3)
    weights = np.array([0.7, -0.4, 0.2])
    found = surface(examples, weights, "f0", "f1", size=(20, 10), threads=1)
    left, right, bottom, top = found.window
    for row in range(10):
        for column in range(20):
            x = left + (right - left) * (column + 0.5) / 20
            y = top - (top - bottom) * (row + 0.5) / 10
            at = examples.direction * examples.value(np.array([x, y, 0.2]))
            assert found.values[row, column] == pytest.approx(at)
    other = surface(examples, weights, "f0", "f1", size=(20, 10), threads=4)
    assert (other.best, other.pieces) == (found.best, found.pieces)
    inside = np.all((found.face >= [left, bottom]) & (found.face <= [right, top]))
    assert inside
    line = curve(examples, weights, "f0")
    for x in np.linspace(*line.limits, 30):
        at = examples.direction * examples.value(np.array([x, -0.4, 0.2]))
        assert line.values[np.searchsorted(line.starts, x, side="right") - 1] == pytest.approx(at)


@pytest.mark.parametrize("metric", [Bleu(), Ter()], ids=["bleu", "ter"])
def test_a_line_shows_the_score_along_any_direction(metric: Metric) -> None:
    examples = random_examples(4, metric=metric, sentences=12)
    weights, others = np.array([0.71, -0.43, 0.19]), np.array([-3.1, 2.2, 1.7])
    step = np.array([1.0, 0.0, -2.5])
    size, other = weights / np.abs(weights).sum(), others / np.abs(others).sum()
    for line, origin, direction in (
        (along(examples, weights, {"f0": 1.0, "f2": -2.5}), weights, step),
        (towards(examples, weights, others), size, other - size),
    ):
        assert line.limits[0] < line.at == 0.0 < line.limits[1]
        assert len(line.starts) > 3
        for x in np.linspace(*line.limits, 31) + 1e-3:
            at = examples.direction * examples.value(origin + x * direction)
            assert line.values[np.searchsorted(line.starts, x, side="right") - 1] == pytest.approx(at)


def test_directions_that_lead_nowhere_are_refused() -> None:
    examples = general(1, sentences=3, size=3, features=2)
    for direction in ({"f0": 0.0}, {"f0": float("nan")}, {"f9": 1.0}):
        with pytest.raises(ConfigError, match="--surface"):
            along(examples, np.ones(2), direction)
    with pytest.raises(ConfigError, match="other weights to go to"):
        towards(examples, np.ones(2), 2 * np.ones(2))


def test_features_that_are_not_there_are_refused() -> None:
    examples = general(1, sentences=3, size=3, features=2)
    with pytest.raises(ConfigError, match="one of f0, f1"):
        surface(examples, np.ones(2), "f0", "f9")
    with pytest.raises(ConfigError, match="two different"):
        surface(examples, np.ones(2), "f0", "f0")


def test_the_report_has_the_surface(tmp_path: Path) -> None:
    path, report = tmp_path / "lists.jsonl", tmp_path / "report.html"
    write(planted_lists(), path)
    common = [
        "tune",
        "--candidates",
        str(path),
        "--with",
        "mira",
        "--quiet",
        "--html",
        str(report),
        "--force",
    ]
    done = CliRunner().invoke(app, [*common, "--surface", "LM0,WordPenalty0"])
    assert done.exit_code == 0, done.output
    text = report.read_text()
    assert text.count("<svg") >= 2
    assert "best of the plane" in text
    start = tmp_path / "start.toml"
    Weights({"LM0": 1.0, "WordPenalty0": 1.0}).write(start)
    for line, label in (("LM0", "weight of LM0"), ("LM0=1,WordPenalty0=-2", "-2"), (str(start), "(1)")):
        done = CliRunner().invoke(app, [*common, "--surface", line])
        assert done.exit_code == 0, done.output
        assert label in report.read_text()
    out = tmp_path / "weights.toml"
    for wrong in (
        "LM0,Nothing",
        "Nothing",
        "Nothing=1",
        "LM0=much",
        "LM0,WordPenalty0,LM0",
        "LM0,LM0",
        "LM0=1,LM0=2",
        "",
    ):
        failed = CliRunner().invoke(app, [*common, "--surface", wrong, "--out", str(out)])
        assert not out.exists(), "tuned before it was refused"
        assert isinstance(failed.exception, ConfigError)
        assert "WordPenalty0" in str(failed.exception)
