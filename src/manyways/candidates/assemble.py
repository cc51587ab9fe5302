"""Columns of the core to CandidateLists and back; lists from Python records; several lists to one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways._core import candidates as core
from manyways.candidates.lists import CandidateLists, Origin, SparseFeatures, Tokens, number_of
from manyways.candidates.ragged import Ragged
from manyways.errors import InputError
from manyways.text.column import TextColumn

__all__ = [
    "Candidate",
    "Sentence",
    "check_numbering",
    "concatenate",
    "from_sentences",
    "lists_from",
    "merge",
    "to_columns",
]


def lists_from(
    columns: Mapping[str, Any],
    reader: core.Reader,
    *,
    path: str,
    format: str,
    layout: dict[str, object] | None = None,
    system_names: Sequence[str] = ("",),
) -> CandidateLists:
    """The lists whose columns a reader of the core has filled."""
    scores: npt.NDArray[np.float64] = columns["scores"]
    sentence_offsets: npt.NDArray[np.int64] = columns["sentence_offsets"]
    count, names = len(scores), tuple(reader.feature_names)
    sentences = np.repeat(sentence_offsets[:-1], np.diff(sentence_offsets))
    references, reference_counts = _references(columns, len(sentence_offsets) - 1)
    sparse = None
    if "sparse_values" in columns:
        values, offsets = columns["sparse_values"]
        sparse_names = tuple(reader.sparse_feature_names)
        sparse = SparseFeatures(sparse_names, columns["sparse_names"], values, offsets)
    origin = Origin(
        path,
        format,
        columns["lines"],
        columns["sentence_lines"],
        columns["incomplete"],
        reference_counts,
        layout,
        _texts(columns, "raw"),
        reader.ends_with_newline,
    )
    return CandidateLists(
        ids=list(TextColumn(*columns["ids"])),
        sentence_offsets=sentence_offsets,
        texts=TextColumn(*columns["texts"]),
        feature_names=names,
        features=columns["features"].reshape(count, len(names)),
        scores=scores,
        systems=columns["systems"] if "systems" in columns else np.zeros(count, dtype=np.int32),
        system_names=tuple(system_names) or ("",),
        ranks=(np.arange(count, dtype=np.int64) - sentences).astype(np.int32),
        sparse=sparse,
        links=_texts(columns, "links"),
        word_scores=Ragged(*columns["word_scores"]) if "word_scores" in columns else None,
        extra=_texts(columns, "extra"),
        flags=_texts(columns, "flags"),
        sources=_texts(columns, "sources"),
        references=references,
        status=_texts(columns, "status"),
        bounds=columns["bounds"].reshape(-1, 2) if "bounds" in columns else None,
        origin=origin,
        known_tokens=Tokens(columns["tokens"][0], columns["tokens"][1], reader.vocabulary),
    )


def _texts(columns: Mapping[str, Any], name: str) -> TextColumn | None:
    return TextColumn(*columns[name]) if name in columns else None


def _references(
    columns: Mapping[str, Any], sentences: int
) -> tuple[list[TextColumn] | None, npt.NDArray[np.int64] | None]:
    """One column per reference set; a sentence with fewer references than others has empty texts."""
    if "references" not in columns:
        return None, None
    texts, starts = TextColumn(*columns["references"]), columns["reference_starts"]
    counts = np.diff(starts)
    empty = len(texts)
    padded = TextColumn(texts.data, np.append(texts.offsets, texts.offsets[-1]))
    sets = [
        padded.take(np.where(counts > k, starts[:-1] + k, empty))
        for k in range(int(counts.max()) if sentences else 0)
    ]
    return sets, counts


def to_columns(lists: CandidateLists, *, raw: TextColumn | None = None) -> dict[str, object]:
    """The columns of lists as the core's writers take them."""
    columns: dict[str, object] = {
        "ids": _pair(TextColumn.from_texts(lists.ids)),
        "texts": _pair(lists.texts),
        "sentence_offsets": lists.sentence_offsets,
        "features": np.ascontiguousarray(lists.features).reshape(-1),
        "feature_names": list(lists.feature_names),
        "scores": lists.scores,
        "systems": lists.systems,
        "system_names": list(lists.system_names),
        "sparse_feature_names": [],
    }
    optional = {"links": lists.links, "extra": lists.extra, "sources": lists.sources, "raw": raw}
    optional |= {"status": lists.status, "flags": lists.flags}
    for name, column in optional.items():
        if column is not None:
            columns[name] = _pair(column)
    if lists.bounds is not None:
        columns["bounds"] = np.ascontiguousarray(lists.bounds).reshape(-1)
    if lists.word_scores is not None:
        columns["word_scores"] = (lists.word_scores.values, lists.word_scores.offsets)
    if lists.sparse is not None:
        columns["sparse_feature_names"] = list(lists.sparse.names)
        columns["sparse_names"] = lists.sparse.indices
        columns["sparse_values"] = (lists.sparse.values, lists.sparse.offsets)
    if lists.references:
        sets, sentences = len(lists.references), len(lists)
        together = _join_texts(lists.references)
        by_sentence = np.arange(sets * sentences).reshape(sets, sentences).T.reshape(-1)
        columns["references"] = _pair(together.take(by_sentence))
        columns["reference_starts"] = np.arange(sentences + 1, dtype=np.int64) * sets
    return columns


