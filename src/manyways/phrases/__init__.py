"""Phrase tables: learn them from linked sentence pairs, read and write Moses's, look phrases up."""

from __future__ import annotations

from manyways.phrases.moses import export_moses, export_word_translations, import_moses
from manyways.phrases.settings import PhraseSettings
from manyways.phrases.table import Option, PhraseTable
from manyways.phrases.train import TrainSummary, extract, train, word_translations
from manyways.text.linked import LinkedText

__all__ = [
    "LinkedText",
    "Option",
    "PhraseSettings",
    "PhraseTable",
    "TrainSummary",
    "export_moses",
    "export_word_translations",
    "extract",
    "import_moses",
    "train",
    "word_translations",
]
