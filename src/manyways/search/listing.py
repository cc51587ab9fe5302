"""What the beam and the chart have in common: lists, consensus (MBR) and forced decoding."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from manyways._core import search as core
from manyways.candidates import CandidateLists, SparseFeatures
from manyways.search.base import Search, Sources, check_size, lists_of, make_lists, source_texts
from manyways.search.inputs import make_inputs, words_of
from manyways.search.results import Forced, Translations
from manyways.text.column import TextColumn

__all__ = ["ListingSearch"]

S = TypeVar("S")


class ListingSearch(Search[S]):
    """A search without proofs: a member says how one sentence is searched."""

    @abstractmethod
    def _decode(self, inputs: core.Inputs, wanted: core.ListSettings) -> core.Translations:
        """What is wanted of each input."""

    @abstractmethod
    def _force(self, inputs: core.Inputs, targets: Sequence[bytes]) -> list[core.Forced]:
        """The best derivation of each input that yields its target."""

    def best(self, sources: Sources) -> Translations:
        return self._translations(sources, core.ListSettings())

    def mbr(
        self,
        sources: Sources,
        *,
        over: Literal["lattice", "list"] = "lattice",
        size: int = 200,
        scale: float = 1.0,
    ) -> Translations:
        """Consensus: the translation with the highest expected BLEU over the graph or the `size` best."""
        wanted = core.ListSettings()
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
        wanted = core.ListSettings()
        wanted.candidates = max(2, size)
        wanted.distinct = distinct
        wanted.details = phrase_features or links
        inputs = make_inputs(items)
        found = self._decode(inputs, wanted)
        sparse = SparseFeatures.of(*core.phrase_features(inputs, found)) if phrase_features else None
        lists = lists_of(found, self.model.feature_names, source_texts(items), links=links)
        lists = lists if sparse is None else replace(lists, sparse=sparse)
        return lists if size > 1 else lists.cut(1)

    def force(self, sources: Sources, targets: Sequence[str]) -> list[Forced]:
        """The best derivation of each source that yields exactly its target, if there is one."""
        found = self._force(make_inputs(sources), [target.encode() for target in targets])
        return [self._forced(each, target) for each, target in zip(found, targets, strict=True)]

    def force_lists(
        self, sources: Sources, targets: Sequence[str], *, phrase_features: bool = False
    ) -> CandidateLists:
        """The same as lists: one candidate where the target is reached, none elsewhere."""
        items = sources if isinstance(sources, TextColumn) else list(sources)
        inputs = make_inputs(items)
        found = core.gather(self._force(inputs, [target.encode() for target in targets]))
        sparse = SparseFeatures.of(*core.phrase_features(inputs, found)) if phrase_features else None
        return replace(make_lists(found, self.model.feature_names, source_texts(items)), sparse=sparse)

    def _translations(self, sources: Sources, wanted: core.ListSettings) -> Translations:
        return self._made(self._decode(make_inputs(sources), wanted))

    def _made(self, found: core.Translations) -> Translations:
        return Translations(found, self.model.feature_names, trees=self.model.kind == "hierarchical")

    def _forced(self, found: core.Forced, target: str) -> Forced:
        prefix = " ".join(words_of(target)[: found.prefix])
        if not found.reached:
            return Forced(False, prefix, None)
        return Forced(True, prefix, self._made(found.translation)[0])
