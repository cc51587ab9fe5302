"""Manyways finds many good ways to translate a sentence and helps people and programs choose."""

__version__ = "0.1.0"

__all__ = ["__version__"]
