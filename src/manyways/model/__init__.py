"""The trained system on disk, its named weights, and the way from and to Moses."""

from manyways.model.checking import Problem, check
from manyways.model.directory import FileKind, Model, ModelFile, Piece, SearchSettings, default_weights
from manyways.model.weights import Weights, component_names

__all__ = [
    "FileKind",
    "Model",
    "ModelFile",
    "Piece",
    "Problem",
    "SearchSettings",
    "Weights",
    "check",
    "component_names",
    "default_weights",
]
