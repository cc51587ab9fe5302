"""What a combiner found: lists of new sentences, best first, and whose every word is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways._core import combine as core
from manyways.candidates import CandidateLists
from manyways.candidates.ragged import Ragged
from manyways.combine.words import Prepared
from manyways.metrics.oracle import first_of_each
from manyways.text.column import TextColumn, ranges
from manyways.text.vocabulary import Ids, Offsets

__all__ = ["COMBINED", "Combination", "Provenance", "Word", "combination", "labels_of"]

COMBINED = "combined"  # the system of new sentences
OPTIMAL = "optimal"
NOT_PROVED = "not proved"  # what the beam dropped may have been better, by `bounds` at most
KEPT = "kept"  # the status of a list that the gate left as it was


@dataclass(frozen=True)
class Word:
    """A word, the candidate it was taken from, and all that agree; by the names of `labels_of`."""

    word: str
    origin: str
    agreed: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Provenance:
    """Of every word of every candidate: its id, the place in the list it came from, who agrees (bits).

    inputs: the lists that were combined. words: the vocabulary.
    """

    ids: Ids
    offsets: Offsets
    origins: npt.NDArray[np.int16]
    agreed: npt.NDArray[np.uint64]
    inputs: CandidateLists
    words: list[str]

    def of(self, row: int, sentence: int) -> list[Word]:
        """The words of a candidate."""
        names = labels_of(self.inputs, sentence)
        start, end = int(self.offsets[row]), int(self.offsets[row + 1])
        found = []
        for at in range(start, end):
            bits = int(self.agreed[at])
            agreed = tuple(name for place, name in enumerate(names) if bits >> place & 1)
            found.append(Word(self.words[int(self.ids[at])], names[int(self.origins[at])], agreed))
        return found

    def select(self, rows: Offsets) -> Provenance:
        counts = np.diff(self.offsets)[rows]
        at = ranges(self.offsets[rows], counts)
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return replace(
            self, ids=self.ids[at], offsets=offsets, origins=self.origins[at], agreed=self.agreed[at]
        )


def labels_of(lists: CandidateLists, sentence: int) -> list[str]:
    """What the candidates of a list are called: by system where these differ, else by place, from #1."""
    start, end = int(lists.sentence_offsets[sentence]), int(lists.sentence_offsets[sentence + 1])
    names = [lists.system_names[int(system)] for system in lists.systems[start:end]]
    if len(set(names)) == len(names) and all(names):
        return names
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
    if len(seen) == 1:
        return [f"#{place}" for place in range(1, len(names) + 1)]
    return [f"{name}#{place}" for place, name in enumerate(names, 1)]


