"""Tuning a model by decoding, or while it decodes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists, concatenate
from manyways.errors import InputError
from manyways.files import make_directory, scratch_file
from manyways.inside import folder_inside
from manyways.metrics.base import Rows
from manyways.model import Piece
from manyways.progress import Pace, Progress
from manyways.run import Run
from manyways.search import Graph
from manyways.search.phrase_weights import PHRASE_ROLE
from manyways.text.column import TextColumn
from manyways.translator import Translator
from manyways.tune.base import Examples, Result, Start
from manyways.tune.epochs import OnlineResult, tune_online
from manyways.tune.folds import Mask
from manyways.tune.hope_fear import hope_fear_lists
from manyways.tune.loop import tune_with
from manyways.tune.loop_store import digest_of_phrases
from manyways.tune.online import OnlineSettings, Workbench
from manyways.tune.settings import TuneSettings
from manyways.wording import counted

__all__ = ["ModelTask", "write_model"]

_BLOCK = 100  # sentences decoded between two looks at the clock, at most
_FEW = 5  # sentences, of which names and numbers may be all
_DENSITY = 50.0  # edges per word that a graph keeps for hope and fear, as Cherry and Foster have it


@dataclass(frozen=True, eq=False)
class _Part:
    """Some sentences of the development set."""

    sources: list[str]
    references: list[TextColumn]


class ModelTask:
    """A model and a development set, for as many runs as seeds and folds ask for.

    directory: every step of every run is kept in its folder `tuning`. finished: a tuned model is there, and
    no other may take its place.
    """

    def __init__(
        self,
        translator: Translator,
        sources: Sequence[str],
        references: Sequence[TextColumn],
        settings: TuneSettings,
        *,
        start: Start | None = None,
        directory: str | os.PathLike[str] | None = None,
        finished: bool = False,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        check_development_set(sources, references)
        self.translator, self.settings, self.directory, self.tell = translator, settings, directory, tell
        self.metric, self.threads, self.finished = settings.metric, translator.threads, finished
        self.whole = _Part(list(sources), list(references))
        self.start = start or Start(translator.weights, "the model")
        translator.with_weights(self.start.weights)  # an error if they are not the model's
        self.sentences, self.references = len(sources), len(references)

    def tune(self, seed: int, chosen: Mask | None = None, fold: int | None = None) -> Result:
        part = self.whole if chosen is None else self._part(chosen)
        name = f"seed-{seed}" + ("" if fold is None else f"-fold-{fold}")
        with ExitStack() as stack:
            run = None
            if self.directory is not None:
                folder = folder_inside(make_directory(self.directory), f"tuning/{name}")
                finished = self.finished and fold is None  # of folds nothing becomes the model
                run = stack.enter_context(Run(folder, finished=finished))
            tuner = self.settings.make()
            if isinstance(tuner, OnlineSettings):
                found: Result = self._learn(part, tuner, seed, run)
            else:
                found = tune_with(
                    lambda weights: self._decode(self.translator.with_weights(weights), part),
                    tuner,
                    self.metric,
                    start=self.start.weights,
                    references=part.references,
                    iterations=self.settings.rounds,
                    sound=self.translator.weights,
                    seed=seed,
                    threads=self.threads,
                    run=run,
                    about=self._about(part),
                    tell=self.tell,
                )
            return replace(found, origin=self.start.origin)

    def statistics(self, result: Result, chosen: Mask) -> npt.NDArray[np.int64]:
        sums: npt.NDArray[np.int64] = self.rows(result, chosen).sum(axis=0)
        return sums

    def rows(self, result: Result, chosen: Mask) -> Rows:
        """The metric's statistics of each chosen sentence, as the result translates it."""
        part, translator = self._part(chosen), self._tuned(result)
        texts: list[str] = []
        with Progress("translating", total=len(part.sources), unit="sentences") as progress:
            for block in self._blocks(part):
                texts += translator.translate(block).texts
                progress.advance(len(block))
        return self.metric.statistics(TextColumn.from_texts(texts), part.references, threads=self.threads)

    def write(self, best: Result, out: str | os.PathLike[str]) -> None:
        write_model(self.translator, best, out)

    def examples(self, best: Result) -> Examples:
        lists = self._decode(self._tuned(best), self.whole).with_references(*self.whole.references)
        return Examples.from_lists(lists, self.metric, threads=self.threads)

    def _part(self, chosen: Mask) -> _Part:
        rows = np.flatnonzero(chosen)
        sources = [self.whole.sources[i] for i in rows.tolist()]
        return _Part(sources, [each.take(rows) for each in self.whole.references])

    def _tuned(self, result: Result) -> Translator:
        """The translator with what was found."""
        phrases = result.phrase_weights if isinstance(result, OnlineResult) else None
        return self.translator.with_weights(result.weights, phrases)

    def _learn(self, part: _Part, online: OnlineSettings, seed: int, run: Run | None) -> OnlineResult:
        translator = self.translator.unprotected()
        bench = Workbench(
            translator.opened,
            translator.prepare(part.sources),
            part.references,
            self.metric,
            targets=self._targets(part),
            restore=translator.restore,
            settings=translator.settings,
            threads=self.threads,
        )
        about, start = self._about(part), self.start.weights
        return tune_online(bench, online, start=start, seed=seed, run=run, about=about, tell=self.tell)

    def _targets(self, part: _Part) -> list[TextColumn]:
        """The references in the model's words."""
        if self.translator.tokenised:
            return part.references
        return [self.translator.target.prepare(each, threads=self.threads) for each in part.references]

    def _decode(self, translator: Translator, part: _Part) -> CandidateLists:
        """Block by block, to tell how far it is; the same lists as in one go."""
        blocks: list[CandidateLists] = []
        graphs: list[Graph] = []
        with Progress("decoding", total=len(part.sources), unit="sentences") as progress:
            for texts in self._blocks(part):
                blocks.append(self._lists(translator, texts))
                if self.settings.hope_fear:
                    graphs += [each.pruned(density=_DENSITY) for each in translator.graphs(texts)]
                progress.advance(len(texts))
        lists = replace(concatenate(blocks), ids=[str(i) for i in range(len(part.sources))])
        if not self.settings.hope_fear:
            return lists
        return hope_fear_lists(
            replace(lists, references=part.references),
            graphs,
            self._targets(part),
            translator.weights,
            metric=self.metric,
            restore=translator.restore,
            threads=self.threads,
        )

    def _blocks(self, part: _Part) -> Iterator[list[str]]:
        """The sources, some at a time, to tell how far it is."""
        pace, done = Pace.for_threads(self.threads, most=_BLOCK), 0
        while texts := part.sources[done : done + pace.size]:
            with pace.timed(len(texts)):
                yield texts
            done += len(texts)

    def _lists(self, translator: Translator, texts: Sequence[str]) -> CandidateLists:
        if self.settings.lists == "diverse":
            return translator.mixed(texts, self.settings.size)
        if self.settings.lists == "graph" and not self.settings.hope_fear:
            return translator.on_lines(texts, self.settings.size)
        return translator.kbest(texts, self.settings.size, distinct=True)

    def _about(self, part: _Part) -> dict[str, Any]:
        """What the lists depend on beside the weights."""
        model = self.translator.model
        about: dict[str, Any] = {
            "model": {role: entry.sha256 for role, entry in model.files.items()},
            "search": asdict(model.search),
            "beam": asdict(self.translator.settings),
            "phrase weights": digest_of_phrases(self.translator.opened.phrase_weights),
            "sources": hashlib.sha256("\n".join(part.sources).encode()).hexdigest(),
            "tokenised": self.translator.tokenised,
            "lists": [self.settings.lists or "kbest", self.settings.size],
        }
        if self.settings.hope_fear:
            told = "\n".join(text for column in part.references for text in column)
            measure = f"{self.metric.name} {self.metric.signature(len(part.references))}"
            about["hope and fear"] = [measure, hashlib.sha256(told.encode()).hexdigest()]
        return about


