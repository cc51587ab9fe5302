"""Word links in columns: read, write, symmetrise, evaluate.

links = read_links("giza.txt")                      # Pharaoh: "0-0 1-2", source-target, from 0
list(links[0])                                      # [(0, 0), (1, 2)]
both = symmetrise(forward, backward, "grow-diag-final-and")
write_links(both, "links.gz")
evaluate(both, read_links("gold.txt")).error_rate   # gold may mark possible links as "1p2"
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from manyways._core import align as core
from manyways.errors import ConfigError, InputError
from manyways.files import atomic_bytes, read_bytes
from manyways.wording import counted

__all__ = ["Links", "Quality", "Symmetry", "evaluate", "read_links", "symmetrise", "write_links"]

Symmetry = Literal[
    "grow-diag-final-and",
    "grow-diag-final",
    "grow-diag",
    "intersection",
    "union",
    "forward",
    "backward",
    "posterior",
]
Positions = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Links:
    """Links of sentence s are ``source[offsets[s]:offsets[s + 1]]`` and the same slice of `target`.

    `probability` has one value for each link, or none at all; so has `possible`, which is 1 where a
    gold link is only possible.
    """

    source: Positions
    target: Positions
    offsets: npt.NDArray[np.int64]
    probability: npt.NDArray[np.float32]
    possible: npt.NDArray[np.uint8]

    @staticmethod
    def from_pairs(sentences: Iterable[Iterable[tuple[int, int]]]) -> Links:
        """Links out of lists of (source position, target position)."""
        rows = [list(sentence) for sentence in sentences]
        pairs = np.array([pair for row in rows for pair in row], dtype=np.int32).reshape(-1, 2)
        offsets = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(row) for row in rows], out=offsets[1:])
        none = np.zeros(0)
        source, target = np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])
        return Links(source, target, offsets, none.astype(np.float32), none.astype(np.uint8))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, sentence: int) -> list[tuple[int, int]]:
        if not 0 <= sentence < len(self):
            raise IndexError(sentence)
        here = slice(self.offsets[sentence], self.offsets[sentence + 1])
        return list(zip(self.source[here].tolist(), self.target[here].tolist(), strict=True))

    def __iter__(self) -> Iterator[list[tuple[int, int]]]:
        return (self[s] for s in range(len(self)))

    def first(self, sentences: int) -> Links:
        """The links of the first sentences alone."""
        end = int(self.offsets[min(sentences, len(self))])
        return Links(
            self.source[:end],
            self.target[:end],
            self.offsets[: sentences + 1],
            self.probability[:end],
            self.possible[:end],
        )


def read_links(path: str | os.PathLike[str]) -> Links:
    """Links of a Pharaoh file (gzip by suffix); a bad one is an InputError with its line."""
    return Links(*core.parse_links(read_bytes(path), os.fspath(path)))


def write_links(links: Links, path: str | os.PathLike[str]) -> None:
    """Write a Pharaoh file; probabilities, where there are any, follow a colon (``0-1:0.9312``)."""
    text = core.format_links(links.source, links.target, links.offsets, links.probability)
    with atomic_bytes(path) as out:
        out.write(text)


def symmetry_named(name: str) -> core.Symmetry:
    """The core's name of a way to symmetrise."""
    if name not in get_args(Symmetry):
        raise ConfigError("symmetrise", name, "one of " + ", ".join(get_args(Symmetry)))
    return core.Symmetry[name.replace("-", "_")]


def symmetrise(
    forward: Links,
    backward: Links,
    how: Symmetry = "grow-diag-final-and",
    *,
    order: Literal["moses", "atools"] = "moses",
    threads: int = 0,
) -> Links:
    """One set of links out of two directions, both written source-target.

    What growing takes in depends on the order of visits: `order` is that of Moses's symal or of
    fast_align's atools.
    """
    if how == "posterior":
        raise ConfigError("symmetrise", how, "a way that needs links only", remedy="Use align().")
    if len(forward) != len(backward):
        raise InputError(f"one direction has {counted(len(forward), 'sentences')}, the other {len(backward)}")
    return Links(
        *core.symmetrise(
            (forward.source, forward.target, forward.offsets),
            (backward.source, backward.target, backward.offsets),
            symmetry_named(how),
            order == "moses",
            threads=threads,
        )
    )


@dataclass(frozen=True)
class Quality:
    """How well links agree with gold ones; `f1` is against all gold links, sure and possible."""

    error_rate: float
    precision: float
    recall: float
    f1: float
    links: int


def _keys(links: Links) -> npt.NDArray[np.int64]:
    sentence = np.repeat(np.arange(len(links), dtype=np.int64), np.diff(links.offsets))
    return (sentence << 32) | (links.source.astype(np.int64) << 16) | links.target


def evaluate(links: Links, gold: Links) -> Quality:
    """Alignment error rate, precision and recall (Och & Ney 2003); `gold` may cover a first part only.

    With links A, sure links S and sure or possible links P: error rate 1 - (|A&S| + |A&P|) / (|A| + |S|),
    precision |A&P| / |A|, recall |A&S| / |S|. Nothing at all agrees with nothing.
    """
    if len(gold) > len(links):
        raise InputError(
            f"there are gold links for {counted(len(gold), 'sentences')}, but links for {len(links)} only"
        )
    found = np.unique(_keys(links.first(len(gold))))
    possible = np.unique(_keys(gold))
    sure = np.unique(_keys(gold)[gold.possible == 0]) if len(gold.possible) else possible
    in_sure = int(np.isin(found, sure, assume_unique=True).sum())
    in_possible = int(np.isin(found, possible, assume_unique=True).sum())

    def ratio(part: int, whole: int) -> float:
        return part / whole if whole else 1.0

    precision, all_recall = ratio(in_possible, len(found)), ratio(in_possible, len(possible))
    both = precision + all_recall
    return Quality(
        error_rate=1.0 - ratio(in_sure + in_possible, len(found) + len(sure)),
        precision=precision,
        recall=ratio(in_sure, len(sure)),
        f1=2 * precision * all_recall / both if both else 0.0,
        links=len(found),
    )