def _pair(column: TextColumn) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    return column.data, column.offsets


# Records ---------------------------------------------------------------------------------------------


@dataclass
class Candidate:
    """One candidate, on its way from a foreign file into columns."""

    text: str
    score: float = float("nan")
    features: dict[str, float | Sequence[float]] = field(default_factory=dict)
    system: str = ""
    links: str = ""
    word_scores: Sequence[float] = ()
    flag: str = ""


@dataclass
class Sentence:
    """One sentence's candidates, on their way into columns; `line` is where they were found."""

    id: str
    candidates: list[Candidate]
    source: str | None = None
    references: list[str] = field(default_factory=list)
    line: int = 0


def from_sentences(
    sentences: Sequence[Sentence],
    *,
    feature_names: Sequence[str] | None = None,
    path: str = "",
    format: str = "",
) -> CandidateLists:
    """Columns of sentences; `feature_names` are its dense features (else the first candidate's)."""
    reader = core.JsonlReader(path)
    if feature_names is not None:
        reader.set_dense(list(feature_names))
    reader.feed(np.frombuffer(_json_lines(sentences), dtype=np.uint8))
    lists = lists_from(reader.take(True), reader, path=path, format=format, system_names=reader.system_names)
    assert lists.origin is not None
    lines = np.array([each.line for each in sentences], dtype=np.int64)
    origin = replace(lists.origin, sentence_lines=lines, lines=np.repeat(lines, lists.sizes))
    return replace(lists, origin=origin)


def _json_lines(sentences: Sequence[Sentence]) -> bytes:
    import json

    def number(value: Any) -> Any:
        if isinstance(value, (int, float)):
            return value if math.isfinite(value) else str(float(value))
        return [number(each) for each in value]

    def record(sentence: Sentence) -> dict[str, object]:
        found: dict[str, object] = {"id": sentence.id, "candidates": []}
        if sentence.source is not None:
            found["source"] = sentence.source
        if sentence.references:
            found["references"] = sentence.references
        found["candidates"] = [
            {
                "text": each.text,
                "score": None if math.isnan(each.score) else number(each.score),
                "features": {name: number(value) for name, value in each.features.items()},
                "system": each.system,
                "links": each.links,
                "word_scores": number(each.word_scores),
                "flag": each.flag,
            }
            for each in sentence.candidates
        ]
        return found

    lines = [json.dumps(record(each), ensure_ascii=False) + "\n" for each in sentences]
    return "".join(lines).encode("utf-8", "surrogatepass")


# Several lists ---------------------------------------------------------------------------------------


