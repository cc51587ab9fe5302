"""N-gram language models: estimated from text, mixed, asked.

model = LanguageModel.open("lm.bin")
model.score("ein Haus")                # natural log, with <s> before and </s> after
model.perplexity("dev.en")
"""

from __future__ import annotations

from manyways.lm.arpa import read_arpa, write_arpa
from manyways.lm.model import LanguageModel, Perplexity, write_model

__all__ = ["LanguageModel", "Perplexity", "read_arpa", "write_arpa", "write_model"]
