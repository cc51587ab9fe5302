"""How good candidates are: BLEU, chrF, TER, and what is built on their statistics."""

from manyways.metrics.base import Metric, Score, Signature
from manyways.metrics.bleu import Bleu

__all__ = ["Bleu", "Metric", "Score", "Signature"]
