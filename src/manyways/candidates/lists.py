"""Candidate lists in columns: the hinge between whatever made the candidates and whatever chooses.

    lists = read("nbest.gz")                     # any format, see manyways.candidates.formats
    lists.features                               # float64, one row per candidate, one column per name
    lists.sentence_offsets                       # sentence s has rows offsets[s] .. offsets[s + 1]
    best = lists.distinct().cut(100)
    write(best, "best.jsonl")

There is no Python object per candidate: texts are a TextColumn, all else NumPy arrays, so that 2,000
sentences of 2,000 candidates fit in memory and every operation runs on whole arrays. Lists are values:
operations return new lists, and arrays are not to be written to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from manyways._core import candidates as core
from manyways._core.base import Vocabulary
from manyways.candidates.ragged import Ragged
from manyways.text.column import TextColumn, ranges

__all__ = ["CandidateLists", "Origin", "SparseFeatures", "Tokens", "number_of"]

_DIGITS = 15  # of the longest id that is a number
Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Tokens:
    """Words as ids: candidate c has ``ids[offsets[c]:offsets[c + 1]]`` of the vocabulary."""

    ids: npt.NDArray[np.uint32]
    offsets: npt.NDArray[np.int64]
    vocabulary: Vocabulary


@dataclass(frozen=True, eq=False)
class SparseFeatures:
    """Features that only some candidates have, in compressed rows.

    Candidate c has ``values[offsets[c]:offsets[c + 1]]`` of the features ``names[index]``, index being the
    same slice of `indices`.
    """

    names: tuple[str, ...]
    indices: npt.NDArray[np.uint32]
    values: npt.NDArray[np.float64]
    offsets: npt.NDArray[np.int64]

    @staticmethod
    def of(
        names: Sequence[str],
        indices: npt.NDArray[np.uint32],
        values: npt.NDArray[np.float64],
        offsets: npt.NDArray[np.int64],
    ) -> SparseFeatures:
        """From what the core gives."""
        return SparseFeatures(tuple(names), indices, values, offsets)


@dataclass(frozen=True, eq=False)
class Origin:
    """Where lists were read from: what checks and byte-exact writers need.

    lines: line of each candidate. sentence_lines: line where each sentence begins. incomplete: rows that
    lack a dense feature (it counts 0). reference_counts: references of each sentence, where the file has any.
    layout: how the file was written; raw: its lines as they stood, or those the layout cannot reproduce.
    """

    path: str
    format: str
    lines: npt.NDArray[np.int64]
    sentence_lines: npt.NDArray[np.int64]
    incomplete: npt.NDArray[np.int64]
    reference_counts: npt.NDArray[np.int64] | None = None
    layout: dict[str, object] | None = None
    raw: TextColumn | None = None
    ends_with_newline: bool = True


@dataclass(frozen=True, eq=False, kw_only=True)
class CandidateLists:
    """Lists of several sentences, in columns; S sentences, C candidates, F dense features.

    ids: one per sentence, as the file has them.
    sentence_offsets: int64[S + 1].
    texts: C texts. sources: S texts. references: one column of S texts per reference set.
    feature_names, features: F names and float64 (C, F). A feature of several values is several columns,
    `TranslationModel0[0]`, `TranslationModel0[1]`, ...
    scores: float64[C], NaN where there is none; higher is better.
    systems, system_names: int32[C] into the names; one unnamed system by default.
    ranks: int32[C], the place in the list as it came, from 0.
    links: Pharaoh links `0-0 1-2` (source-target). word_scores: numbers per word. extra: other columns.
    flags: why a candidate is no translation (`refused`, `tool call`); empty for one that is.
    status: S texts, how a search found each list (`optimal`, `time limit`; empty: nothing is known).
    bounds: float64 (S, 2), between which the best score lies; NaN where nothing is proved.
    reasons: S texts, why the first candidate was chosen. qualities: float64[S], how good it probably is.
    statistics, signature: int64 (C, K) of a metric, and which.
    remarks: what a person should know of how the lists came to be; not written.
    """

    ids: list[str]
    sentence_offsets: npt.NDArray[np.int64]
    texts: TextColumn
    feature_names: tuple[str, ...]
    features: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    systems: npt.NDArray[np.int32]
    system_names: tuple[str, ...]
    ranks: npt.NDArray[np.int32]
    sparse: SparseFeatures | None = None
    links: TextColumn | None = None
    word_scores: Ragged | None = None
    extra: TextColumn | None = None
    flags: TextColumn | None = None
    sources: TextColumn | None = None
    references: list[TextColumn] | None = None
    status: TextColumn | None = None
    bounds: npt.NDArray[np.float64] | None = None
    reasons: TextColumn | None = None
    qualities: npt.NDArray[np.float64] | None = None
    statistics: npt.NDArray[np.int64] | None = None
    signature: str | None = None
    origin: Origin | None = None
    known_tokens: Tokens | None = field(default=None, repr=False)
    remarks: tuple[str, ...] = ()

    def __len__(self) -> int:
        """The number of sentences."""
        return len(self.ids)

    @property
    def candidate_count(self) -> int:
        return len(self.scores)

    @cached_property
    def tokens(self) -> Tokens:
        """The words of all texts as ids; words stand between ASCII blanks."""
        if self.known_tokens is not None:
            return self.known_tokens
        return Tokens(*core.intern(self.texts.data, self.texts.offsets))

    @cached_property
    def sentence_of(self) -> npt.NDArray[np.int64]:
        """The sentence of each candidate."""
        return np.repeat(np.arange(len(self), dtype=np.int64), np.diff(self.sentence_offsets))

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Candidates per sentence."""
        return np.diff(self.sentence_offsets)

    @property
    def all_feature_names(self) -> tuple[str, ...]:
        """Those of dense features, then those of sparse ones."""
        return (*self.feature_names, *(self.sparse.names if self.sparse is not None else ()))

    @property
    def nbytes(self) -> int:
        """Bytes of the columns, the vocabulary left out."""
        columns: list[npt.NDArray[np.generic]] = [self.sentence_offsets, self.features, self.scores]
        columns += [self.systems, self.ranks, self.texts.data, self.texts.offsets]
        if self.known_tokens is not None:
            columns += [self.known_tokens.ids, self.known_tokens.offsets]
        if self.sparse is not None:
            columns += [self.sparse.indices, self.sparse.values, self.sparse.offsets]
        if self.origin is not None:
            columns += [self.origin.lines, self.origin.sentence_lines]
        return sum(column.nbytes for column in columns)

    # Rows and sentences ----------------------------------------------------------------------------

    def select(self, rows: npt.ArrayLike) -> CandidateLists:
        """The candidates at `rows` (indices or a mask), sentence by sentence, in the order given.

        Rows must be grouped by sentence in the order of the sentences. All sentences stay, some perhaps
        without candidates.
        """
        chosen = _as_rows(rows)
        sentences = self.sentence_of[chosen]
        if len(sentences) and np.any(np.diff(sentences) < 0):
            raise ValueError("rows must keep the order of the sentences")
        counts = np.bincount(sentences, minlength=len(self))
        return replace(self._rows(chosen), sentence_offsets=_offsets(counts))

    def split(self, sentences: npt.ArrayLike) -> CandidateLists:
        """The lists of some sentences (indices or a mask), in the order given."""
        chosen = _as_rows(sentences)
        starts = self.sentence_offsets[chosen]
        counts = self.sizes[chosen]
        references = None if self.references is None else [each.take(chosen) for each in self.references]
        return replace(
            self._rows(ranges(starts, counts)),
            ids=[self.ids[s] for s in chosen.tolist()],
            sentence_offsets=_offsets(counts),
            sources=None if self.sources is None else self.sources.take(chosen),
            references=references,
            status=None if self.status is None else self.status.take(chosen),
            bounds=None if self.bounds is None else self.bounds[chosen],
            reasons=None if self.reasons is None else self.reasons.take(chosen),
            qualities=None if self.qualities is None else self.qualities[chosen],
        )

    def _rows(self, rows: Rows) -> CandidateLists:
        """All columns of candidates at `rows`; the columns of sentences are left as they are."""
        tokens, sparse = self.known_tokens, self.sparse
        if tokens is not None:
            taken = Ragged(tokens.ids, tokens.offsets).take(rows)
            tokens = Tokens(taken.values, taken.offsets, tokens.vocabulary)
        if sparse is not None:
            values = Ragged(sparse.values, sparse.offsets).take(rows)
            indices = Ragged(sparse.indices, sparse.offsets).take(rows)
            sparse = SparseFeatures(sparse.names, indices.values, values.values, values.offsets)
        return replace(
            self,
            texts=self.texts.take(rows),
            features=self.features[rows],
            scores=self.scores[rows],
            systems=self.systems[rows],
            ranks=self.ranks[rows],
            sparse=sparse,
            links=None if self.links is None else self.links.take(rows),
            word_scores=None if self.word_scores is None else self.word_scores.take(rows),
            extra=None if self.extra is None else self.extra.take(rows),
            flags=None if self.flags is None else self.flags.take(rows),
            statistics=None if self.statistics is None else self.statistics[rows],
            origin=None,
            known_tokens=tokens,
        )

    # Choosing --------------------------------------------------------------------------------------

    def cut(self, size: int) -> CandidateLists:
        """The first `size` candidates of each sentence."""
        within = np.arange(self.candidate_count, dtype=np.int64) - self.sentence_offsets[self.sentence_of]
        return self.select(within < size)

    def sample(self, size: int, *, seed: int) -> CandidateLists:
        """`size` candidates of each sentence by chance, without repetition, in the order they had."""
        keys = np.random.default_rng(seed).random(self.candidate_count)
        order = np.lexsort((keys, self.sentence_of))
        within = np.arange(self.candidate_count, dtype=np.int64) - self.sentence_offsets[self.sentence_of]
        return self.select(np.sort(order[within < size]))

    def sort(self) -> CandidateLists:
        """Best score first in each sentence; equal scores, and then missing ones, keep their order."""
        return self.select(np.lexsort((-self.scores, self.sentence_of)))

    def keys(self, *, features: bool = False) -> npt.NDArray[np.uint64]:
        """A hash of each candidate's text, or of its text and features."""
        keys = core.hash_rows(self.texts.data, self.texts.offsets)
        if features:
            matrix = np.ascontiguousarray(self.features)
            width = matrix.shape[1] * 8
            bounds = np.arange(len(matrix) + 1, dtype=np.int64) * width
            keys = _mix(keys, core.hash_rows(matrix.view(np.uint8).ravel(), bounds))
            if self.sparse is not None:
                for part, size in ((self.sparse.values, 8), (self.sparse.indices, 4)):
                    raw = np.ascontiguousarray(part).view(np.uint8)
                    keys = _mix(keys, core.hash_rows(raw, self.sparse.offsets * size))
        return keys

    def distinct(self, *, features: bool = False) -> CandidateLists:
        """One candidate per text, or per text and features, of each sentence.

        Of several derivations the one with the best score is kept (without scores, the first), at the
        place of the text's first.
        """
        keys = self.keys(features=features)
        scores = np.where(np.isnan(self.scores), -np.inf, self.scores)
        rows = np.arange(self.candidate_count, dtype=np.int64)
        order = np.lexsort((rows, -scores, keys, self.sentence_of))
        sentences, keys = self.sentence_of[order], keys[order]
        new = np.ones(len(order), dtype=bool)
        new[1:] = (sentences[1:] != sentences[:-1]) | (keys[1:] != keys[:-1])
        starts = np.flatnonzero(new)
        if len(starts) == 0:
            return self
        best = order[starts]
        first = np.minimum.reduceat(order, starts)
        return self.select(best[np.argsort(first, kind="stable")])

    def top_texts(self) -> list[str]:
        """The first candidate's text of each sentence; empty where a sentence has none."""
        has = self.sizes > 0
        texts = iter(self.texts.take(self.sentence_offsets[:-1][has]))
        return [next(texts) if one else "" for one in has.tolist()]

    # Attaching -------------------------------------------------------------------------------------

    def with_sources(self, sources: Sequence[str] | TextColumn) -> CandidateLists:
        """The same lists with a source text per sentence."""
        return replace(self, sources=_sentence_column(sources, len(self), "sources"), origin=None)

    def with_references(self, *references: Sequence[str] | TextColumn) -> CandidateLists:
        """The same lists with one or several sets of references, a text per sentence each."""
        columns = [_sentence_column(each, len(self), "references") for each in references]
        return replace(self, references=columns, origin=None)

    def with_features(self, names: Sequence[str], values: npt.ArrayLike) -> CandidateLists:
        """The same lists with more dense features; a name that exists is replaced."""
        added = np.asarray(values, dtype=np.float64).reshape(self.candidate_count, len(names))
        keep = [i for i, name in enumerate(self.feature_names) if name not in set(names)]
        features = np.ascontiguousarray(np.hstack([self.features[:, keep], added]))
        kept = tuple(self.feature_names[i] for i in keep)
        return replace(self, feature_names=(*kept, *names), features=features, origin=None)

    def with_origin(self, path: str, format: str, lines: npt.NDArray[np.int64]) -> CandidateLists:
        """The same lists with the place they come from: a file, its format, a line per sentence."""
        none = np.zeros(0, dtype=np.int64)
        return replace(self, origin=Origin(path, format, np.repeat(lines, self.sizes), lines, none))

    def with_scores(self, scores: npt.ArrayLike) -> CandidateLists:
        """The same lists with other scores, of which nothing is known; the order stays (see `sort`)."""
        column = np.ascontiguousarray(np.asarray(scores, dtype=np.float64))
        if column.shape != self.scores.shape:
            raise ValueError(f"{len(self.scores)} scores are needed, got {column.shape}")
        return replace(
            self, scores=column, status=None, bounds=None, reasons=None, qualities=None, origin=None
        )

    def with_statistics(self, statistics: npt.NDArray[np.int64], signature: str) -> CandidateLists:
        """The same lists with a metric's sufficient statistics, one row per candidate."""
        if len(statistics) != self.candidate_count:
            raise ValueError(f"{self.candidate_count} rows are needed, got {len(statistics)}")
        return replace(self, statistics=statistics, signature=signature)


def number_of(id: str) -> int | None:
    """The number that a sentence's id is, if it is one; what is longer than any numbering is a name."""
    return int(id) if len(id) <= _DIGITS and id.isascii() and id.isdigit() else None


def _as_rows(rows: npt.ArrayLike) -> Rows:
    array = np.asarray(rows)
    return np.flatnonzero(array) if array.dtype == bool else array.astype(np.int64)


def _offsets(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    offsets = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def _mix(one: npt.NDArray[np.uint64], other: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    mixed: npt.NDArray[np.uint64] = one * np.uint64(0x9E3779B97F4A7C15) ^ other
    return mixed


def _sentence_column(texts: Sequence[str] | TextColumn, size: int, what: str) -> TextColumn:
    column = texts if isinstance(texts, TextColumn) else TextColumn.from_texts(texts)
    if len(column) != size:
        raise ValueError(f"{size} {what} are needed, one per sentence; got {len(column)}")
    return column
