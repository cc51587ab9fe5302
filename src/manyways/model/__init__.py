"""The trained system on disk, its named weights, and the way from and to Moses."""

from manyways.model.directory import Model, ModelFile, SearchSettings, check, default_weights, describe
from manyways.model.weights import Weights, component_names

__all__ = [
    "Model",
    "ModelFile",
    "SearchSettings",
    "Weights",
    "check",
    "component_names",
    "default_weights",
    "describe",
]
