"""What was acknowledged survives kill -9; with 20 people and 50 kills: benchmarks/bench_study.py."""

from __future__ import annotations

from pathlib import Path

from tests.support.killing import type_and_kill


def test_an_acknowledged_keystroke_survives_kill_9(tmp_path: Path) -> None:
    tally = type_and_kill(tmp_path, people=3, kills=3, saves=20)
    assert tally.problems == []
    assert tally.kills == 3
    assert len(tally.saved) >= 60
