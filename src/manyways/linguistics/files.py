"""Tagging, parsing and comparing whole files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from manyways.files import AnyPath, atomic_write, scratch_file
from manyways.linguistics.agreement import (
    BracketAgreement,
    TagAgreement,
    bracket_agreement,
    tag_agreement,
)
from manyways.linguistics.clusters import ClusterSettings, cluster_files
from manyways.linguistics.parser import Parser, ParserSettings, train_parser
from manyways.linguistics.spacy_tags import tagged_by_spacy
from manyways.linguistics.tagged import TaggedText, join_tagged, read_tagged
from manyways.linguistics.tagger import TagColumns, Tagger, TaggerSettings, train_tagger
from manyways.linguistics.trees import read_treebank
from manyways.lm.blocks import text_blocks
from manyways.progress import Progress
from manyways.text.column import TextColumn

__all__ = [
    "Helps",
    "parse_file",
    "score_parser",
    "score_tagger",
    "tag_file",
    "train_parser_on",
    "train_tagger_on",
]

_BLOCK_BYTES = 1 << 20
CLASSES = ClusterSettings(classes=500, method="exchange", min_count=3, sweeps=6)  # of words in plain text
Paths = Sequence[AnyPath]


def _read(paths: Paths) -> TaggedText:
    return join_tagged([read_tagged(path) for path in paths])


def _read_other(paths: Paths) -> TaggedText | None:
    """Text of another kind, of which a line may be left out."""
    return join_tagged([read_tagged(path, strict=False) for path in paths]) if paths else None


@dataclass(frozen=True, kw_only=True)
class Helps:
    """What helps a tagger. also: tagged text of another kind. classes: word classes that were found already;
    or plain: text to find them in. spacy: a pipeline that tags the first text, which is plain then.
    """

    also: Paths = ()
    classes: AnyPath | None = None
    plain: Paths = ()
    spacy: str | None = None

    @contextmanager
    def found_classes(self) -> Iterator[AnyPath | None]:
        """The file of the classes, for a while if they are found here."""
        if not self.plain:
            yield self.classes
            return
        with scratch_file() as path:
            cluster_files(self.plain, CLASSES).write(path)
            yield path


def train_tagger_on(
    paths: Paths, out: AnyPath, settings: TaggerSettings, helps: Helps = Helps()
) -> TaggedText:
    """`train_tagger` on files; gives what was read of the first kind."""
    text = _read(paths) if helps.spacy is None else tagged_by_spacy(helps.spacy, paths)
    with helps.found_classes() as classes:
        train_tagger(text, out, settings, also=_read_other(helps.also), classes=classes)
    return text


def train_parser_on(paths: Paths, out: AnyPath, settings: ParserSettings, helps: Helps = Helps()) -> int:
    """`train_parser` on files; gives the number of trees."""
    bank = read_treebank(*paths)
    with helps.found_classes() as classes:
        train_parser(bank, out, settings, also=_read_other(helps.also), classes=classes)
    return len(bank)


def _write(path: AnyPath, out: AnyPath, work: Callable[[TextColumn], Iterator[str]]) -> None:
    with atomic_write(out) as stream, Progress("going through text", unit="sentences") as progress:
        for block in text_blocks(path, block_bytes=_BLOCK_BYTES):
            stream.writelines(f"{line}\n" for line in work(block))
            progress.advance(len(block))


def tag_file(model: AnyPath, path: AnyPath, out: AnyPath, *, tags_only: bool, threads: int = 0) -> None:
    """Tag tokenised text, a sentence per line: `word_TAG word_TAG`, or the tags alone."""
    tagger = Tagger.open(model)

    def work(block: TextColumn) -> Iterator[str]:
        tags = tagger.tag_texts(block, threads=threads)
        yield from tags.texts() if tags_only else _tagged_lines(block, tags)

    _write(path, out, work)


def _tagged_lines(texts: TextColumn, tags: TagColumns) -> Iterator[str]:
    for row, text in enumerate(texts):
        words = text.encode().split()  # between ASCII white space, as in the core
        pairs = zip(words, tags.of(row), strict=True)
        yield " ".join(f"{word.decode()}_{tag}" for word, tag in pairs)


def parse_file(model: AnyPath, path: AnyPath, out: AnyPath, *, threads: int = 0) -> None:
    """Parse tokenised text, a sentence per line: a tree per line."""
    parser = Parser.open(model)
    _write(path, out, lambda block: iter(parser.parse_texts(block, threads=threads).texts()))


def score_tagger(model: AnyPath, paths: Sequence[AnyPath], *, threads: int = 0) -> TagAgreement:
    """How far a tagger agrees with tagged text."""
    given = _read(paths)
    return tag_agreement(given, Tagger.open(model).tag_texts(given.words, threads=threads))


def score_parser(
    model: AnyPath, paths: Sequence[AnyPath], *, given_tags: bool = False, threads: int = 0
) -> tuple[BracketAgreement, TagAgreement]:
    """How far a parser agrees with trees, in brackets and in tags. given_tags: it is told the trees' tags."""
    bank, parser = read_treebank(*paths), Parser.open(model)
    tokens = bank.trees.tokens
    each = np.arange(len(bank) + 1, dtype=np.int64)
    tags = parser.tagger.numbers_of(bank.trees.tags) if given_tags else None
    found = parser.parse_tokens(tokens, each, tags=tags, threads=threads)
    return bracket_agreement(bank.trees, found), tag_agreement(TaggedText(bank.words, bank.tags), found.tags)