def concatenate(parts: Iterable[CandidateLists]) -> CandidateLists:
    """The sentences of all parts, one after the other.

    Dense features are those of the first part, then new ones of later parts (0 where a part lacks one).
    Sources, references and statistics are kept where all parts have them.
    """
    chunks = list(parts)
    if not chunks:
        raise ValueError("at least one list is needed")
    if len(chunks) == 1:
        return chunks[0]
    names = tuple(dict.fromkeys(name for each in chunks for name in each.feature_names))
    systems = tuple(dict.fromkeys(name for each in chunks for name in each.system_names))
    place = {name: i for i, name in enumerate(systems)}
    system_maps = [np.array([place[n] for n in each.system_names], dtype=np.int32) for each in chunks]
    signatures = {each.signature for each in chunks}
    statistics = [each.statistics for each in chunks if each.statistics is not None]
    whole = len(statistics) == len(chunks) and len(signatures) == 1
    return CandidateLists(
        ids=[one for each in chunks for one in each.ids],
        sentence_offsets=_join_offsets([each.sentence_offsets for each in chunks]),
        texts=_join_texts([each.texts for each in chunks]),
        feature_names=names,
        features=np.concatenate([_dense(each, names) for each in chunks]),
        scores=np.concatenate([each.scores for each in chunks]),
        systems=np.concatenate([m[each.systems] for m, each in zip(system_maps, chunks, strict=True)]),
        system_names=systems,
        ranks=np.concatenate([each.ranks for each in chunks]),
        sparse=_join_sparse(chunks),
        links=_join_optional([each.links for each in chunks], [each.candidate_count for each in chunks]),
        word_scores=_join_ragged(chunks),
        extra=_join_optional([each.extra for each in chunks], [each.candidate_count for each in chunks]),
        flags=_join_optional([each.flags for each in chunks], [each.candidate_count for each in chunks]),
        sources=_join_all([each.sources for each in chunks]),
        references=_join_references(chunks),
        status=_join_optional([each.status for each in chunks], [len(each) for each in chunks]),
        bounds=_join_bounds(chunks),
        statistics=np.concatenate(statistics) if whole else None,
        signature=chunks[0].signature if whole else None,
        known_tokens=_join_tokens(chunks),
        remarks=tuple(dict.fromkeys(one for each in chunks for one in each.remarks)),
    )


def merge(parts: Sequence[CandidateLists]) -> CandidateLists:
    """All candidates of each id, in the order of the parts; ids in the order they are first seen.

    One part with repeated ids is grouped in the same way. Sources and references are those of an id's
    first appearance; where others of the same id differ, they are not the same sentences: an InputError. What
    was proved of single lists is not said of lists that were put together.
    """
    whole = concatenate(parts)
    first: dict[str, int] = {}
    for s, one in enumerate(whole.ids):
        first.setdefault(one, s)
    if len(first) == len(whole.ids):
        return whole
    group = np.array([first[one] for one in whole.ids], dtype=np.int64)
    _check_same_references(whole, group)
    order = np.argsort(group, kind="stable")
    grouped = whole.split(order)
    heads = np.array(list(first.values()), dtype=np.int64)
    starts = np.searchsorted(group[order], heads)
    rows = grouped.sentence_offsets[np.append(starts, len(order))]
    references = None if whole.references is None else [each.take(heads) for each in whole.references]
    return replace(
        grouped,
        ids=list(first),
        sentence_offsets=rows,
        sources=None if whole.sources is None else whole.sources.take(heads),
        references=references,
        status=None,
        bounds=None,
    )


def check_numbering(parts: Sequence[CandidateLists]) -> None:
    """Refuse to merge lists numbered from 0 with as many from 1: the same ids are other sentences there."""
    spans = []
    for part in parts:
        numbers = [number_of(one) for one in part.ids]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers) or not known:
            return
        spans.append((min(known), max(known)))
    for low, high in spans[1:]:
        if {low, spans[0][0]} == {0, 1} and high - low == spans[0][1] - spans[0][0]:
            raise InputError(
                f"some lists are numbered from {spans[0][0]} to {spans[0][1]}, others from {low} to {high}",
                remedy="Number them alike: lists are merged by id.",
            )


def _check_same_references(lists: CandidateLists, group: npt.NDArray[np.int64]) -> None:
    for each in lists.references or ():
        keys = core.hash_rows(each.data, each.offsets)
        unlike = np.flatnonzero(keys != keys[group])
        if len(unlike):
            found = f"the id {lists.ids[int(unlike[0])]!r} comes twice, with different references"
            raise InputError(found, remedy="Give every sentence an id of its own.")


