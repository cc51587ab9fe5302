"""Phrase tables: learn them from linked sentence pairs, read and write Moses's, look phrases up."""

from __future__ import annotations

from manyways.phrases.moses import import_moses
from manyways.phrases.table import Option, PhraseTable

__all__ = ["Option", "PhraseTable", "import_moses"]
