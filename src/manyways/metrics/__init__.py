"""How good candidates are: BLEU, chrF, TER, and what is built on their statistics."""

from manyways.metrics.base import Metric, Score, Signature
from manyways.metrics.bleu import Bleu
from manyways.metrics.chrf import Chrf
from manyways.metrics.coverage import Coverage
from manyways.metrics.python import PythonMetric
from manyways.metrics.ter import Ter

__all__ = ["Bleu", "Chrf", "Coverage", "Metric", "PythonMetric", "Score", "Signature", "Ter"]
