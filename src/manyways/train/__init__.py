"""`manyways train`: from parallel text to a model."""

from manyways.train.parts import Inputs
from manyways.train.pipeline import TrainSummary, add, train
from manyways.train.settings import TextSettings, TrainSettings, make_recipe

__all__ = ["Inputs", "TextSettings", "TrainSettings", "TrainSummary", "add", "make_recipe", "train"]
