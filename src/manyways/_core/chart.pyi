from collections.abc import Mapping, Sequence
import enum

import manyways._core.grammar
import manyways._core.graph
import manyways._core.lm
import manyways._core.search


class RuleModel:
    """A grammar, language models and weights."""

    def __init__(self, rules: manyways._core.grammar.RuleTable, language_models: Sequence[tuple[str, manyways._core.lm.Model]], weights: Mapping[str, float], table_limit: int = 20, span_limit: int = 20, phrase_weights: manyways._core.search.PhraseWeights | None = None, classes: Mapping[str, Mapping[str, str]] = {}) -> None:
        """classes: for language models of classes, the class of each word."""

    @property
    def feature_names(self) -> list[str]: ...

    @property
    def weights(self) -> list[float]: ...

class Method(enum.Enum):
    grouping = 0

    cube = 1

class ChartSettings:
    def __init__(self) -> None: ...

    @property
    def pops(self) -> int: ...

    @pops.setter
    def pops(self, arg: int, /) -> None: ...

    @property
    def method(self) -> Method: ...

    @method.setter
    def method(self, arg: Method, /) -> None: ...

    @property
    def time_limit(self) -> float: ...

    @time_limit.setter
    def time_limit(self, arg: float, /) -> None: ...

def decode(model: RuleModel, inputs: manyways._core.search.Inputs, settings: ChartSettings, wanted: manyways._core.search.ListSettings, threads: int = 0) -> manyways._core.search.Translations: ...

def graphs(model: RuleModel, inputs: manyways._core.search.Inputs, settings: ChartSettings, threads: int = 0) -> list[manyways._core.graph.Hypergraph]: ...

def force(model: RuleModel, inputs: manyways._core.search.Inputs, targets: Sequence[bytes], threads: int = 0) -> list[manyways._core.search.Forced]: ...

def parse(model: RuleModel, inputs: manyways._core.search.Inputs, index: int = 0) -> list[tuple[int, int, str, list[tuple[list[int], float, list[tuple[str, float, float]]]]]]:
    """
    The forest of a sentence: (start, end, kind, [(tails, input score, [(target, score, estimate)])]) of each cell.
    """