def _join_offsets(parts: Sequence[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    ends = np.cumsum([0, *(int(each[-1]) for each in parts)])
    shifted = [each[1:] + end for each, end in zip(parts, ends, strict=False)]
    return np.concatenate([np.zeros(1, dtype=np.int64), *shifted])


def _join_texts(parts: Sequence[TextColumn]) -> TextColumn:
    starts = [each.data[each.offsets[0] : each.offsets[-1]] for each in parts]
    offsets = _join_offsets([each.offsets - each.offsets[0] for each in parts])
    return TextColumn(np.concatenate(starts), offsets)


def _join_all(parts: Sequence[TextColumn | None]) -> TextColumn | None:
    present = [each for each in parts if each is not None]
    return _join_texts(present) if len(present) == len(parts) else None


def _join_optional(parts: Sequence[TextColumn | None], counts: Sequence[int]) -> TextColumn | None:
    """As _join_all, but a part without the column has empty texts, unless all are without."""
    if all(each is None for each in parts):
        return None
    none = np.zeros(0, dtype=np.uint8)
    filled = [
        TextColumn(none, np.zeros(count + 1, dtype=np.int64)) if each is None else each
        for each, count in zip(parts, counts, strict=True)
    ]
    return _join_texts(filled)


def _join_references(chunks: Sequence[CandidateLists]) -> list[TextColumn] | None:
    sets = [each.references for each in chunks if each.references is not None]
    if len(sets) < len(chunks):
        return None
    if len({len(each) for each in sets}) > 1:
        raise InputError("some sentences have more references than others", remedy="Run `manyways check`.")
    return [_join_texts([each[k] for each in sets]) for k in range(len(sets[0]))]


def _join_ragged(chunks: Sequence[CandidateLists]) -> Ragged | None:
    if all(each.word_scores is None for each in chunks):
        return None
    parts = [
        Ragged(np.zeros(0), np.zeros(each.candidate_count + 1, dtype=np.int64))
        if each.word_scores is None
        else each.word_scores
        for each in chunks
    ]
    offsets = _join_offsets([each.offsets for each in parts])
    return Ragged(np.concatenate([each.values for each in parts]), offsets)


def _join_bounds(chunks: Sequence[CandidateLists]) -> npt.NDArray[np.float64] | None:
    if all(each.bounds is None for each in chunks):
        return None
    return np.concatenate(
        [np.full((len(each), 2), np.nan) if each.bounds is None else each.bounds for each in chunks]
    )


def _join_sparse(chunks: Sequence[CandidateLists]) -> SparseFeatures | None:
    if all(each.sparse is None for each in chunks):
        return None
    place: dict[str, int] = {}
    values, indices, offsets = [], [], []
    for each in chunks:
        if each.sparse is None:
            offsets.append(np.zeros(each.candidate_count + 1, dtype=np.int64))
            continue
        mapped = [place.setdefault(name, len(place)) for name in each.sparse.names]
        indices.append(np.array(mapped, dtype=np.uint32)[each.sparse.indices])
        values.append(each.sparse.values)
        offsets.append(each.sparse.offsets)
    return SparseFeatures(
        tuple(place), np.concatenate(indices), np.concatenate(values), _join_offsets(offsets)
    )


def _join_tokens(chunks: Sequence[CandidateLists]) -> Tokens | None:
    """Token ids are kept when all parts share one vocabulary; else they are made anew when asked for."""
    tokens = [each.known_tokens for each in chunks if each.known_tokens is not None]
    if len(tokens) < len(chunks) or any(each.vocabulary is not tokens[0].vocabulary for each in tokens):
        return None
    ids = np.concatenate([each.ids for each in tokens])
    return Tokens(ids, _join_offsets([each.offsets for each in tokens]), tokens[0].vocabulary)


def _dense(lists: CandidateLists, names: tuple[str, ...]) -> npt.NDArray[np.float64]:
    if lists.feature_names == names:
        return lists.features
    place = {name: i for i, name in enumerate(names)}
    features = np.zeros((lists.candidate_count, len(names)))
    features[:, [place[name] for name in lists.feature_names]] = lists.features
    return features
