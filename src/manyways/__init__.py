"""Manyways finds many good ways to translate a sentence and helps people and programs choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manyways.lazy import lazy_names

if TYPE_CHECKING:
    from manyways.candidates import CandidateLists
    from manyways.model import Model, Weights
    from manyways.translator import Translator

__version__ = "0.1.0"

__all__ = ["CandidateLists", "Model", "Translator", "Weights", "__version__"]

__getattr__ = lazy_names(
    __name__,
    {
        "CandidateLists": "manyways.candidates",
        "Model": "manyways.model",
        "Translator": "manyways.translator",
        "Weights": "manyways.model",
    },
)