def check_development_set(
    sources: Sequence[str],
    references: Sequence[TextColumn],
    *,
    source: str = "the source",
    reference: str = "the references",
) -> None:
    """An InputError for a development set that is empty or does not fit together; its names are for that."""
    if not sources:
        raise InputError("is empty", path=source, remedy="Give it the development set to translate.")
    lengths = {len(each) for each in references} or {0}
    if lengths != {len(sources)}:
        lines = f"has {counted(min(lengths - {len(sources)}), 'lines')}, {source} has {len(sources)}"
        remedy = "Check that both files belong to the same set and that neither is cut off."
        raise InputError(lines, path=reference, remedy=remedy)
    same = sum(one == other for one, other in zip(sources, references[0], strict=True))
    if len(sources) > _FEW and 2 * same > len(sources):
        lines = f"has the text of {source} in {same:,} of {counted(len(sources), 'lines')}"
        raise InputError(lines, path=reference, remedy="Give the translations, one per line.")


def write_model(translator: Translator, tuned: Result, directory: str | os.PathLike[str]) -> None:
    """The translator's model with the weights of a result, and with those of phrases if it has any."""
    told = {"with": tuned.tuner, "score": str(tuned.score), "seed": tuned.seed}
    phrases = tuned.phrase_weights if isinstance(tuned, OnlineResult) else None
    if phrases is None:
        translator.model.copied(Path(directory), tuned.weights, tuned=told)
        return
    with scratch_file() as path:
        phrases.write(path)
        added = {PHRASE_ROLE: Piece.of(Path(path), "phrase weights")}
        translator.model.copied(Path(directory), tuned.weights, added=added, tuned=told)
