"""Online tuning with a decoder: perceptrons on latent derivations, and k-best MIRA.

    bench = Workbench(decoder, sources, references, targets=prepared_references, metric=Bleu())
    result = tune_online(bench, OnlineSettings(update="hybrid"), start=decoder.weights, seed=1)
    result.weights, result.phrase_weights

The perceptrons are those of Liang et al. (2006): a step from the features of the model's best derivation to
those of a better one. `bold` takes the best derivation of the reference itself (forced decoding) and skips a
sentence whose reference cannot be reached; `local` takes the candidate of the k-best list that is closest to
the reference; `hybrid` is bold where it can be and local elsewhere. `mira` moves the weights just so far that
the hope leads every other candidate by their difference in the metric (Watanabe et al., 2007; Chiang et al.,
2008). Weights are averaged over all sentences seen. Beside the model's own features, single phrase pairs and
word pairs can have weights of their own (`phrase_features`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists, SparseFeatures
from manyways.metrics import Metric
from manyways.model.weights import Weights
from manyways.progress import Pace, Progress
from manyways.search import AnyModel, AnySettings, make_search
from manyways.search.phrase_weights import PHRASE_FEATURES, PhraseWeights
from manyways.settings import Settings, Within
from manyways.text.column import TextColumn, ranges

__all__ = ["Derivations", "OnlineSettings", "PhraseRows", "State", "Workbench"]

Vector = npt.NDArray[np.float64]
Update = Literal["bold", "local", "hybrid", "mira"]
_BLOCK = 100  # sentences translated between two looks at the clock, at most


@dataclass(frozen=True, kw_only=True)
class OnlineSettings(Settings, table="online"):
    """update: bold, local, hybrid or mira. epochs: passes over the sentences. size: of the k-best lists.

    batch: sentences decoded with the same weights, for speed; 1 is strictly online.
    rate: of a perceptron's step, in deviations of the features; for MIRA the largest multiplier (C). None is
    what did well on Multi30k: 0.001 for perceptrons, 0.0001 for MIRA. phrase_rate: for phrase features; None
    is the same. phrase_features: whether there are any.
    decay: of MIRA's background statistics.
    """

    update: Update = "hybrid"
    epochs: Annotated[int, Within(1)] = 5
    size: Annotated[int, Within(2)] = 100
    batch: Annotated[int, Within(1)] = 16
    rate: Annotated[float, Within(1e-12, 1e6)] | None = None
    phrase_rate: Annotated[float, Within(0, 1e6)] | None = None
    phrase_features: bool = True
    decay: Annotated[float, Within(0, 1)] = 0.999

    @property
    def step(self) -> float:
        if self.rate is not None:
            return self.rate
        return 0.0001 if self.update == "mira" else 0.001

    @property
    def phrase_step(self) -> float:
        return self.step if self.phrase_rate is None else self.phrase_rate

    @property
    def name(self) -> str:
        return "online-mira" if self.update == "mira" else self.update


@dataclass(frozen=True, eq=False)
class PhraseRows:
    """Phrase features in compressed rows: row i has values[offsets[i]:offsets[i + 1]] in the columns of the
    same slice."""

    columns: npt.NDArray[np.int64]
    values: Vector
    offsets: npt.NDArray[np.int64]

    @staticmethod
    def of(sparse: SparseFeatures | None, state: State, rows: int) -> PhraseRows:
        """In the state's columns."""
        if sparse is None:
            return PhraseRows(np.zeros(0, np.int64), np.zeros(0), np.zeros(rows + 1, np.int64))
        return PhraseRows(state.columns(sparse.names)[sparse.indices], sparse.values, sparse.offsets)

    @property
    def lines(self) -> npt.NDArray[np.int64]:
        """The row of each value."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))

    def take(self, rows: npt.NDArray[np.int64]) -> PhraseRows:
        counts = np.diff(self.offsets)[rows]
        inside = ranges(self.offsets[rows], counts)
        return PhraseRows(self.columns[inside], self.values[inside], np.append(0, np.cumsum(counts)))

    def __matmul__(self, weights: Vector) -> Vector:
        parts = self.values * weights[self.columns]
        sums = np.bincount(self.lines, weights=parts, minlength=len(self.offsets) - 1)
        return sums.astype(np.float64, copy=False)


@dataclass(frozen=True, eq=False)
class Derivations:
    """Dense features (C, D) and phrase features of derivations."""

    dense: npt.NDArray[np.float64]
    phrases: PhraseRows

    def rows(self, part: slice) -> Derivations:
        return Derivations(self.dense[part], self.phrases.take(np.arange(part.start, part.stop)))

    def scores(self, dense: Vector, phrases: Vector) -> Vector:
        found: Vector = self.dense @ dense + self.phrases @ phrases
        return found


@dataclass
class State:
    """Weights so far, their sums, the names of phrase features, MIRA's background."""

    dense: Vector
    names: list[str] = field(default_factory=list)
    phrases: Vector = field(default_factory=lambda: np.zeros(0))
    dense_sum: Vector = field(default_factory=lambda: np.zeros(0))
    phrase_sum: Vector = field(default_factory=lambda: np.zeros(0))
    count: int = 0
    background: Vector = field(default_factory=lambda: np.zeros(0))

    @staticmethod
    def of(arrays: Mapping[str, npt.NDArray[Any]]) -> State:
        """A state from its arrays, which stay as they are."""
        names = list(TextColumn(arrays["names"], arrays["name_offsets"]))
        keys = ("dense", "phrases", "dense_sum", "phrase_sum", "background")
        copies = {key: np.array(arrays[key]) for key in keys}
        return State(names=names, count=int(arrays["count"][0]), **copies)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        names = TextColumn.from_texts(self.names)
        return {
            "dense": self.dense,
            "names": names.data,
            "name_offsets": names.offsets,
            "phrases": self.phrases,
            "dense_sum": self.dense_sum,
            "phrase_sum": self.phrase_sum,
            "count": np.array([self.count]),
            "background": self.background,
        }

    def __post_init__(self) -> None:
        self.place = {name: i for i, name in enumerate(self.names)}
        if len(self.dense_sum) == 0:
            self.dense_sum = np.zeros_like(self.dense)

    def columns(self, names: Sequence[str]) -> npt.NDArray[np.int64]:
        """The numbers of names, new ones added."""
        found = np.array([self.place.setdefault(name, len(self.place)) for name in names], dtype=np.int64)
        self.names.extend(list(self.place)[len(self.names) :])
        grown = len(self.names) - len(self.phrases)
        if grown:
            self.phrases = np.append(self.phrases, np.zeros(grown))
            self.phrase_sum = np.append(self.phrase_sum, np.zeros(grown))
        return found

    def remember(self, sentences: int) -> None:
        """The weights as they are count for so many sentences in the average."""
        self.dense_sum += sentences * self.dense
        self.phrase_sum += sentences * self.phrases
        self.count += sentences

    def average(self) -> tuple[Vector, Vector]:
        count = max(self.count, 1)
        return (self.dense_sum / count, self.phrase_sum / count) if self.count else (self.dense, self.phrases)


