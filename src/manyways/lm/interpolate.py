"""Mix several language models into one.

    weights = tune_weights([first, second], TextColumn.from_texts(dev))
    write_model(interpolate([first, second], weights), "mixed.bin")

Weights are found by expectation maximisation: those that make held-out text most probable under the
mixture. A word that a model does not know has probability 0 in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from manyways._core import lm as core
from manyways._core.lm import Ngrams
from manyways.errors import ConfigError, InputError
from manyways.lm.model import LanguageModel
from manyways.text.column import TextColumn

__all__ = ["interpolate", "tune_weights"]

_CONVERGED = 1e-7
_MAX_STEPS = 1000


def interpolate(models: Sequence[LanguageModel], weights: Sequence[float]) -> Ngrams:
    """One model with every n-gram of all; weights are scaled to sum to 1."""
    if len(models) != len(weights) or not models:
        raise ConfigError("weights", list(weights), f"{len(models)} numbers, one per model")
    total = sum(weights)
    if not all(weight >= 0 for weight in weights) or not 0 < total < float("inf"):
        raise ConfigError("weights", list(weights), "numbers of at least 0, not all 0")
    return core.mix([model.core for model in models], [weight / total for weight in weights])


def tune_weights(models: Sequence[LanguageModel], texts: TextColumn | Iterable[str]) -> list[float]:
    """The mixture weights under which the held-out texts are most probable."""
    column = texts if isinstance(texts, TextColumn) else TextColumn.from_texts(texts)
    p = np.stack([_word_probabilities(model, column) for model in models], axis=1)
    p = p[p.sum(axis=1) > 0]
    if len(p) == 0:
        raise InputError("the held-out text has no word that a model knows")
    return [float(weight) for weight in _maximise(p)]


def _word_probabilities(model: LanguageModel, texts: TextColumn) -> npt.NDArray[np.float64]:
    """p of each word and each </s>; 0 where the model does not know the word."""
    ids, offsets = model.encode(texts)
    scores = model.core.score_words(ids, offsets, True, True)[0].astype(np.float64)
    known = np.insert(ids != 0, offsets[1:], True)
    result: npt.NDArray[np.float64] = np.where(known, np.exp(scores), 0.0)
    return result


def _maximise(p: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    weights = np.full(p.shape[1], 1.0 / p.shape[1])
    for _ in range(_MAX_STEPS):
        joint = p * weights
        new: npt.NDArray[np.float64] = (joint / joint.sum(axis=1, keepdims=True)).mean(axis=0)
        if np.abs(new - weights).max() < _CONVERGED:
            return new
        weights = new
    return weights
