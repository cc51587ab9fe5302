"""A small campaign against all derivations; `python -m tests.search.brute_force` runs larger ones."""

from __future__ import annotations

from pathlib import Path

from tests.search.brute_force import FAULTS, campaign


def test_nothing_is_wrong_with_some_grammars(tmp_path: Path) -> None:
    figures = campaign(tmp_path, grammars=15)
    assert {name: figures[name] for name in FAULTS} == dict.fromkeys(FAULTS, 0)
    assert figures["grammars"] == 15
    assert min(figures["searches"], figures["listed"], figures["proofs"], figures["stopped proofs"]) > 30
