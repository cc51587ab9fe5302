"""What every metric is: statistics of candidates, which add up, and the score of a sum.

    metric = Bleu()
    rows = metric.statistics(candidates, references)      # int64, one row per candidate
    metric.score(rows.sum(axis=0)).value                  # the corpus score, 0 to 100
    metric.sentence_scores(rows)                          # one value per candidate
    metric.scores(sums)                                   # many corpora at once: an array of sums

Bootstrap and tuning work on rows alone and know no metric. A `Score` carries its
`Signature`, so that a number cannot lose how it was made. The contract is sacreBLEU's, with int64 rows,
computed in the core (`CompiledMetric`) or in Python (`manyways.metrics.python.PythonMetric`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

import manyways
from manyways._core import metrics as core
from manyways.errors import ConfigError, InputError
from manyways.text.column import TextColumn
from manyways.wording import counted

__all__ = [
    "Candidates",
    "CompiledMetric",
    "Lists",
    "Metric",
    "References",
    "Rows",
    "Score",
    "Signature",
    "Texts",
    "Values",
]

Rows = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]
Texts = TextColumn | Sequence[str]
References = Sequence[Texts]
Column = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]


@runtime_checkable
class Lists(Protocol):
    """The part of `manyways.CandidateLists` that metrics read."""

    @property
    def texts(self) -> TextColumn: ...
    @property
    def sentence_offsets(self) -> npt.NDArray[np.int64]: ...
    @property
    def references(self) -> Sequence[TextColumn] | None: ...


Candidates = Lists | Texts


@dataclass(frozen=True)
class Signature:
    """How a score was made, in sacreBLEU's form: ``nrefs:1|case:mixed|eff:no|tok:13a|...``."""

    items: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in self.items)

    def with_items(self, **more: object) -> Signature:
        """The same with further items after the first (the number of references), as sacreBLEU has them."""
        added = tuple((key, str(value)) for key, value in more.items())
        return Signature((self.items[0], *added, *self.items[1:]))


@dataclass(frozen=True)
class Score:
    """A value on the metric's scale, with the metric's name, its signature and its parts.

    low, high: the confidence interval, where one was computed.
    """

    name: str
    value: float
    signature: Signature
    parts: Mapping[str, Any]
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        return f"{self.name} = {self.value:.2f} ({self.signature})"


class Metric(ABC):
    """What all metrics have in common; `CompiledMetric` and `PythonMetric` are the two ways to be one."""

    name: str
    lowercase: bool = False

    @property
    def higher_is_better(self) -> bool:
        return True

    @property
    @abstractmethod
    def columns(self) -> int:
        """How many numbers a row of statistics has."""

    @property
    def kernel(self) -> core.Metric:
        """The core's form of it, which tuners work with."""
        expected = "a compiled one (BLEU, chrF, TER) where weights are tuned"
        raise ConfigError("metric", self.name, expected)

    @abstractmethod
    def statistics(
        self, candidates: Candidates, references: References | None = None, *, threads: int = 0
    ) -> Rows:
        """One row per candidate.

        candidates: candidate lists, or texts with one candidate per sentence.
        references: one set or several, each with one text per sentence; None takes those in the lists.
        """

    @abstractmethod
    def scores(self, sums: npt.ArrayLike) -> Values:
        """The corpus score of each row of an array of sums."""

    @abstractmethod
    def sentence_scores(self, rows: npt.ArrayLike) -> Values:
        """The sentence score of each row."""

    @abstractmethod
    def settings(self) -> dict[str, object]:
        """The signature's items between the number of references and the version."""

    def parts(self, sums: Rows) -> dict[str, Any]:
        """What a person may want to see beside the value."""
        return {}

    def score(self, sums: npt.ArrayLike, *, references: int = 1) -> Score:
        """The score of one sum of rows; `references` is the number of sets, for the signature."""
        row = np.ascontiguousarray(sums, dtype=np.int64).reshape(1, -1)
        return Score(self.name, float(self.scores(row)[0]), self.signature(references), self.parts(row[0]))

    def corpus_score(
        self, candidates: Candidates, references: References | None = None, *, threads: int = 0
    ) -> Score:
        """The score of all candidates together: texts against their references."""
        rows = self.statistics(candidates, references, threads=threads)
        return self.score(rows.sum(axis=0), references=reference_count(candidates, references))

    def signature(self, references: int = 1) -> Signature:
        """How scores are made, given the number of reference sets."""
        items = {"nrefs": references, **self.settings(), "version": f"manyways-{manyways.__version__}"}
        return Signature(tuple((key, str(value)) for key, value in items.items()))


