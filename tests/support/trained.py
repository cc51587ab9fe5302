"""A small model of the embedded language: how the shared one is trained."""

from __future__ import annotations

from pathlib import Path

from manyways.train import Inputs, TextSettings, TrainSettings

CONFIG = TrainSettings(text=TextSettings(source_language="de", target_language="en"))


def inputs(corpus: Path) -> Inputs:
    return Inputs(source=corpus / "train.de", target=corpus / "train.en")


def first_pairs(corpus: Path, count: int, directory: Path) -> Inputs:
    """So many pairs of the corpus, in files of their own."""
    for side in ("de", "en"):
        lines = (corpus / f"train.{side}").read_text().splitlines(keepends=True)[:count]
        (directory / f"train.{side}").write_text("".join(lines))
    return inputs(directory)
