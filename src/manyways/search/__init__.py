"""The search: sentences in, translations, lists and graphs out, over an opened model.

    decoder = Decoder.open("models/de-en")
    decoder.decode(["das ist ein haus"])[0].text
    decoder.kbest(sentences, 100)                # CandidateLists
    decoder.graphs(sentences)[0].best().text

Texts are tokenised here; `manyways.Translator` puts the text pipeline around this.
"""

from manyways.search.decoder import BeamSettings, Decoder, Forced, source_texts
from manyways.search.graph import Graph, GraphCandidate
from manyways.search.inputs import Given, Lattice, Sentence, Source, read_plf
from manyways.search.markup import MarkedText, read_markup
from manyways.search.phrase_weights import PhraseWeights
from manyways.search.results import Translation, Translations

__all__ = [
    "BeamSettings",
    "Decoder",
    "Forced",
    "Given",
    "Graph",
    "GraphCandidate",
    "Lattice",
    "MarkedText",
    "PhraseWeights",
    "Sentence",
    "Source",
    "Translation",
    "Translations",
    "read_markup",
    "read_plf",
    "source_texts",
]
