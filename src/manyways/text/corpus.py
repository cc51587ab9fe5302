"""Parallel corpora from plain files, TMX, XLIFF 1.2 and 2, and PO.

    corpus = read_corpus("train.de.gz", "train.en.gz")
    corpus = read_corpus("memory.tmx", source_language="de", target_language="en")
    for source, target in stream_pairs("memory.tmx", source_language="de", target_language="en"): ...

The format goes by the suffix (gzip may follow it). Files are streamed; every text becomes one line
(white space inside it becomes single spaces). XML with entities of its own is refused.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import numpy.typing as npt

from manyways.errors import ConfigError, InputError
from manyways.text.column import TextColumn, read_column, write_column
from manyways.text.formats import plain, po, tmx, xliff

__all__ = ["ParallelCorpus", "read_corpus", "stream_pairs"]

AnyPath = str | os.PathLike[str]


@dataclass(frozen=True)
class ParallelCorpus:
    """Two columns of equal length; text i of one translates text i of the other."""

    source: TextColumn
    target: TextColumn

    def __post_init__(self) -> None:
        if len(self.source) != len(self.target):
            raise ValueError(f"{len(self.source)} source texts and {len(self.target)} target texts")

    def __len__(self) -> int:
        return len(self.source)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return zip(self.source, self.target, strict=True)

    def take(self, indices: npt.ArrayLike) -> ParallelCorpus:
        """The pairs at `indices`, in that order."""
        return ParallelCorpus(self.source.take(indices), self.target.take(indices))

    def write(self, source: AnyPath, target: AnyPath) -> None:
        """Two plain files, one text per line."""
        write_column(source, self.source)
        write_column(target, self.target)


def stream_pairs(
    path: AnyPath,
    target: AnyPath | None = None,
    *,
    source_language: str = "",
    target_language: str = "",
    truncate: bool = False,
) -> Iterator[tuple[str, str]]:
    """Pairs of texts, one by one. `target` is the second of two plain files; other formats hold both sides.

    truncate: stop at the end of the shorter plain file instead of refusing the longer one.
    """
    suffix = _suffix(path)
    if target is not None:
        return plain.read_pairs(path, target, truncate=truncate)
    if suffix == ".tmx":
        return tmx.read_pairs(path, source_language, target_language)
    if suffix in (".xlf", ".xliff", ".sdlxliff"):
        return xliff.read_pairs(path)
    if suffix in (".po", ".pot"):
        return po.read_pairs(path)
    raise InputError(
        f"cannot tell the format from the suffix {suffix or '(none)'}",
        path=path,
        remedy="Give two plain files, or one that ends in .tmx, .xlf, .xliff or .po (.gz may follow).",
    )


def read_corpus(
    path: AnyPath,
    target: AnyPath | None = None,
    *,
    source_language: str = "",
    target_language: str = "",
    truncate: bool = False,
) -> ParallelCorpus:
    """All pairs of a corpus, as columns; see `stream_pairs`."""
    if target is not None:
        sides = plain.check_lengths(path, read_column(path), target, read_column(target), truncate=truncate)
        return ParallelCorpus(*sides)
    if truncate:
        raise ConfigError(
            "--truncate", os.fspath(path), "left out with one file, whose pairs belong together"
        )
    sources: list[str] = []
    targets: list[str] = []
    for one, other in stream_pairs(path, source_language=source_language, target_language=target_language):
        sources.append(one)
        targets.append(other)
    return ParallelCorpus(TextColumn.from_texts(sources), TextColumn.from_texts(targets))


def _suffix(path: AnyPath) -> str:
    return os.path.splitext(os.fspath(path).removesuffix(".gz"))[1].lower()
