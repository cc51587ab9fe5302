"""The search: sentences in, translations, lists and graphs out, over an opened model.

    search = make_search(open_model("models/de-en"))        # a BeamSearch, or of rules a ChartSearch
    search.best(["das ist ein haus"])[0].text
    search.lists(sentences, 100)                # CandidateLists
    search.graphs(sentences)[0].best().text

`manyways.search.base` says what every search promises; `manyways.exact` has the one that proves. Texts are
tokenised here; `manyways.Translator` puts the text pipeline around this.
"""

from manyways.search.base import Search, Sources, source_texts
from manyways.search.beam import BeamSearch
from manyways.search.chart import ChartSearch
from manyways.search.graph import Graph, GraphCandidate
from manyways.search.inputs import Given, Lattice, Sentence, Source, read_plf
from manyways.search.kinds import (
    AnyModel,
    AnySearch,
    AnySettings,
    AnyTable,
    make_search,
    make_settings,
    open_model,
)
from manyways.search.lines import line_lists
from manyways.search.markup import Mark, MarkedText, read_markup
from manyways.search.model import PhraseModel
from manyways.search.phrase_weights import PhraseWeights
from manyways.search.results import Forced, Translation, Translations
from manyways.search.rule_model import RuleModel
from manyways.search.settings import BeamSettings, ChartSettings

__all__ = [
    "AnyModel",
    "AnySearch",
    "AnySettings",
    "AnyTable",
    "BeamSearch",
    "BeamSettings",
    "ChartSearch",
    "ChartSettings",
    "Forced",
    "Given",
    "Graph",
    "GraphCandidate",
    "Lattice",
    "Mark",
    "MarkedText",
    "PhraseModel",
    "PhraseWeights",
    "RuleModel",
    "Search",
    "Sentence",
    "Source",
    "Sources",
    "Translation",
    "Translations",
    "line_lists",
    "make_search",
    "make_settings",
    "open_model",
    "read_markup",
    "read_plf",
    "source_texts",
]
