"""Beams so wide that nothing is lost, and what they must find."""

from __future__ import annotations

import numpy as np

from manyways.search import BeamSettings
from tests.oracles.derivations import TinyModel

WIDE = BeamSettings(pops=10**6, stack=10**6, margin=1e9)


def best_by_text(model: TinyModel, words: tuple[str, ...], limit: int, space: str) -> dict[str, float]:
    best: dict[str, float] = {}
    for text, total, _ in model.derivations(words, limit, space):
        best[text] = max(total, best.get(text, -np.inf))
    return best
