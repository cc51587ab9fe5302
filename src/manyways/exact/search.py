"""Search that proves translations optimal: one sentence, or many on all cores."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Literal

from manyways._core import exact as core
from manyways.candidates import CandidateLists
from manyways.errors import ConfigError, InputError, ModelError
from manyways.exact.results import Proof, RelaxedGraph
from manyways.exact.settings import ExactChartSettings, ExactSettings
from manyways.search import (
    AnyModel,
    Graph,
    PhraseModel,
    RuleModel,
    Search,
    Sources,
    Translations,
    source_texts,
)
from manyways.search.base import check_size, lists_of
from manyways.search.inputs import Lattice, Sentence, Source, make_inputs, words_of

__all__ = ["ExactSearch"]

LONGEST = 500  # words, as in the beam


class ExactSearch(Search[ExactSettings | ExactChartSettings]):
    """Translations with a proof that none is better, or with how far the best may lie above them.

    settings: `ExactSettings` for a model of phrases, `ExactChartSettings` for a hierarchical one.
    """

    model: AnyModel

    def __init__(
        self,
        model: AnyModel,
        settings: ExactSettings | ExactChartSettings | None = None,
        *,
        threads: int = 0,
    ) -> None:
        kind = ExactChartSettings if isinstance(model, RuleModel) else ExactSettings
        if settings is not None and not isinstance(settings, kind):
            raise ConfigError("settings", settings, f"{kind.__name__} for a {model.kind} model")
        super().__init__(model, settings or kind(), threads=threads)
        self._stop = core.Stop()

    def best(self, sources: Sources) -> Translations:
        found = self._proofs(list(sources))
        return Translations(core.gather(found), self.model.feature_names, trees=self._trees)

    def lists(
        self, sources: Sources, size: int, *, distinct: bool = True, links: bool = False
    ) -> CandidateLists:
        """As every search. `optimal` says that no other translation belongs into the list; the bounds are
        those of the best score."""
        items = list(sources)
        found = core.gather(self._proofs(items, size, distinct=distinct))
        return lists_of(found, self.model.feature_names, source_texts(items), links=links)

    def graphs(self, sources: Sources) -> list[Graph]:
        """What the search of the settings kept of each source, and the best derivation, whoever found it."""
        return [Graph(proof.take_graph()) for proof in self._proofs(list(sources), graph=True)]

    def prove(self, source: Source, size: int = 1, *, distinct: bool = True) -> Proof:
        """The best translation of a sentence, or the `size` best, with all that is known of the proof.

        Ctrl-C ends this call early, with the best so far.
        """
        return self.prove_all([source], size, distinct=distinct)[0]

    def prove_all(self, sources: Sources, size: int = 1, *, distinct: bool = True) -> list[Proof]:
        """The same of each sentence, in order."""
        items = list(sources)
        found = self._proofs(items, size, distinct=distinct)
        traced = isinstance(self.settings, ExactSettings) and self.settings.trace
        lengths = [_length(item) if traced else None for item in items]
        return [
            Proof.from_core(proof, self.model.feature_names, length, trees=self._trees)
            for proof, length in zip(found, lengths, strict=True)
        ]

    @property
    def _trees(self) -> bool:
        return self.model.kind == "hierarchical"

    def _proofs(
        self, items: list[Source], size: int = 1, *, distinct: bool = True, graph: bool = False
    ) -> list[core.Proof]:
        check_size(size)
        if size > 1 and self.settings.method != "certified":
            raise ConfigError("size", size, "1 unless the method is certified")
        for item in items:
            _length(item)
        wanted = self._wanted()
        wanted.candidates, wanted.distinct, wanted.graph = size, distinct, graph
        return core.prove(self.model.core, make_inputs(items), wanted, self.threads, self._stop)  # type: ignore[arg-type]

    def _wanted(self) -> core.ProveSettings | core.ChartProveSettings:
        if isinstance(self.settings, ExactChartSettings):
            assert isinstance(self.model, RuleModel)
            return self.settings.for_model(self.model)
        assert isinstance(self.model, PhraseModel)
        return self.settings.for_model(self.model)

    def stop(self) -> None:
        """End all proofs with what they have, from any thread; later ones give the beam's translation."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set

    @contextmanager
    def stopped_by_interrupt(self) -> Iterator[None]:
        """Inside, the first Ctrl-C stops this search and the second is as ever. In the main thread only."""

        def stop(number: int, frame: FrameType | None) -> None:
            signal.signal(signal.SIGINT, before)
            self.stop()

        before = signal.getsignal(signal.SIGINT)
        if before == signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
            yield
            return
        signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def relaxed_graph(self, source: Source, relaxation: Literal["Y'", "Y''"] = "Y'") -> RelaxedGraph:
        """The graph that the published algorithm sweeps, for other solvers; of phrase models alone."""
        if not isinstance(self.model, PhraseModel) or not isinstance(self.settings, ExactSettings):
            raise ModelError("relaxed graphs are made of phrase models; this one is hierarchical")
        _length(source)
        settings = self.settings.for_model(self.model)
        settings.blocks = relaxation == "Y'"
        graph = RelaxedGraph.from_core(core.export_graph(self.model.core, make_inputs([source]), 0, settings))
        if graph.words > 0 and not len(graph.layers):
            raise InputError(
                f"the relaxed graph of a sentence of {graph.words} words does not fit into"
                f" {self.settings.memory} MiB",
                remedy="Raise ExactSettings.memory, or take a shorter sentence.",
            )
        return graph


def _length(source: Source) -> int:
    """In words; an InputError if that is too long."""
    if isinstance(source, Lattice):
        length, what = max((end for _, end, _, _ in source.edges), default=0), "a lattice"
    else:
        text = source.text if isinstance(source, Sentence) else source
        length, what = len(words_of(text)), f"the sentence {text[:40]!r}..."
    if length > LONGEST:
        raise InputError(f"{what} has {length} words; exact search goes up to {LONGEST}", remedy="Split it.")
    return length
