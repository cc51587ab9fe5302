"""Prove translations optimal: one sentence, or many on all cores."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Literal

from manyways._core import exact as core
from manyways.errors import InputError
from manyways.exact.results import Proof, RelaxedGraph
from manyways.exact.settings import ExactSettings
from manyways.search import Decoder
from manyways.search.inputs import Lattice, Sentence, Source, make_inputs, words_of
from manyways.text.column import TextColumn

__all__ = ["Prover"]

LONGEST = 500  # words, as in the beam


class Prover:
    """An opened model and how to search it exactly. Safe to use from many threads."""

    def __init__(self, decoder: Decoder, settings: ExactSettings | None = None) -> None:
        self.decoder = decoder
        self.settings = settings or ExactSettings()
        self._stop = core.Stop()

    def stop(self) -> None:
        """End all proofs with what they have, from any thread; later ones give the beam's translation."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set

    @contextmanager
    def stopped_by_interrupt(self) -> Iterator[None]:
        """Inside, the first Ctrl-C stops this prover and the second is as ever. In the main thread only."""

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

    def search(self, source: Source) -> Proof:
        """The best translation of a sentence. Ctrl-C ends this call early, with the best so far."""
        return self.search_all([source], threads=1)[0]

    def search_all(self, sources: TextColumn | Iterable[Source], *, threads: int = 0) -> list[Proof]:
        """The best translation of each sentence, in order."""
        items = list(sources)
        lengths = [_length(item) for item in items]
        settings = self.settings.to_core(self.decoder)
        found = core.prove(self.decoder.core, make_inputs(items), settings, threads, self._stop)
        traced = self.settings.trace
        return [
            Proof.from_core(proof, self.decoder.feature_names, length if traced else None)
            for proof, length in zip(found, lengths, strict=True)
        ]

    def relaxed_graph(self, source: Source, relaxation: Literal["Y'", "Y''"] = "Y'") -> RelaxedGraph:
        """The graph that the published algorithm sweeps, for other solvers."""
        _length(source)
        settings = self.settings.to_core(self.decoder)
        settings.blocks = relaxation == "Y'"
        graph = RelaxedGraph.from_core(
            core.export_graph(self.decoder.core, make_inputs([source]), 0, settings)
        )
        if graph.words > 0 and not len(graph.layers):
            raise InputError(
                f"the relaxed graph of a sentence of {graph.words} words does not fit into"
                f" {self.settings.memory} MB",
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
