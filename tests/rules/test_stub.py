"""The committed stub is the compiled core's face; a change of one without the other fails here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def test_stub_is_current(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-r", "-m", "manyways._core", "-O", str(tmp_path)],
        check=True,
    )
    committed = ROOT / "src" / "manyways" / "_core"
    produced = tmp_path / "_core"
    fresh = {p.relative_to(produced): p.read_text() for p in produced.rglob("*.pyi")}
    kept = {p.relative_to(committed): p.read_text() for p in committed.rglob("*.pyi")}
    assert fresh == kept, "run `make stub` and commit src/manyways/_core"
