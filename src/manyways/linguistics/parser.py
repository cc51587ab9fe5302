"""A constituency parser: learnt from any trees in brackets, fast enough for lists.

    train_parser(read_treebank("train.mrg"), "en.parser")
    parser = Parser.open("en.parser")
    trees = parser.parse_lists(lists)            # a tree per candidate, in columns: see trees.py
    parser.parse_texts(["I see ."]).text(0)      # '(ROOT (S (NP (PRP I)) (VP (VBP see)) (. .)))'

The parser's file holds its tagger. A list is parsed as the trie of its candidates.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt

from manyways._core import syntax as core
from manyways._core.base import Vocabulary
from manyways.candidates.lists import CandidateLists, Tokens
from manyways.errors import InputError
from manyways.files import AnyPath, scratch_file
from manyways.linguistics.tagged import TaggedText
from manyways.linguistics.tagger import TagColumns, Tagger, TaggerSettings, train_tagger
from manyways.linguistics.trees import Treebank, Trees
from manyways.progress import Progress
from manyways.settings import Settings, Within, to_core
from manyways.text.column import TextColumn
from manyways.text.vocabulary import encode

__all__ = ["Parser", "ParserSettings", "train_parser"]


@dataclass(frozen=True, kw_only=True)
class ParserSettings(Settings, table="parser"):
    """How a parser is trained; the defaults are of docs/design/006-linguistics.md.

    passes: how often it goes through the trees. beam: states per word.
    heads: how heads are found in the trees: by the rules for English, or the first or last child.
    folds: tags to learn with come from taggers that learnt from the other folds; 1: the trees' own tags.
    least_weight: smaller weights, of 32767, are left out of the file.
    """

    passes: Annotated[int, Within(1, 1000)] = 4
    beam: Annotated[int, Within(1, 256)] = 12
    seed: Annotated[int, Within(0)] = 1
    heads: Literal["english", "first", "last"] = "english"
    folds: Annotated[int, Within(1, 100)] = 4
    least_weight: Annotated[int, Within(1, 32767)] = 300
    tagger: TaggerSettings = field(default_factory=TaggerSettings)


class Parser:
    """An opened parser, with its tagger."""

    def __init__(self, parser: core.Parser) -> None:
        self.core = parser
        self.names: tuple[str, ...] = tuple(parser.labels)
        self.tagger = Tagger(parser.tagger)

    @staticmethod
    def open(path: AnyPath) -> Parser:
        """Map a parser's file."""
        return Parser(core.Parser(os.fspath(path)))

    def parse_lists(self, lists: CandidateLists, *, beam: int = 0, threads: int = 0) -> Trees:
        """Tags and tree of every candidate, row by row as in the lists. beam: 0 is the model's own."""
        return self.parse_tokens(lists.tokens, lists.sentence_offsets, beam=beam, threads=threads)

    def parse_texts(self, texts: TextColumn | Iterable[str], *, beam: int = 0, threads: int = 0) -> Trees:
        """Tags and trees of tokenised texts."""
        vocabulary = Vocabulary()
        ids, offsets = encode(texts, vocabulary, threads=threads)
        each = np.arange(len(offsets), dtype=np.int64)
        return self.parse_tokens(Tokens(ids, offsets, vocabulary), each, beam=beam, threads=threads)

    def parse_tokens(
        self,
        tokens: Tokens,
        lists: npt.NDArray[np.int64],
        *,
        tags: npt.NDArray[np.uint16] | None = None,
        beam: int = 0,
        threads: int = 0,
    ) -> Trees:
        """The same of words that have their ids; list l is the rows ``lists[l]`` to ``lists[l + 1]``.

        tags: numbers of `tagger.names`, one per word, if the tagger is not to find them.
        """
        found, columns, scores = self.core.parse(
            tokens.ids, tokens.offsets, lists, tokens.vocabulary, tags, beam, threads
        )
        names = self.tagger.names
        return Trees(*columns, self.names, TagColumns(found, tokens.offsets, names), tokens, scores)


def train_parser(
    bank: Treebank,
    path: AnyPath,
    settings: ParserSettings = ParserSettings(),
    *,
    also: TaggedText | None = None,
    classes: AnyPath | None = None,
) -> None:
    """Learn a tagger and a parser from trees, and write both into one file.

    also, classes: for the tagger, as in `train_tagger`.
    """
    if not bank.trees.names:
        raise InputError("the trees have no constituents", remedy="Give trees such as (S (NP (PRP I)) ...).")
    gold = TaggedText(bank.words, bank.tags)
    with scratch_file() as file:
        train_tagger(gold, file, settings.tagger, also=also, classes=classes)
        tagger = Tagger.open(file)
    tags = tagger.numbers_of(bank.trees.tags)
    if settings.folds > 1 and len(bank) >= settings.folds:
        tags = _crossed(gold, tagger, settings, classes)
    inner = to_core(core.ParserSettings(), settings, passes=None, folds=None, tagger=None, least_weight=None)
    training = core.ParserTraining(bank.core, tags, tagger.core, inner)
    with Progress("parsing", total=settings.passes * len(bank), unit="trees") as progress:
        for _ in range(settings.passes):
            wrong = training.run_pass()
            progress.advance(len(bank), note=f"{100 * wrong / len(bank):.1f} % not found")
    training.save(os.fspath(path), settings.least_weight)


def _crossed(
    gold: TaggedText, tagger: Tagger, settings: ParserSettings, classes: AnyPath | None
) -> npt.NDArray[np.uint16]:
    """Tags of all sentences, each by a tagger that has not seen it: wrong about as often as new text will be.

    These taggers learn from the trees alone, which is several times faster than with more text.
    """
    fold = np.arange(len(gold)) % settings.folds
    found: list[npt.NDArray[np.uint16]] = [np.zeros(0, dtype=np.uint16)] * len(gold)
    for part in range(settings.folds):
        rows = np.flatnonzero(fold == part)
        with scratch_file() as file:
            rest = gold.take(np.flatnonzero(fold != part))
            train_tagger(rest, file, settings.tagger, classes=classes)
            other = Tagger.open(file)
        tags = other.tag_texts(gold.words.take(rows))
        ours = tagger.numbers_of(tags)
        for place, row in enumerate(rows.tolist()):
            found[row] = ours[tags.offsets[place] : tags.offsets[place + 1]]
    return np.concatenate(found)
