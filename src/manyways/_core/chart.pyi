from collections.abc import Mapping, Sequence

import manyways._core.grammar
import manyways._core.lm
import manyways._core.search


class RuleModel:
    """A grammar, language models and weights."""

    def __init__(self, rules: manyways._core.grammar.RuleTable, language_models: Sequence[tuple[str, manyways._core.lm.Model]], weights: Mapping[str, float], table_limit: int = 20, span_limit: int = 20, classes: Mapping[str, Mapping[str, str]] = {}) -> None:
        """classes: for language models of classes, the class of each word."""

    @property
    def feature_names(self) -> list[str]: ...

    @property
    def weights(self) -> list[float]: ...

def parse(model: RuleModel, inputs: manyways._core.search.Inputs, index: int = 0) -> list[tuple[int, int, str, list[tuple[list[int], float, list[tuple[str, float, float]]]]]]:
    """
    The forest of a sentence: (start, end, kind, [(tails, input score, [(target, score, estimate)])]) of each cell.
    """
