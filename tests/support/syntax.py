"""Small taggers and parsers of the embedded language, trained once per run of the tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from manyways.linguistics import (
    ParserSettings,
    TaggedText,
    TaggerSettings,
    Treebank,
    read_treebank,
    train_parser,
    train_tagger,
)
from manyways.text import toy

__all__ = ["small_parser", "small_tagger", "toy_bank"]


@cache
def _folder() -> Path:
    return Path(mkdtemp())


@cache
def toy_bank(split: str, size: int) -> Treebank:
    """Gold trees of the embedded language."""
    path = _folder() / f"{split}.{size}.mrg"
    path.write_text("".join(f"{tree}\n" for tree in toy.generate(size, split=split).trees), encoding="utf-8")
    return read_treebank(path)


@cache
def small_tagger() -> Path:
    bank = toy_bank("train", 300)
    path = _folder() / "small.tagger"
    train_tagger(TaggedText(bank.words, bank.tags), path, TaggerSettings(passes=3))
    return path


@cache
def small_parser() -> Path:
    path = _folder() / "small.parser"
    train_parser(toy_bank("train", 300), path, ParserSettings(passes=4, folds=2, beam=4))
    return path
