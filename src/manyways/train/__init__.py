"""`manyways train`: from parallel text to a model."""

from manyways.train.config import TextConfig, TrainConfig, make_recipe
from manyways.train.parts import Inputs
from manyways.train.pipeline import TrainSummary, add, train

__all__ = ["Inputs", "TextConfig", "TrainConfig", "TrainSummary", "add", "make_recipe", "train"]
