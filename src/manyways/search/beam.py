"""The beam search: batches on all cores; also consensus (MBR) and forced decoding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from manyways._core import search as core
from manyways.candidates import CandidateLists, SparseFeatures
from manyways.search.base import Search, Sources, check_size, lists_of, make_lists, source_texts
from manyways.search.graph import Graph
from manyways.search.inputs import make_inputs, words_of
from manyways.search.model import PhraseModel
from manyways.search.results import Forced, Translations
from manyways.search.settings import BeamSettings
from manyways.text.column import TextColumn

__all__ = ["BeamSearch"]

FORCED_STACK = 20_000


class BeamSearch(Search[BeamSettings]):
    """Translations as good as a beam finds them, fast."""

    def __init__(self, model: PhraseModel, settings: BeamSettings | None = None, *, threads: int = 0) -> None:
        super().__init__(model, settings or BeamSettings(), threads=threads)

    def best(self, sources: Sources) -> Translations:
        return self._translations(sources, self._settings())

    def mbr(
        self,
        sources: Sources,
        *,
        over: Literal["lattice", "list"] = "lattice",
        size: int = 200,
        scale: float = 1.0,
    ) -> Translations:
        """Consensus: the translation with the highest expected BLEU over the lattice or the `size` best."""
        wanted = self._settings()
        wanted.consensus = core.Consensus[over]
        wanted.candidates = size
        wanted.mbr_scale = scale
        return self._translations(sources, wanted)

    def lists(
        self,
        sources: Sources,
        size: int,
        *,
        distinct: bool = True,
        links: bool = False,
        phrase_features: bool = False,
    ) -> CandidateLists:
        """As every search; with `phrase_features`, with the sparse features of every derivation."""
        check_size(size)
        items = sources if isinstance(sources, TextColumn) else list(sources)
        wanted = self._settings()
        wanted.candidates = max(2, size)
        wanted.distinct = distinct
        wanted.details = phrase_features or links
        inputs = make_inputs(items)
        found = core.decode(self.model.core, inputs, wanted, self.threads)
        sparse = SparseFeatures.of(*core.phrase_features(inputs, found)) if phrase_features else None
        lists = lists_of(found, self.model.feature_names, source_texts(items), links=links)
        lists = lists if sparse is None else replace(lists, sparse=sparse)
        return lists if size > 1 else lists.cut(1)

    def graphs(self, sources: Sources) -> list[Graph]:
        beam = self.model.beam(self.settings)
        return [
            Graph(each) for each in core.graphs(self.model.core, make_inputs(sources), beam, self.threads)
        ]

    def force(self, sources: Sources, targets: Sequence[str], *, stack: int = FORCED_STACK) -> list[Forced]:
        """The best derivation of each source that yields exactly its target, if there is one.

        Of the settings only the space counts: within `stack` hypotheses everything is looked at.
        """
        found = self._force(make_inputs(sources), targets, stack)
        return [self._forced(each, target) for each, target in zip(found, targets, strict=True)]

    def force_lists(
        self,
        sources: Sources,
        targets: Sequence[str],
        *,
        stack: int = FORCED_STACK,
        phrase_features: bool = False,
    ) -> CandidateLists:
        """The same as lists: one candidate where the target is reached, none elsewhere."""
        items = sources if isinstance(sources, TextColumn) else list(sources)
        inputs = make_inputs(items)
        found = core.gather(self._force(inputs, targets, stack))
        sparse = SparseFeatures.of(*core.phrase_features(inputs, found)) if phrase_features else None
        return replace(make_lists(found, self.model.feature_names, source_texts(items)), sparse=sparse)

    def _settings(self) -> core.DecodeSettings:
        wanted = core.DecodeSettings()
        wanted.beam = self.model.beam(self.settings)
        return wanted

    def _translations(self, sources: Sources, wanted: core.DecodeSettings) -> Translations:
        found = core.decode(self.model.core, make_inputs(sources), wanted, self.threads)
        return Translations(found, self.model.feature_names)

    def _force(self, inputs: core.Inputs, targets: Sequence[str], stack: int) -> list[core.Forced]:
        beam = self.model.beam(BeamSettings(stack=stack, plain=True, space=self.settings.space))
        raw = [target.encode() for target in targets]
        return core.force(self.model.core, inputs, raw, beam, self.threads)

    def _forced(self, found: core.Forced, target: str) -> Forced:
        prefix = " ".join(words_of(target)[: found.prefix])
        if not found.reached:
            return Forced(False, prefix, None)
        return Forced(True, prefix, Translations(found.translation, self.model.feature_names)[0])