class Workbench:
    """A decoder with sentences and references. Texts for the decoder are prepared as it reads them.

    targets: references as the decoder writes them, for forced decoding. restore: from the decoder's words to
    text as references have it.
    """

    def __init__(
        self,
        decoder: AnyModel,
        sources: TextColumn,
        references: Sequence[TextColumn],
        metric: Metric,
        *,
        targets: Sequence[TextColumn] = (),
        restore: Callable[[TextColumn], TextColumn] = lambda texts: texts,
        settings: AnySettings | None = None,
        threads: int = 0,
    ) -> None:
        self.decoder, self.sources, self.references, self.metric = decoder, sources, references, metric
        self.targets, self.restore, self.settings, self.threads = targets, restore, settings, threads
        self.names = tuple(name for name in decoder.feature_names if name != PHRASE_FEATURES)

    def starting_from(self, weights: Weights) -> Workbench:
        """The same with a decoder of these weights; an InputError if they are not the model's."""
        other = copy(self)
        other.decoder = self.decoder.with_weights(weights)
        return other

    def first_state(self, *, sparse: bool) -> State:
        """The decoder's own weights. Phrases that it knows count as they do in it, but in single weights:
        `PhraseFeatures0` is 1 from here on."""
        state = State(self.decoder.weights.vector(self.names))
        known = self.decoder.phrase_weights
        if sparse and known is not None:
            columns = state.columns(known.names)
            state.phrases[columns] = self.decoder.weights.vector([PHRASE_FEATURES]) * known.values_array
        return state

    def with_state(self, dense: Vector, names: list[str], phrases: Vector, *, sparse: bool) -> AnyModel:
        weights = self.decoder.weights.replaced(self.names, dense)
        if not sparse:
            return self.decoder.with_weights(weights)
        weights = weights.replaced([PHRASE_FEATURES], [1.0])
        return self.decoder.with_weights(weights, phrase_weights=PhraseWeights(names, phrases))

    def kbest(
        self, decoder: AnyModel, rows: npt.NDArray[np.int64], size: int, *, sparse: bool
    ) -> CandidateLists:
        """Lists with statistics."""
        search = make_search(decoder, self.settings, threads=self.threads)
        found = search.lists(self.sources.take(rows), size, phrase_features=sparse)
        texts = self.restore(found.texts)
        references = [each.take(rows) for each in self.references]
        lists = replace(found, texts=texts, references=references, known_tokens=None)
        return lists.with_statistics(self.metric.statistics(lists, threads=self.threads), "")

    def derivations(self, lists: CandidateLists, state: State) -> Derivations:
        columns = [lists.feature_names.index(name) for name in self.names]
        return Derivations(
            lists.features[:, columns], PhraseRows.of(lists.sparse, state, lists.candidate_count)
        )

    def forced(
        self, decoder: AnyModel, rows: npt.NDArray[np.int64], state: State, *, sparse: bool
    ) -> list[Derivations | None]:
        """The best derivation of a reference of each sentence, None where no reference is reached."""
        best: list[tuple[float, Derivations] | None] = [None] * len(rows)
        sources = self.sources.take(rows)
        for target in self.targets:
            texts = list(target.take(rows))
            search = make_search(decoder, threads=self.threads)
            lists = search.force_lists(sources, texts, phrase_features=sparse)
            found = self.derivations(lists, state)
            for i in np.flatnonzero(lists.sizes).tolist():
                row = int(lists.sentence_offsets[i])
                known = best[i]
                if known is None or lists.scores[row] > known[0]:
                    best[i] = (float(lists.scores[row]), found.rows(slice(row, row + 1)))
        return [None if each is None else each[1] for each in best]

    def sums(self, decoder: AnyModel) -> npt.NDArray[np.int64]:
        """The statistics of the decoder's own translations of all sentences, added up."""
        search = make_search(decoder, self.settings, threads=self.threads)
        texts: list[str] = []
        pace = Pace.for_threads(self.threads, most=_BLOCK)
        with Progress("translating", total=len(self.sources), unit="sentences") as progress:
            while block := range(len(self.sources))[len(texts) : len(texts) + pace.size]:
                with pace.timed(len(block)):
                    texts += search.best(self.sources.take(block)).texts
                progress.advance(len(block))
        found = self.restore(TextColumn.from_texts(texts))
        rows = self.metric.statistics(found, list(self.references), threads=self.threads)
        sums: npt.NDArray[np.int64] = rows.sum(axis=0)
        return sums
