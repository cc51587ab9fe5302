"""The search: sentences in, translations, lists and graphs out, over an opened model.

    search = BeamSearch(PhraseModel.open("models/de-en"), BeamSettings(pops=500))
    search.best(["das ist ein haus"])[0].text
    search.lists(sentences, 100)                # CandidateLists
    search.graphs(sentences)[0].best().text

`manyways.search.base` says what every search promises; `manyways.exact` has the one that proves. Texts are
tokenised here; `manyways.Translator` puts the text pipeline around this.
"""

from manyways.search.base import Search, Sources, source_texts
from manyways.search.beam import BeamSearch
from manyways.search.graph import Graph, GraphCandidate
from manyways.search.inputs import Given, Lattice, Sentence, Source, read_plf
from manyways.search.lines import line_lists
from manyways.search.markup import MarkedText, read_markup
from manyways.search.model import PhraseModel
from manyways.search.phrase_weights import PhraseWeights
from manyways.search.results import Forced, Translation, Translations
from manyways.search.settings import BeamSettings

__all__ = [
    "BeamSearch",
    "BeamSettings",
    "Forced",
    "Given",
    "Graph",
    "GraphCandidate",
    "Lattice",
    "MarkedText",
    "PhraseModel",
    "PhraseWeights",
    "Search",
    "Sentence",
    "Source",
    "Sources",
    "Translation",
    "Translations",
    "line_lists",
    "read_markup",
    "read_plf",
    "source_texts",
]
