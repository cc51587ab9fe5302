"""Translations in columns, and one of them as an object."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from manyways._core import search as core
from manyways.text.column import TextColumn

__all__ = ["STATUS", "Translation", "Translations", "link_texts"]

# By the core's numbers: what the search says of its answer.
STATUS = ("beam", "time limit", "gap space", "split")


@dataclass(frozen=True)
class Translation:
    """One translation.

    features: by feature, a number or a list. derivation: (source start, source end, target words) in the
    order of the target. links: Pharaoh links, source-target.
    status: `beam`; `time limit` (finished in haste); `gap space` (nothing was found in the free space);
    `split` (too long, translated in pieces).
    """

    text: str
    score: float
    features: dict[str, float | list[float]]
    derivation: list[tuple[int, int, str]]
    links: str
    status: str
    seconds: float


class Translations(Sequence[Translation]):
    """The best translation of each sentence: columns, and objects made when asked for."""

    def __init__(self, result: core.Translations, feature_names: tuple[str, ...]) -> None:
        self.feature_names = feature_names
        self.texts = TextColumn(result.take_text(), result.take_text_offsets())
        self.scores: npt.NDArray[np.float64] = result.take_scores()
        self.features: npt.NDArray[np.float64] = result.take_features(len(feature_names))
        self.status: npt.NDArray[np.uint8] = result.take_status()
        self.seconds: npt.NDArray[np.float64] = result.take_seconds()
        self.steps: npt.NDArray[np.int32] = result.take_steps()
        self.step_offsets: npt.NDArray[np.int64] = result.take_step_offsets()
        self.links: npt.NDArray[np.int32] = result.take_links()
        self.link_offsets: npt.NDArray[np.int64] = result.take_link_offsets()

    def __len__(self) -> int:
        return len(self.scores)

    def __iter__(self) -> Iterator[Translation]:
        return (self._make(i) for i in range(len(self)))

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        if isinstance(index, slice):
            return [self._make(i) for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._make(index % len(self))

    def _make(self, i: int) -> Translation:
        status = STATUS[self.status[i]] if i < len(self.status) else "beam"
        return Translation(
            text=self.texts[i],
            score=float(self.scores[i]),
            features=grouped(self.feature_names, self.features[i].tolist()),
            derivation=self.derivation(i),
            links=self.links_of(i),
            status=status,
            seconds=float(self.seconds[i]) if i < len(self.seconds) else 0.0,
        )

    def derivation(self, i: int) -> list[tuple[int, int, str]]:
        """(source start, source end, target words) of translation i, in target order."""
        words = self.texts[i].split(" ")
        steps, at = [], 0
        for start, end, count in self.steps[self.step_offsets[i] : self.step_offsets[i + 1]].tolist():
            steps.append((start, end, " ".join(words[at : at + count])))
            at += count
        return steps

    def links_of(self, i: int) -> str:
        """Pharaoh links of translation i."""
        return _pharaoh(self.links[self.link_offsets[i] : self.link_offsets[i + 1]])


def _pharaoh(rows: npt.NDArray[np.int32]) -> str:
    return " ".join(f"{source}-{target}" for source, target in sorted(rows.tolist()))


def link_texts(links: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64]) -> TextColumn:
    """Pharaoh links of every row."""
    return TextColumn.from_texts(_pharaoh(links[a:b]) for a, b in itertools.pairwise(offsets.tolist()))


def grouped(names: Sequence[str], values: Sequence[float]) -> dict[str, float | list[float]]:
    """Components `F[0], F[1], ...` as one list under F."""
    found: dict[str, float | list[float]] = {}
    for name, value in zip(names, values, strict=True):
        feature, bracket, _ = name.partition("[")
        if not bracket:
            found[name] = value
        else:
            entry = found.setdefault(feature, [])
            assert isinstance(entry, list)
            entry.append(value)
    return found
