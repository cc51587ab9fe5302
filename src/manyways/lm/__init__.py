"""N-gram language models: estimated from text, mixed, asked.

result = estimate_files(["train.en"], EstimateSettings(order=5))
write_model(result.ngrams, "lm.bin")
model = LanguageModel.open("lm.bin")
model.score("a house")                 # natural log, with <s> before and </s> after
model.perplexity("dev.en")
"""

from __future__ import annotations

from manyways.lm.arpa import Ngrams, read_arpa, write_arpa
from manyways.lm.classes import WordClasses, read_classes
from manyways.lm.estimate import Estimate, EstimateSettings, estimate, estimate_arpa, estimate_files
from manyways.lm.interpolate import interpolate, tune_weights
from manyways.lm.model import LanguageModel, Perplexity, is_arpa, is_model_file, save, write_model

__all__ = [
    "LanguageModel",
    "Perplexity",
    "Ngrams",
    "read_arpa",
    "read_classes",
    "write_arpa",
    "write_model",
    "is_arpa",
    "is_model_file",
    "save",
    "Estimate",
    "EstimateSettings",
    "estimate",
    "estimate_files",
    "estimate_arpa",
    "WordClasses",
    "interpolate",
    "tune_weights",
]