class CompiledMetric(Metric):
    """A metric of the core: `name`, `lowercase`, `settings` and `parts` are the member's."""

    def __init__(self, kernel: core.Metric) -> None:
        self._kernel = kernel

    @property
    def kernel(self) -> core.Metric:
        return self._kernel

    @property
    def higher_is_better(self) -> bool:
        return self._kernel.direction > 0

    @property
    def columns(self) -> int:
        return self._kernel.columns

    def statistics(
        self, candidates: Candidates, references: References | None = None, *, threads: int = 0
    ) -> Rows:
        columns = prepare_columns(candidates, references, lowercase=self.lowercase)
        return self._kernel.statistics(*columns, threads=threads)

    def scores(self, sums: npt.ArrayLike) -> Values:
        return self._kernel.scores(np.ascontiguousarray(sums, dtype=np.int64))

    def sentence_scores(self, rows: npt.ArrayLike) -> Values:
        return self._kernel.sentence_scores(np.ascontiguousarray(rows, dtype=np.int64))


def prepare_columns(
    candidates: Candidates, references: References | None, *, lowercase: bool
) -> tuple[Column, npt.NDArray[np.int64], list[Column]]:
    """Candidates, where each list begins, and sets of references, as the core reads them."""
    texts, offsets, sets = prepare(candidates, references)
    columns = [columns_of(each, lowercase=lowercase) for each in (texts, *sets)]
    return columns[0], offsets, columns[1:]


def columns_of(texts: Texts, *, lowercase: bool = False) -> Column:
    """Texts as the core reads them: bytes and offsets."""
    column = texts if isinstance(texts, TextColumn) else TextColumn.from_texts(texts)
    if lowercase:
        column = lower(column)
    return np.ascontiguousarray(column.data), np.ascontiguousarray(column.offsets)


def prepare(
    candidates: Candidates, references: References | None
) -> tuple[TextColumn, npt.NDArray[np.int64], References]:
    """Candidate texts, the offsets of each sentence's candidates, and the reference sets."""
    if isinstance(candidates, Lists):
        texts = candidates.texts
        offsets = np.ascontiguousarray(candidates.sentence_offsets, dtype=np.int64)
        sets = candidates.references if references is None else references
    else:
        texts = candidates if isinstance(candidates, TextColumn) else TextColumn.from_texts(candidates)
        offsets = np.arange(len(texts) + 1, dtype=np.int64)
        sets = references
    if not sets:
        raise InputError("there are no references to score against", remedy="Give at least one set of them.")
    for number, each in enumerate(sets):
        if isinstance(each, str):
            raise TypeError("references are sets of texts: [[first, second, ...], ...]")
        if len(each) != len(offsets) - 1:
            sentences = counted(len(offsets) - 1, "sentences")
            raise InputError(
                f"reference set {number + 1} has {counted(len(each), 'texts')} for {sentences}",
                remedy="Every set needs one text per sentence.",
            )
    return texts, offsets, sets


def reference_count(candidates: Candidates, references: References | None) -> int:
    """How many reference sets a call of `statistics` reads."""
    if references is None and isinstance(candidates, Lists):
        references = candidates.references
    return len(references or ())


def lower(column: TextColumn) -> TextColumn:
    """Each text in lower case, exactly as `str.lower` has it, all of them in one call."""
    if len(column) == 0 or not (column.data.size and column.data.max() >= 128):
        upper = (column.data >= ord("A")) & (column.data <= ord("Z"))
        return TextColumn(column.data + (upper * 32).astype(np.uint8), column.offsets)
    newline = ord("\n")
    if np.any(column.data == newline):
        return TextColumn.from_texts(text.lower() for text in column)
    # A newline is neither a letter nor ignored between letters, so no text sees its neighbours.
    joined = np.insert(column.data, column.offsets[1:-1], newline).tobytes().decode("utf-8").lower()
    data = np.frombuffer(joined.encode("utf-8"), dtype=np.uint8)
    breaks = np.flatnonzero(data == newline)
    offsets = np.zeros(len(column) + 1, dtype=np.int64)
    offsets[1:-1] = breaks - np.arange(len(breaks))
    offsets[-1] = len(data) - len(breaks)
    return TextColumn(np.delete(data, breaks), offsets)
