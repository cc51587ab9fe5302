"""`manyways train`: from parallel text to a model."""

from manyways.train.add_lm import add_lm
from manyways.train.development import Development
from manyways.train.parts import Inputs
from manyways.train.pipeline import TrainSummary, add, train
from manyways.train.settings import TextSettings, TrainSettings, make_recipe

__all__ = [
    "Development",
    "Inputs",
    "TextSettings",
    "TrainSettings",
    "TrainSummary",
    "add",
    "add_lm",
    "make_recipe",
    "train",
]
