"""Shared by all tests: Hypothesis without surprises, and the way to data outside the repository."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

settings.register_profile(
    "manyways",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("manyways")


def _folder(name: str) -> Path:
    path = SHARED / name
    if not path.is_dir():
        pytest.skip(f"no ../shared/{name} beside the project: real {name} are not part of the repository")
    return path


@pytest.fixture(scope="session")
def data() -> Path:
    """Real corpora, where they are at hand."""
    return _folder("data")


@pytest.fixture(scope="session")
def peers() -> Path:
    """Other programs' outputs on the same work, where they are at hand."""
    return _folder("fixtures")
