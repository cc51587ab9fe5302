from __future__ import annotations

from pathlib import Path

import pytest

from manyways.demo import run_demo


@pytest.mark.slow
def test_the_demo_ends_with_a_report_and_sensible_scores(tmp_path: Path) -> None:
    demo = run_demo(tmp_path)
    scores = dict(demo.rows)
    bleu = scores["tuned (MERT)"]["BLEU"].value
    assert 58 < bleu < 95, "the embedded language should be neither too hard nor too easy"
    assert scores["best of 100 (oracle)"]["BLEU"].value > bleu + 5
    assert bleu > scores["default weights"]["BLEU"].value
    assert scores["hierarchical, tuned (MERT)"]["BLEU"].value > scores["default weights"]["BLEU"].value
    single = max(bleu, scores["hierarchical, tuned (MERT)"]["BLEU"].value)
    # Learnt on the 300 sentences that both models were tuned on, it gains or loses a BLEU of 300 others.
    assert scores["both models combined"]["BLEU"].value > single - 2
    assert scores["reranked"]["BLEU"].value > bleu + 1
    assert (tmp_path / "reranker.toml").is_file()
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<svg" in html
    assert "Many ways" in html
    assert "Rules with gaps" in html
    assert "New sentences out of several" in html
    assert "A support vector machine learnt" in html
    assert html.count("100 of 100 translations carry a certificate") == 2, "of phrases, and of rules"
    assert "pops of a span" in html
    assert "The bounds of the published algorithm" in html
