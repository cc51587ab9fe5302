"""Manyways finds many good ways to translate a sentence and helps people and programs choose."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from manyways.candidates import CandidateLists
    from manyways.model import Model, Weights
    from manyways.translator import Translator

__version__ = "0.1.0"

__all__ = ["CandidateLists", "Model", "Translator", "Weights", "__version__"]

_HOMES = {
    "CandidateLists": "manyways.candidates",
    "Model": "manyways.model",
    "Translator": "manyways.translator",
    "Weights": "manyways.model",
}


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first used, so that `import manyways` stays quick."""
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'manyways' has no attribute {name!r}")
