"""Translations in columns, and one of them as an object."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from manyways._core import search as core
from manyways.search.inputs import words_of
from manyways.search.rows import Rows
from manyways.text.column import TextColumn
from manyways.text.protect import unshield
from manyways.wording import counted

__all__ = ["STATUS", "Forced", "Translation", "Translations", "late_remarks", "link_texts"]

# By the core's numbers: what the search says of its answer.
STATUS = ("beam", "time limit", "gap space", "split", "optimal", "gap")


# What a phrase pair or a rule covers and writes; with gaps, also the steps that fill them.
Step = tuple[int, int, str] | tuple[int, int, str, list["Step"]]


@dataclass(frozen=True)
class Translation:
    """One translation.

    features: by feature, a number or a list. derivation: (source start, source end, target words) in the
    order of the target; a rule with gaps writes [1] and [2] where the words of its parts stand, and these
    follow as a fourth: (0, 4, "the [1] of [2]", [(1, 2, "roof"), (3, 4, "houses")]).
    links: Pharaoh links, source-target.
    status: `beam`; `time limit` (finished in haste); `gap space` (nothing was found in the free space);
    `split` (too long, translated in pieces); `optimal` (proved: nothing scores more); `gap` (memory or
    iterations ended before there was a proof).
    bounds: the best score lies between these two; None where nothing is proved.
    """

    text: str
    score: float
    features: dict[str, float | list[float]]
    derivation: list[Step]
    links: str
    status: str
    seconds: float
    bounds: tuple[float, float] | None = None


@dataclass(frozen=True)
class Forced:
    """Forced decoding of one sentence: the best derivation of the given text, or how far one reaches.

    prefix: the longest beginning of the text that some partial derivation yields.
    """

    reached: bool
    prefix: str
    translation: Translation | None


class Translations(Rows[Translation]):
    """Translations in columns, one for each sentence or the best of one; objects are made when asked for.

    texts: what people read. scores, features: of each. status, seconds, lower, upper: by sentence; lower and
    upper are empty where nothing was proved.
    """

    def __init__(
        self, result: core.Translations, feature_names: tuple[str, ...], *, trees: bool = False
    ) -> None:
        """trees: derivations are those of a hierarchical model."""
        self.feature_names = feature_names
        self.trees = trees
        self.texts = TextColumn(result.take_text(), result.take_text_offsets())
        self._words = self.texts
        self.scores: npt.NDArray[np.float64] = result.take_scores()
        self.features: npt.NDArray[np.float64] = result.take_features(len(feature_names))
        self.status = [STATUS[code] for code in result.take_status()]
        self.seconds: npt.NDArray[np.float64] = result.take_seconds()
        self.lower: npt.NDArray[np.float64] = result.take_lower()
        self.upper: npt.NDArray[np.float64] = result.take_upper()
        self.steps: npt.NDArray[np.int32] = result.take_steps()
        self.step_offsets: npt.NDArray[np.int64] = result.take_step_offsets()
        self.links: npt.NDArray[np.int32] = result.take_links()
        self.link_offsets: npt.NDArray[np.int64] = result.take_link_offsets()
        sizes = np.diff(result.take_sentence_offsets())
        self._sentence_of: npt.NDArray[np.int64] = np.repeat(np.arange(len(sizes)), sizes)

    def with_texts(self, texts: TextColumn) -> Translations:
        """The same with other texts to read; derivations stay in the model's words."""
        other = copy(self)
        other.texts = texts
        return other

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know."""
        return late_remarks(self.status.count("time limit"), len(self.status))

    def __len__(self) -> int:
        return len(self.scores)

    def _row(self, i: int) -> Translation:
        sentence = int(self._sentence_of[i]) if i < len(self._sentence_of) else i
        known, proved = sentence < len(self.status), sentence < len(self.lower)
        return Translation(
            text=self.texts[i],
            score=float(self.scores[i]),
            features=grouped(self.feature_names, self.features[i].tolist()),
            derivation=self.derivation(i),
            links=self.links_of(i),
            status=self.status[sentence] if known else "beam",
            seconds=float(self.seconds[sentence]) if known else 0.0,
            bounds=(float(self.lower[sentence]), float(self.upper[sentence])) if proved else None,
        )

    def derivation(self, i: int) -> list[Step]:
        """The steps of translation i, in target order; see `Translation`."""
        words = [unshield(word) for word in words_of(self._words[i])]
        rows = self.steps[self.step_offsets[i] : self.step_offsets[i + 1]].tolist()
        if self.trees:
            return [placed.step for placed in _nested(rows, words)]
        return [(start, end, " ".join(words[first:last])) for start, end, first, last in rows]

    def links_of(self, i: int) -> str:
        """Pharaoh links of translation i."""
        return _pharaoh(self.links[self.link_offsets[i] : self.link_offsets[i + 1]])


@dataclass(frozen=True)
class _Placed:
    """A step, and where its words and those of its parts stand."""

    step: Step
    first: int
    last: int


def _nested(rows: list[list[int]], words: list[str]) -> list[_Placed]:
    """Steps in the order in which they are complete as trees: a step holds those before it that it covers."""
    done: list[_Placed] = []
    for start, end, first, last in rows:
        parts: list[_Placed] = []
        while done and start <= done[-1].step[0] and done[-1].step[1] <= end:
            parts.insert(0, done.pop())
        if not parts:
            done.append(_Placed((start, end, " ".join(words[first:last])), first, last))
            continue
        places = [place for place in (*parts, _Placed((0, 0, ""), first, last)) if place.first < place.last]
        begin = min((place.first for place in places), default=first)
        stop = max((place.last for place in places), default=last)
        told = " ".join(_told(words, begin, stop, parts))
        done.append(_Placed((start, end, told, [part.step for part in parts]), begin, stop))
    return done


def _told(words: list[str], begin: int, stop: int, parts: list[_Placed]) -> Iterator[str]:
    """The words from `begin` to `stop`, with [1], [2] where those of parts stand."""
    at = begin
    for number, part in enumerate(parts, 1):
        yield from words[at : part.first]
        yield f"[{number}]"
        at = max(at, part.last)
    yield from words[at:stop]


def late_remarks(late: int, sentences: int) -> tuple[str, ...]:
    """A remark if a time limit cut some searches."""
    if not late:
        return ()
    all_of = counted(sentences, "sentences")
    return (f"the time limit cut short the search of {late:,} of {all_of}: the best so far is given",)


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
