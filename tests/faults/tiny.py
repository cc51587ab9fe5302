"""A small model with everything that a model directory can hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from manyways.lm import EstimateSettings, estimate, write_model
from manyways.model import Model, Piece
from manyways.run import Run
from manyways.search.phrase_weights import PHRASE_FEATURES, PHRASE_ROLE, PhraseWeights
from manyways.text import toy
from manyways.train import Inputs, TextSettings, TrainSettings, train

TEXTS = ["Die Frau hat das Haus gesehen.", "Er lacht nicht.", "Der alte Mann schläft."]


def train_tiny(work: Path, pairs: int = 120) -> Path:
    """A trained phrase model, with more text for its language model."""
    toy.write(toy.generate(pairs), work)
    (work / "more.en").write_text("the zebra sings .\nthe zebra laughs .\n")
    settings = TrainSettings(text=TextSettings(source_language="de", target_language="en"))
    inputs = Inputs(source=work / "train.de", target=work / "train.en")
    train(inputs, work / "model", settings, lm_text=[work / "more.en"], threads=1)
    return work / "model"


def make_everything(work: Path) -> Path:
    """The same with a language model of word classes, phrase weights, and a run that tuned it."""
    model = Model.open(train_tiny(work))
    texts = (model.directory / "work" / "0.target").read_text().splitlines()
    classes = {word: f"C{len(word) % 4}" for text in texts for word in text.split()}
    mapped = [" ".join(classes[word] for word in text.split()) for text in texts]
    write_model(estimate(mapped, EstimateSettings(order=2, smoothing="witten-bell")).ngrams, work / "lm.bin")
    (work / "classes").write_text("".join(f"{word} {name}\n" for word, name in classes.items()))
    PhraseWeights(["Insert~the", "Sizes~1~2"], np.array([0.5, -0.25])).write(work / "weights.tsv")
    added = {
        "LM1": Piece.of(work / "lm.bin", "lm"),
        "LM1.classes": Piece.of(work / "classes", "classes"),
        PHRASE_ROLE: Piece.of(work / "weights.tsv", "phrase weights"),
    }
    weights = model.weights.replaced(["LM1", PHRASE_FEATURES], [0.3, 1.0])
    model.copied(model.directory, weights, added=added)
    with Run(model.directory / "tuning" / "seed-1") as run:
        run.step("decode 0", inputs={}, settings={}, outputs=["lists"], action=lambda: _write_lists(run))
    return model.directory


def _write_lists(run: Run) -> dict[str, object]:
    (run.directory / "lists").write_text("some lists\n")
    return {}
