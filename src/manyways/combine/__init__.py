"""New sentences out of several candidates: four ways to combine behind one contract.

trained = Combiner.train(lists, references, CombineSettings(method="frontier"))
found = trained.combiner.apply(other)
found.texts(), found.words(0)            # new sentences; whose every word is
"""

from manyways.combine.combiner import Combiner
from manyways.combine.confusion import ConfusionSettings
from manyways.combine.found import Combination, Provenance, Word
from manyways.combine.frontier import FrontierSettings
from manyways.combine.fusion import FusionSettings, SelectSettings
from manyways.combine.gate import Gate
from manyways.combine.methods import METHODS, make_method
from manyways.combine.training import CombineSettings, Trained, train_combiner
from manyways.combine.votes import VoteSettings
from manyways.combine.words import WordSettings

__all__ = [
    "METHODS",
    "CombineSettings",
    "Combination",
    "Combiner",
    "ConfusionSettings",
    "FrontierSettings",
    "FusionSettings",
    "Gate",
    "Provenance",
    "SelectSettings",
    "Trained",
    "VoteSettings",
    "Word",
    "WordSettings",
    "make_method",
    "train_combiner",
]
