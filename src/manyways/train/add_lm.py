"""One more language model for a model that is there.

add_lm("models/de-en", [Path("news.en")], "models/news")                    # LM1, with its own weight
add_lm("models/de-en", [Path("news.en")], "models/mixed", mix=Path("dev.en"))   # mixed into LM0
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from manyways.errors import ModelError
from manyways.files import scratch_file
from manyways.lm import EstimateSettings, LanguageModel, interpolate, tune_weights, write_model
from manyways.model import Model, Piece, Weights
from manyways.outputs import claim_directory
from manyways.text.column import read_column
from manyways.train.language_models import make_model
from manyways.train.settings import FALLBACK
from manyways.translator.preparation import Preparation

__all__ = ["AddedModels", "add_lm"]


class AddedModels(NamedTuple):
    """The new model, and the weight of each language model in it; or, mixed, the share of each in LM0."""

    model: Model
    weights: Mapping[str, float]


def add_lm(
    directory: str | os.PathLike[str],
    files: Sequence[Path],
    out: str | os.PathLike[str],
    *,
    mix: Path | None = None,
    force: bool = False,
    threads: int = 0,
) -> AddedModels:
    """A copy of the model with language models of files: binaries, ARPA, or text in the target language.

    Each gets a weight of its own, an equal share of what the others had together: tune the new model.
    mix: running text by which all of them are mixed into one, LM0, with the shares that suit it best.
    """
    model = Model.open(directory)
    own = {name: path for name, path in model.language_models.items() if name not in model.word_classes}
    if not own:
        raise ModelError(f"{model.directory} has no language model of words")
    claim_directory(out, "model add-lm", force=force)
    target = Preparation.of(model).target
    with ExitStack() as stack:
        paths = []
        for file in files:
            paths.append(Path(stack.enter_context(scratch_file())))
            make_model(file, paths[-1], target, EstimateSettings(discount_fallback=FALLBACK), threads=threads)
        if mix is None:
            return _beside(model, own, paths, out)
        texts = target.prepare(read_column(mix), threads=threads)
        mixed = Path(stack.enter_context(scratch_file()))
        names = [*own, *map(str, files)]
        opened = [LanguageModel.open(path) for path in (*own.values(), *paths)]
        shares = tune_weights(opened, texts)
        write_model(interpolate(opened, shares), mixed)
        return AddedModels(_mixed(model, list(own), mixed, out), dict(zip(names, shares, strict=True)))


def _beside(
    model: Model, own: Mapping[str, Path], paths: Sequence[Path], out: str | os.PathLike[str]
) -> AddedModels:
    total = sum(model.weights[name][0] for name in own)
    numbers = (f"LM{number}" for number in range(len(model.files) + len(paths)))
    free = [name for name in numbers if name not in model.files]
    added = {name: Piece.of(path, "lm") for name, path in zip(free, paths, strict=False)}
    weight = total / (len(own) + len(added))
    scaled = {name: model.weights[name][0] * len(own) / (len(own) + len(added)) for name in own}
    weights = Weights(model.weights.plain() | scaled | dict.fromkeys(added, weight))
    told = {name: weights[name][0] for name in (*own, *added)}
    return AddedModels(model.copied(out, weights, added=added), told)


def _mixed(model: Model, own: Sequence[str], mixed: Path, out: str | os.PathLike[str]) -> Model:
    """One model in the place of the first; the others' weights are its."""
    total = sum(model.weights[name][0] for name in own)
    kept = {name: value for name, value in model.weights.plain().items() if name not in own[1:]}
    return model.copied(
        out,
        Weights(kept | {own[0]: total}),
        added={own[0]: Piece.of(mixed, "lm")},
        without=own[1:],
    )
