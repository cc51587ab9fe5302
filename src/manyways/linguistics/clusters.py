"""Word classes from plain text: words that keep the same company get one class.

    clusters = cluster_files(["train.en"], ClusterSettings(classes=300))
    clusters.class_of("Monday"), clusters.bits_of("Monday")       # 17, '0110101'
    clusters.write("en.paths")                                    # bits, word, count: as Liang's wcluster
    WordClasses.read("en.paths")                                  # for a language model over classes

Both methods look for classes whose neighbourhood says most about the next class: they maximise the mutual
information of neighbouring classes. Text is tokenised, one sentence per line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt

from manyways._core import cluster as core
from manyways._core.base import Vocabulary
from manyways.errors import InputError
from manyways.files import AnyPath, atomic_write
from manyways.lm.blocks import text_blocks
from manyways.progress import Progress
from manyways.settings import Settings, Within
from manyways.text.column import TextColumn
from manyways.text.vocabulary import encode

__all__ = ["ClusterSettings", "Clusters", "Layout", "cluster_files", "cluster_texts"]

Layout = Literal["paths", "classes"]
_STEP = 500  # words between two looks at the progress


@dataclass(frozen=True, kw_only=True)
class ClusterSettings(Settings, table="cluster"):
    """How words are put into classes.

    classes: how many there are, or as many as there are words.
    method: brown merges (Brown et al. 1992), exchange moves words between classes (Martin et al. 1998).
    min_count: words that are rarer get no class.
    sweeps: how often the exchange goes through all words at most; it ends when none moves.
    """

    classes: Annotated[int, Within(1, 20_000)] = 300
    method: Literal["brown", "exchange"] = "brown"
    min_count: Annotated[int, Within(1)] = 2
    sweeps: Annotated[int, Within(1, 10_000)] = 20


@dataclass(frozen=True, eq=False)
class Clusters:
    """Words by falling count, with count and class; by class its place in the tree, as bits.

    Classes are numbered by their most frequent words. mutual_information: of neighbouring classes, in bits.
    """

    words: list[str]
    counts: npt.NDArray[np.uint64]
    classes: npt.NDArray[np.uint32]
    bits: list[str]
    mutual_information: float

    def class_of(self, word: str) -> int | None:
        """None: the word has no class."""
        place = self.words.index(word) if word in self.words else None
        return None if place is None else int(self.classes[place])

    def bits_of(self, word: str) -> str | None:
        number = self.class_of(word)
        return None if number is None else self.bits[number]

    def write(self, path: AnyPath, layout: Layout = "paths") -> None:
        """paths: `bits TAB word TAB count`, in the order of the tree. classes: `word class`, by count."""
        with atomic_write(path) as out:
            for word, count, number in self._rows(layout):
                bits = self.bits[number]
                out.write(f"{bits}\t{word}\t{count}\n" if layout == "paths" else f"{word} {number}\n")

    def _rows(self, layout: Layout) -> Iterable[tuple[str, int, int]]:
        rows = list(zip(self.words, self.counts.tolist(), self.classes.tolist(), strict=True))
        return sorted(rows, key=lambda row: self.bits[row[2]]) if layout == "paths" else rows


def cluster_files(
    paths: Sequence[AnyPath], settings: ClusterSettings = ClusterSettings(), *, threads: int = 0
) -> Clusters:
    """Classes of the words in tokenised files, one sentence per line. Threads change no result."""
    vocabulary = Vocabulary()
    parts = []
    with Progress("reading text", unit="sentences") as progress:
        for path in paths:
            for block in text_blocks(path):
                parts.append(encode(block, vocabulary, threads=threads))
                progress.advance(len(block))
    return _cluster(parts, vocabulary, settings, threads)


def cluster_texts(
    texts: TextColumn | Iterable[str], settings: ClusterSettings = ClusterSettings(), *, threads: int = 0
) -> Clusters:
    """The same for tokenised sentences."""
    vocabulary = Vocabulary()
    return _cluster([encode(texts, vocabulary, threads=threads)], vocabulary, settings, threads)


def _cluster(
    parts: list[tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]],
    vocabulary: Vocabulary,
    settings: ClusterSettings,
    threads: int,
) -> Clusters:
    lengths = np.concatenate([np.zeros(1, dtype=np.int64), *(np.diff(offsets) for _, offsets in parts)])
    ids = np.concatenate([np.zeros(0, dtype=np.uint32), *(each for each, _ in parts)])
    bigrams = core.Bigrams(ids, np.cumsum(lengths), vocabulary, settings.min_count)
    if not len(bigrams):
        raise InputError(
            f"no word of the text occurs {settings.min_count} times or more",
            remedy="Give more text, or a lower --min-count.",
        )
    run = _brown if settings.method == "brown" else _exchange
    classes, tree = run(bigrams, settings, threads)
    return Clusters(
        words=[vocabulary.word(int(each)) for each in bigrams.words],
        counts=bigrams.counts,
        classes=classes,
        bits=_bits(tree, int(classes.max()) + 1),
        mutual_information=bigrams.mutual_information(classes),
    )


_Found = tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]


def _brown(bigrams: core.Bigrams, settings: ClusterSettings, threads: int) -> _Found:
    brown = core.Brown(bigrams, settings.classes, threads)
    with Progress("merging", total=brown.left, unit="words") as progress:
        while left := brown.left:
            brown.run(_STEP)
            progress.advance(left - brown.left)
    classes = brown.classes()
    return classes, brown.tree()[0]


def _exchange(bigrams: core.Bigrams, settings: ClusterSettings, threads: int) -> _Found:
    exchange = core.Exchange(bigrams, settings.classes, threads)
    with Progress("moving words", unit="sweeps") as progress:
        for _ in range(settings.sweeps):
            moved = exchange.sweep()
            progress.advance(1)
            if not moved:
                break
    classes = exchange.classes()
    return classes, bigrams.tree(classes, threads)[0]


def _bits(tree: npt.NDArray[np.uint32], classes: int) -> list[str]:
    """The way from the root to each class; 0 leads to the part whose most frequent word is more frequent."""
    if classes == 1:
        return ["0"]
    bits = [""] * classes
    members = [[number] for number in range(classes)]
    for first, second in tree.tolist():
        for side, number in (("0", first), ("1", second)):
            for each in members[number]:
                bits[each] = side + bits[each]
        members[first] += members[second]
    return bits
