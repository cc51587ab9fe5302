"""`manyways explain-search` and its report, on the embedded language."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from manyways.exact import ExactSettings
from manyways.report.explain import HEADER, explain, in_words
from manyways.search import BeamSearch, BeamSettings, PhraseModel
from manyways.text import toy
from tests.oracles.derivations import random_model


def test_a_search_error_is_found_and_drawn(tmp_path: Path) -> None:
    model, table = random_model(1, tmp_path, order=2)
    decoder: PhraseModel = model.decoder(table, -1, "free")
    sentences = ["u v w u", "v  u", "", "w x u v w"]
    poor = BeamSettings(pops=1, stack=1)
    found = explain(decoder, sentences, ExactSettings(), beam=poor, threads=1)
    summary = found.summary()
    assert summary["certified"] == 4
    assert summary["unknown"] == 0
    good = BeamSearch(decoder, BeamSettings(pops=10**5, stack=10**5)).best(
        [" ".join(s.split()) for s in sentences]
    )
    for each, best in zip(found.sentences, good, strict=True):
        assert each.proof.lower == pytest.approx(best.score, abs=1e-5)
        assert each.search_error == (each.beam.score < best.score - 1e-4)
    assert summary["search_errors"] == sum(each.search_error is True for each in found.sentences) > 0
    assert [len(row) for row in found.rows()] == [len(HEADER)] * 4
    html = found.report(pictures=2).html()
    assert "The bounds of the published algorithm" in html
    assert html.count("<svg") == 4
    assert "4 of 4 translations carry a certificate" in in_words(summary)


def test_the_command_says_it_in_three_ways(trained: Path, tmp_path: Path) -> None:
    lines = toy.generate(4, split="test").raw_sources
    (tmp_path / "in.de").write_text("\n".join(lines) + "\n", encoding="utf-8")
    verb = [
        sys.executable,
        "-m",
        "manyways",
        "explain-search",
        str(trained),
        str(tmp_path / "in.de"),
        "--quiet",
    ]
    report = tmp_path / "report.html"
    run = subprocess.run(
        [*verb, "--json", "--stack", "1", "--pops", "1", "--html", str(report), "--pictures", "1"],
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    answer = json.loads(run.stdout)
    assert answer["summary"]["certified"] == 4
    assert [each["status"] for each in answer["sentences"]] == ["optimal"] * 4
    assert all(each["exact"]["score"] >= each["beam"]["score"] - 1e-6 for each in answer["sentences"])
    assert "<svg" in report.read_text(encoding="utf-8")
    table = subprocess.run(verb, capture_output=True, check=True, text=True).stdout
    assert "4 of 4 translations carry a certificate" in table
    hasty = [*verb, "--json", "--time-limit", "1e-9"]
    answer = json.loads(subprocess.run(hasty, capture_output=True, check=True, text=True).stdout)
    assert [each["status"] for each in answer["sentences"]] == ["time limit"] * 4
    assert [each["upper"] for each in answer["sentences"]] == [None] * 4
    for option in ("--proof", "--space"):
        wrong = subprocess.run([*verb, option, "magic"], capture_output=True, check=False, text=True)
        assert wrong.returncode == 2
        assert "magic" in wrong.stderr
