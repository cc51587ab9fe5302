"""The façade: a model with its text pipeline (`Translator`), and files through it (`translate_file`)."""

from manyways.translator.job import Job, Outcome, translate_file
from manyways.translator.translator import Translator

__all__ = ["Job", "Outcome", "Translator", "translate_file"]
