"""Translate with a phrase-based model: batches on all cores, results in the order of the input."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from manyways._core import search as core
from manyways.candidates import CandidateLists, SparseFeatures
from manyways.errors import ConfigError, InputError, ModelError
from manyways.lm import LanguageModel, read_classes
from manyways.model import Model, SearchSettings, Weights
from manyways.phrases import PhraseTable
from manyways.progress import warn
from manyways.search.graph import Graph
from manyways.search.inputs import Lattice, Sentence, Source, make_inputs, words_of
from manyways.search.phrase_weights import PHRASE_ROLE, PhraseWeights
from manyways.search.results import STATUS, Translation, Translations, link_texts
from manyways.text.column import TextColumn

__all__ = ["BeamSettings", "Decoder", "Forced", "make_lists", "source_texts"]

Sources = TextColumn | Iterable[Source]


@dataclass(frozen=True, kw_only=True)
class BeamSettings:
    """How hard to search; measured in docs/searching.md.

    pops: hypotheses made for each stack (cube pruning). stack: hypotheses kept in each.
    margin: how far below the best of its stack a hypothesis may lie, in units of the sum of absolute weights.
    diversity: hypotheses kept for every set of covered words, whatever the limits.
    plain: make all hypotheses instead of the best `pops`.
    time_limit: seconds per sentence, 0 for none; after it the sentence is finished in haste, and says so.
    """

    pops: int = 1000
    stack: int = 1000
    margin: float = 3.0
    diversity: int = 0
    plain: bool = False
    time_limit: float = 0.0

    def __post_init__(self) -> None:
        if self.pops < 1 or self.stack < 1:
            raise ConfigError("search.pops and search.stack", (self.pops, self.stack), "at least 1")
        if not self.margin >= 0 or not self.time_limit >= 0:
            raise ConfigError("search.margin", (self.margin, self.time_limit), "not negative")


@dataclass(frozen=True)
class Forced:
    """Forced decoding of one sentence: the best derivation of the given text, or how far one reaches.

    prefix: the longest beginning of the text that some partial derivation yields.
    """

    reached: bool
    prefix: str
    translation: Translation | None


class Decoder:
    """A phrase table, language models and weights, ready to search. Safe to use from many threads."""

    def __init__(
        self,
        table: PhraseTable,
        language_models: Mapping[str, LanguageModel],
        weights: Weights,
        search: SearchSettings | None = None,
        phrase_weights: PhraseWeights | None = None,
        *,
        classes: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """classes: for language models of word classes, by name, the class of each word."""
        self.table = table
        self.language_models = dict(language_models)
        self.classes = {name: dict(words) for name, words in (classes or {}).items()}
        self.weights = weights
        self.search = search or SearchSettings()
        parts = [(name, model.core) for name, model in self.language_models.items()]
        self.phrase_weights = phrase_weights
        sparse = None if phrase_weights is None else phrase_weights.core
        limit = self.search.table_limit
        self.core = core.Model(table.core, parts, weights.components(), limit, sparse, self.classes)
        self.feature_names: tuple[str, ...] = tuple(self.core.feature_names)

    @staticmethod
    def open(model: Model | str | os.PathLike[str], *, weights: Weights | None = None) -> Decoder:
        """Open a phrase-based model; its files are mapped, not read."""
        opened = model if isinstance(model, Model) else Model.open(model)
        if opened.kind != "phrase":
            raise ModelError(
                f"{opened.directory} is a {opened.kind} model; the beam search needs a phrase model"
            )
        language_models = {name: LanguageModel.open(path) for name, path in opened.language_models.items()}
        sparse = PhraseWeights.read(opened.path(PHRASE_ROLE)) if PHRASE_ROLE in opened.files else None
        classes = {name: read_classes(path) for name, path in opened.word_classes.items()}
        table, own = PhraseTable(opened.path("table")), weights or opened.weights
        try:
            return Decoder(table, language_models, own, opened.search, sparse, classes=classes)
        except InputError as error:
            if error.path or weights is not None:
                raise
            raise InputError(error.message, path=opened.directory, remedy=error.remedy) from None

    def with_weights(self, weights: Weights, phrase_weights: PhraseWeights | None = None) -> Decoder:
        """The same model with other weights, and perhaps other phrase weights; nothing is read again."""
        sparse = self.phrase_weights if phrase_weights is None else phrase_weights
        return Decoder(self.table, self.language_models, weights, self.search, sparse, classes=self.classes)

    def decode(
        self,
        sources: Sources,
        settings: BeamSettings | None = None,
        *,
        space: Literal["gap", "free"] | None = None,
        threads: int = 0,
    ) -> Translations:
        """The best translation of each source."""
        wanted = core.DecodeSettings()
        wanted.beam = self.beam_settings(settings, space)
        return self._decode(make_inputs(sources), wanted, threads)

    def mbr(
        self,
        sources: Sources,
        settings: BeamSettings | None = None,
        *,
        over: Literal["lattice", "list"] = "lattice",
        size: int = 200,
        scale: float = 1.0,
        space: Literal["gap", "free"] | None = None,
        threads: int = 0,
    ) -> Translations:
        """Consensus: the translation with the highest expected BLEU over the lattice or the `size` best."""
        wanted = core.DecodeSettings()
        wanted.beam = self.beam_settings(settings, space)
        wanted.consensus = core.Consensus.lattice if over == "lattice" else core.Consensus.list
        wanted.candidates = size
        wanted.mbr_scale = scale
        return self._decode(make_inputs(sources), wanted, threads)

    def kbest(
        self,
        sources: Sources,
        size: int,
        settings: BeamSettings | None = None,
        *,
        distinct: bool = True,
        links: bool = False,
        space: Literal["gap", "free"] | None = None,
        threads: int = 0,
        phrase_features: bool = False,
    ) -> CandidateLists:
        """The `size` best of each source, best first; with `distinct` no text twice in a list.

        links: with the word links of each. phrase_features: with the sparse features of every derivation.
        A list ends early when the search graph holds no more. A search that a time limit cut is told.
        """
        if size < 1:
            raise ConfigError("size", size, "at least 1")
        items = sources if isinstance(sources, TextColumn) else list(sources)
        wanted = core.DecodeSettings()
        wanted.beam = self.beam_settings(settings, space)
        wanted.candidates = max(2, size)
        wanted.distinct = distinct
        wanted.details = phrase_features or links
        inputs = make_inputs(items)
        found = core.decode(self.core, inputs, wanted, threads)
        sparse = SparseFeatures.of(*core.phrase_features(inputs, found)) if phrase_features else None
        tell_if_late(found.take_status())
        lists = make_lists(found, self.feature_names, source_texts(items))
        lists = lists if sparse is None else replace(lists, sparse=sparse)
        if links:
            lists = replace(lists, links=link_texts(found.take_links(), found.take_link_offsets()))
        return lists if size > 1 else lists.cut(1)

    def graphs(
        self,
        sources: Sources,
        settings: BeamSettings | None = None,
        *,
        space: Literal["gap", "free"] | None = None,
        threads: int = 0,
    ) -> list[Graph]:
        """The search graph of each source: every derivation that the search kept."""
        found = core.graphs(self.core, make_inputs(sources), self.beam_settings(settings, space), threads)
        return [Graph(graph) for graph in found]

    def force(
        self,
        sources: Sources,
        targets: Sequence[str],
        *,
        stack: int = 20_000,
        space: Literal["gap", "free"] | None = None,
        threads: int = 0,
    ) -> list[Forced]:
        """The best derivation of each source that yields exactly its target, if there is one."""
        beam = self.beam_settings(BeamSettings(stack=stack, plain=True), space)
        raw = [target.encode() for target in targets]
        found = core.force(self.core, make_inputs(sources), raw, beam, threads)
        return [self._forced(each, target) for each, target in zip(found, targets, strict=True)]

    def force_lists(
        self,
        sources: Sources,
        targets: Sequence[str],
        *,
        stack: int = 20_000,
        threads: int = 0,
        phrase_features: bool = False,
    ) -> CandidateLists:
        """The same as lists: one candidate where the target is reached, none elsewhere."""
        items = sources if isinstance(sources, TextColumn) else list(sources)
        beam = self.beam_settings(BeamSettings(stack=stack, plain=True), None)
        raw = [target.encode() for target in targets]
        inputs = make_inputs(items)
        found = core.gather(core.force(self.core, inputs, raw, beam, threads))
        sparse = SparseFeatures.of(*core.phrase_features(inputs, found)) if phrase_features else None
        return replace(make_lists(found, self.feature_names, source_texts(items)), sparse=sparse)

    def _forced(self, found: core.Forced, target: str) -> Forced:
        prefix = " ".join(words_of(target)[: found.prefix])
        if not found.reached:
            return Forced(False, prefix, None)
        return Forced(True, prefix, Translations(found.translation, self.feature_names)[0])

    def _decode(self, inputs: core.Inputs, settings: core.DecodeSettings, threads: int) -> Translations:
        return Translations(core.decode(self.core, inputs, settings, threads), self.feature_names)

    def beam_settings(
        self, settings: BeamSettings | None, space: Literal["gap", "free"] | None
    ) -> core.BeamSettings:
        if space not in (None, "gap", "free"):
            raise ConfigError("space", space, "gap or free")
        given = settings or BeamSettings()
        beam = core.BeamSettings()
        beam.pops, beam.stack, beam.margin = given.pops, given.stack, given.margin
        beam.diversity, beam.plain, beam.time_limit = given.diversity, given.plain, given.time_limit
        beam.distortion_limit = self.search.distortion_limit
        beam.space = core.Space.free if (space or self.search.space) == "free" else core.Space.gap
        return beam


class Columns(Protocol):
    """Candidates of many sentences as the core hands them over."""

    def take_sentence_offsets(self) -> npt.NDArray[np.int64]: ...
    def take_text(self) -> npt.NDArray[np.uint8]: ...
    def take_text_offsets(self) -> npt.NDArray[np.int64]: ...
    def take_scores(self) -> npt.NDArray[np.float64]: ...
    def take_features(self, columns: int) -> npt.NDArray[np.float64]: ...


def tell_if_late(status: npt.NDArray[np.uint8]) -> None:
    late = int(np.count_nonzero(status == STATUS.index("time limit")))
    if late:
        warn(
            f"the time limit cut the search of {late} of {len(status)} sentences: their best so far is given"
        )


def source_texts(sources: TextColumn | Sequence[Source]) -> TextColumn | None:
    """Sources as text; None if one is a lattice."""
    if isinstance(sources, TextColumn):
        return sources
    if any(isinstance(item, Lattice) for item in sources):
        return None
    return TextColumn.from_texts(item.text if isinstance(item, Sentence) else str(item) for item in sources)


def make_lists(found: Columns, names: tuple[str, ...], sources: TextColumn | None) -> CandidateLists:
    offsets = found.take_sentence_offsets()
    scores = found.take_scores()
    sizes = np.diff(offsets)
    ranks = np.arange(len(scores), dtype=np.int64) - np.repeat(offsets[:-1], sizes)
    return CandidateLists(
        ids=[str(i) for i in range(len(sizes))],
        sentence_offsets=offsets,
        texts=TextColumn(found.take_text(), found.take_text_offsets()),
        feature_names=names,
        features=found.take_features(len(names)),
        scores=scores,
        systems=np.zeros(len(scores), dtype=np.int32),
        system_names=("",),
        ranks=ranks.astype(np.int32),
        sources=sources,
    )