@dataclass(frozen=True, eq=False)
class Combination:
    """lists: new sentences with scores and features, best first; `status` says what is proved optimal.

    provenance: whose every word is. gated: by sentence, whether the gate kept the candidate that was there.
    """

    lists: CandidateLists
    provenance: Provenance
    gated: npt.NDArray[np.bool_] | None = None

    def texts(self) -> list[str]:
        """The best of each sentence."""
        return self.lists.top_texts()

    def words(self, sentence: int) -> list[Word]:
        """Whose every word of a sentence's best is."""
        row = int(self.lists.sentence_offsets[sentence])
        if row == int(self.lists.sentence_offsets[sentence + 1]):
            return []
        return self.provenance.of(row, sentence)

    def with_plain(self, prepared: Prepared, plain: Offsets, kept: npt.NDArray[np.bool_]) -> Combination:
        """The same with one candidate alone, row `plain` of the inputs, in every list that is kept as it
        was.
        """
        lists, inputs = self.lists, prepared.lists
        taken = plain[kept]
        starts = lists.sentence_offsets[:-1].copy()
        starts[kept] = lists.candidate_count + np.arange(len(taken))
        counts = np.where(kept, 1, lists.sizes)
        rows = ranges(starts, counts)
        more = Ragged(prepared.ids, prepared.offsets).take(taken)
        places = taken - inputs.sentence_offsets[inputs.sentence_of[taken]]
        words = np.repeat(places, np.diff(more.offsets))
        own = self.provenance
        provenance = replace(
            own,
            ids=np.concatenate([own.ids, more.values]),
            offsets=np.concatenate([own.offsets, more.offsets[1:] + own.offsets[-1]]),
            origins=np.concatenate([own.origins, words.astype(np.int16)]),
            agreed=np.concatenate([own.agreed, np.uint64(1) << words.astype(np.uint64)]),
        )
        texts = inputs.texts.take(taken)
        bounds = None if lists.bounds is None else np.where(kept[:, None], np.nan, lists.bounds)
        was = lists.status if lists.status is not None else [""] * len(lists)
        made = replace(
            lists,
            sentence_offsets=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            texts=TextColumn(
                np.concatenate([lists.texts.data, texts.data]),
                np.concatenate([lists.texts.offsets, texts.offsets[1:] + lists.texts.offsets[-1]]),
            ).take(rows),
            features=np.vstack([lists.features, np.zeros((len(taken), len(lists.feature_names)))])[rows],
            scores=np.append(lists.scores, np.full(len(taken), np.nan))[rows],
            systems=np.zeros(len(rows), np.int32),
            ranks=np.append(lists.ranks, np.zeros(len(taken), np.int32))[rows],
            bounds=bounds,
            status=TextColumn.from_texts(KEPT if k else w for k, w in zip(kept.tolist(), was, strict=True)),
        )
        return Combination(made, provenance.select(rows), kept)

    def as_json(self) -> Iterator[dict[str, Any]]:
        """One record per sentence: its best text and its words."""
        for s, (id, text) in enumerate(zip(self.lists.ids, self.texts(), strict=True)):
            words = [{"word": w.word, "from": w.origin, "agree": list(w.agreed)} for w in self.words(s)]
            found: dict[str, Any] = {"id": id, "text": text, "words": words}
            if self.gated is not None:
                found["combined"] = not bool(self.gated[s])
            yield found


def combination(
    prepared: Prepared, found: core.Combined, names: tuple[str, ...], *, certified: bool, threads: int = 0
) -> Combination:
    """What the core found, as lists."""
    offsets, scores = found.take_sentence_offsets(), found.take_scores()
    ids, word_offsets = found.take_words(), found.take_word_offsets()
    features = found.take_features(len(names)) if len(names) else np.zeros((len(scores), 0))
    optimal, above = found.take_optimal(), found.take_above()
    sentence_of = np.repeat(np.arange(len(offsets) - 1, dtype=np.int64), np.diff(offsets))
    texts = prepared.texts(ids, word_offsets, sentence_of, threads=threads)
    ranks = (np.arange(len(scores)) - offsets[sentence_of]).astype(np.int32)
    status, bounds = None, None
    if certified:
        status = TextColumn.from_texts(OPTIMAL if one else NOT_PROVED for one in optimal.tolist())
    if len(above):
        best = np.full(len(above), np.nan)
        best[np.diff(offsets) > 0] = scores[first_of_each(offsets)]
        bounds = np.column_stack([best, above])
    lists = CandidateLists(
        ids=prepared.lists.ids,
        sentence_offsets=offsets,
        texts=texts,
        feature_names=names,
        features=np.ascontiguousarray(features.reshape(len(scores), len(names))),
        scores=scores,
        systems=np.zeros(len(scores), np.int32),
        system_names=(COMBINED,),
        ranks=ranks,
        sources=prepared.lists.sources,
        references=prepared.lists.references,
        status=status,
        bounds=bounds,
    )
    provenance = Provenance(
        ids, word_offsets, found.take_origins(), found.take_agreed(), prepared.lists, prepared.vocabulary
    )
    return Combination(lists, provenance)
