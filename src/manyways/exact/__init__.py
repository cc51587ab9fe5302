"""Exact search: the best translation under the model, and the proof that no other is better.

    search = ExactSearch(PhraseModel.open("models/de-en"), ExactSettings(time_limit=10))
    search.best(sentences)[0].status                 # as every search: best, lists, graphs
    proof = search.prove("das ist ein haus")         # all that is known
    proof.status, proof.candidate.text, proof.lower, proof.upper

A hierarchical model is searched with `ExactChartSettings`. Texts are tokenised here; `Translator.prove` puts
the text pipeline around this.
"""

from manyways.exact.results import Iteration, Proof, RelaxedGraph, Stage, Trace, Verdict
from manyways.exact.search import ExactSearch
from manyways.exact.settings import ExactChartSettings, ExactSettings

__all__ = [
    "ExactChartSettings",
    "ExactSearch",
    "ExactSettings",
    "Iteration",
    "Proof",
    "RelaxedGraph",
    "Stage",
    "Trace",
    "Verdict",
]
