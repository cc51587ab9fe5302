"""Shared by all tests: quiet Hypothesis, the way to data outside the repository, a small trained model."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from manyways.text import toy
from manyways.train import train
from tests.support.trained import CONFIG, inputs

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


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """400 sentence pairs of the embedded language, with links."""
    directory = tmp_path_factory.mktemp("toy")
    toy.write(toy.generate(400), directory)
    return directory


@pytest.fixture(scope="session")
def trained(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model directory trained on them."""
    directory = tmp_path_factory.mktemp("trained") / "model"
    train(inputs(corpus), directory, CONFIG, threads=2)
    return directory
