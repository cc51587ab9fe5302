"""A small trained model of the embedded language, shared by the tests that need one."""

from __future__ import annotations

from pathlib import Path

import pytest

from manyways.text import toy
from manyways.train import Inputs, TextConfig, TrainConfig, train

CONFIG = TrainConfig(text=TextConfig(source_language="de", target_language="en"))


def inputs(corpus: Path) -> Inputs:
    return Inputs(source=corpus / "train.de", target=corpus / "train.en")


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
