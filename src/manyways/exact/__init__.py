"""Exact search: the best translation under the model, and the proof that no other is better.

    prover = Prover(Decoder.open("models/de-en"), ExactSettings(time_limit=10))
    proof = prover.search("das ist ein haus")
    proof.status, proof.candidate.text, proof.lower, proof.upper

Texts are tokenised here; `Translator.prove` puts the text pipeline around this.
"""

from manyways.exact.prover import Prover
from manyways.exact.results import Iteration, Proof, RelaxedGraph, Stage, Trace, Verdict
from manyways.exact.settings import ExactSettings

__all__ = ["ExactSettings", "Iteration", "Proof", "Prover", "RelaxedGraph", "Stage", "Trace", "Verdict"]
