"""What `manyways tune` does, for lists, for a model, and for a model that learns while it decodes.

A job is read once and tunes as often as seeds and folds ask: `tune(seed, chosen sentences, fold)`, the
`statistics` of sentences with what was found, and `write`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from manyways.errors import ConfigError, InputError
from manyways.files import make_directory, scratch_file
from manyways.inside import folder_inside

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from manyways.candidates import CandidateLists
    from manyways.metrics import Metric
    from manyways.run import Run
    from manyways.search import Graph
    from manyways.text.column import TextColumn
    from manyways.translator import Translator
    from manyways.tune import Examples, Result, Start, Tuner

    Mask = npt.NDArray[np.bool_]

__all__ = ["ListsJob", "ModelJob", "OnlineJob", "Settings"]

_BLOCK = 100  # sentences decoded between two looks at the clock
_DENSITY = 50.0  # edges per word that a graph keeps for hope and fear, as Cherry and Foster have it


class ListsJob:
    """Tuning on lists as they are, read once for all seeds."""

    def __init__(
        self,
        candidates: str,
        references: list[str],
        tuner: Tuner,
        metric: Metric,
        start: Path | None,
        threads: int,
        *,
        by_position: bool = False,
    ) -> None:
        from manyways.candidates import ReferenceFile
        from manyways.metrics.evaluation import read_system
        from manyways.tune import Starts

        files = ReferenceFile.read_all(references)
        self.lists = read_system(candidates, files, by_position=by_position)
        self.tuner, self.metric, self.threads = tuner, metric, threads
        self.start = _read_start(start)
        self.starts = None if self.start else Starts.of(self.lists)
        self.sentences, self.references = len(self.lists), len(self.lists.references or ())

    @property
    def names(self) -> tuple[str, ...]:
        """All features."""
        return (*self.lists.feature_names, *(self.lists.sparse.names if self.lists.sparse else ()))

    def tune(self, seed: int, chosen: Mask | None = None, fold: int | None = None) -> Result:
        from manyways.tune import Examples, tune

        lists = self.lists if chosen is None else self.lists.split(chosen)
        examples = Examples.from_lists(lists, self.metric, threads=self.threads)
        start = self.start or (self.starts.best(examples) if self.starts else None)
        return tune(examples, self.tuner, start=start, seed=seed, threads=self.threads)

    def statistics(self, result: Result, chosen: Mask) -> npt.NDArray[np.int64]:
        import numpy as np

        from manyways.tune import Examples

        examples = Examples.from_lists(self.lists.split(chosen), self.metric, threads=self.threads)
        if len(examples.features) == 0:  # all lists of these sentences are empty
            return np.zeros(examples.statistics.shape[1], dtype=np.int64)
        known = result.weights.components()
        unseen = [name for name in examples.sparse_names if name not in known]
        weights = result.weights.replaced(unseen, [0.0] * len(unseen))
        best = examples.lists.best(weights.vector(examples.names))
        found: npt.NDArray[np.int64] = examples.statistics[best].sum(axis=0)
        return found

    def write(self, out: Path, best: Result) -> None:
        best.weights.write(out)

    def examples(self, best: Result) -> Examples:
        """What a picture of the score is drawn from."""
        from manyways.tune import Examples

        return Examples.from_lists(self.lists, self.metric, threads=self.threads)


@dataclass(frozen=True)
class Settings:
    """How to tune a model; `given` are the tuner's own. With a directory, every step is kept there."""

    tuner: str
    given: Mapping[str, Any]
    nbest: int
    lists: str
    iterations: int
    phrase_features: bool
    directory: Path | None


class ModelJob:
    """Tuning a model by decoding."""

    def __init__(
        self,
        files: list[str],
        settings: Settings,
        metric: Metric,
        start: Path | None,
        threads: int,
        *,
        tokenised: bool,
    ) -> None:
        from manyways.candidates import read_references
        from manyways.files import read_lines
        from manyways.translator import Translator

        if len(files) < 3:
            raise ConfigError("the arguments", " ".join(files), "MODEL SOURCE REFERENCE...")
        self.translator = Translator(files[0], tokenised=tokenised, threads=threads)
        self.settings, self.metric, self.threads = settings, metric, threads
        self.sources = list(read_lines(files[1]))
        self.texts = read_references(files[2:])
        if not self.sources:
            raise InputError("is empty", path=files[1], remedy="Give it the development set to translate.")
        if len(self.sources) != len(self.texts[0]):
            lines = f"has {len(self.texts[0])} lines, {files[1]} has {len(self.sources)}"
            remedy = "Check that both files belong to the same set and that neither is cut off."
            raise InputError(lines, path=files[2], remedy=remedy)
        given = _read_start(start)
        self.origin = given.origin if given else "the model"
        self.start = given.weights if given else self.translator.weights
        self.translator.with_weights(self.start)  # an error if they are not the model's
        self.sentences, self.references = len(self.sources), len(self.texts)

    @property
    def names(self) -> tuple[str, ...]:
        """All features."""
        return tuple(self.translator.weights.components())

    def tune(self, seed: int, chosen: Mask | None = None, fold: int | None = None) -> Result:
        import numpy as np

        from manyways.run import Run

        rows = np.arange(self.sentences) if chosen is None else np.flatnonzero(chosen)
        sources = [self.sources[i] for i in rows.tolist()]
        name = f"seed-{seed}" + ("" if fold is None else f"-fold-{fold}")
        with ExitStack() as stack:
            run = None
            if self.settings.directory is not None:
                folder = folder_inside(make_directory(self.settings.directory), f"tuning/{name}")
                run = stack.enter_context(Run(folder))
            found = self.work(sources, [each.take(rows) for each in self.texts], seed, run)
            return replace(found, origin=self.origin)

    def work(self, sources: list[str], references: list[TextColumn], seed: int, run: Run | None) -> Result:
        from manyways.cli.tune_settings import make_tuner
        from manyways.tune import tune_with

        return tune_with(
            lambda weights: self._decode(self.translator.with_weights(weights), sources, references),
            make_tuner(self.settings.tuner, self.settings.given),
            self.metric,
            start=self.start,
            references=references,
            iterations=self.settings.iterations,
            seed=seed,
            threads=self.threads,
            run=run,
            about=self.about(sources, references),
        )

    @property
    def hope_fear(self) -> bool:
        """Whether MIRA looks for its candidates in whole search graphs."""
        return self.settings.lists == "graph" and self.settings.tuner == "mira"

    def targets(self, references: list[TextColumn]) -> list[TextColumn]:
        """The references in the model's words."""
        translator = self.translator
        if translator.tokenised:
            return references
        return [translator.target.prepare(each, threads=self.threads) for each in references]

    def tuned(self, result: Result) -> Translator:
        """The translator with what was found."""
        return self.translator.with_weights(result.weights)

    def statistics(self, result: Result, chosen: Mask) -> npt.NDArray[np.int64]:
        import numpy as np

        from manyways.text.column import TextColumn

        rows = np.flatnonzero(chosen)
        sources = [self.sources[i] for i in rows.tolist()]
        found = [each.text for each in self.tuned(result).translate(sources)]
        texts = TextColumn.from_texts(found)
        found_rows = self.metric.statistics(texts, [each.take(rows) for each in self.texts])
        sums: npt.NDArray[np.int64] = found_rows.sum(axis=0)
        return sums

    def write(self, out: Path, best: Result) -> None:
        tuned = {"with": best.tuner, "score": str(best.score), "seed": best.seed}
        self.translator.model.copied(out, best.weights, tuned=tuned)

    def examples(self, best: Result) -> Examples:
        """Lists of the tuned model: what a picture of the score is drawn from."""
        from manyways.tune import Examples

        lists = self._decode(self.tuned(best), self.sources, self.texts).with_references(*self.texts)
        return Examples.from_lists(lists, self.metric, threads=self.threads)

    def _decode(
        self, translator: Translator, sources: Sequence[str], references: list[TextColumn]
    ) -> CandidateLists:
        """Block by block, to tell how far it is; the same lists as in one go."""
        from manyways.candidates import concatenate
        from manyways.progress import Progress
        from manyways.tune import hope_fear_lists

        blocks: list[CandidateLists] = []
        graphs: list[Graph] = []
        with Progress("decoding", total=len(sources), unit="sentences") as progress:
            for first in range(0, len(sources), _BLOCK):
                texts = sources[first : first + _BLOCK]
                blocks.append(self._lists(translator, texts))
                if self.hope_fear:
                    graphs += [each.pruned(density=_DENSITY) for each in translator.graphs(texts)]
                progress.advance(len(texts))
        lists = replace(concatenate(blocks), ids=[str(i) for i in range(len(sources))])
        if not self.hope_fear:
            return lists
        return hope_fear_lists(
            replace(lists, references=references),
            graphs,
            self.targets(references),
            translator.weights,
            metric=self.metric,
            restore=translator.restore,
            threads=self.threads,
        )

    def _lists(self, translator: Translator, texts: Sequence[str]) -> CandidateLists:
        if self.settings.lists == "diverse":
            return translator.mixed(texts, self.settings.nbest)
        if self.settings.lists == "graph" and not self.hope_fear:
            return translator.on_lines(texts, self.settings.nbest)
        return translator.kbest(texts, self.settings.nbest, distinct=True)

    def about(self, sources: Sequence[str], references: Sequence[TextColumn]) -> dict[str, Any]:
        """What the lists depend on beside the weights."""
        from dataclasses import asdict

        model = self.translator.model
        about: dict[str, Any] = {
            "model": {role: entry.sha256 for role, entry in model.files.items()},
            "search": asdict(model.search),
            "sources": hashlib.sha256("\n".join(sources).encode()).hexdigest(),
            "tokenised": self.translator.tokenised,
            "lists": [self.settings.lists, self.settings.nbest],
        }
        if self.hope_fear:
            told = "\n".join(text for column in references for text in column)
            measure = f"{self.metric.name} {self.metric.signature(len(references))}"
            about["hope and fear"] = [measure, hashlib.sha256(told.encode()).hexdigest()]
        return about


class OnlineJob(ModelJob):
    """Tuning that learns while it decodes, sentence by sentence."""

    def work(self, sources: list[str], references: list[TextColumn], seed: int, run: Run | None) -> Result:
        from manyways.config import make_config
        from manyways.tune import ONLINE, Online, Workbench, tune_online

        translator = self.translator
        bench = Workbench(
            translator.phrase_model,
            translator.prepare(sources),
            references,
            self.metric,
            targets=self.targets(references),
            restore=translator.restore,
            settings=translator.settings,
            threads=self.threads,
        )
        if "update" in self.settings.given:
            raise ConfigError(
                f"{self.settings.tuner}.update", self.settings.given["update"], "left to --with"
            )
        values = {
            "update": ONLINE[self.settings.tuner],
            "size": self.settings.nbest,
            "epochs": self.settings.iterations,
            "phrase_features": self.settings.phrase_features,
            **self.settings.given,
        }
        online = make_config(Online, values, prefix=self.settings.tuner)
        return tune_online(
            bench, online, start=self.start, seed=seed, run=run, about=self.about(sources, references)
        )

    def tuned(self, result: Result) -> Translator:
        from manyways.tune import OnlineResult

        assert isinstance(result, OnlineResult)
        return self.translator.with_weights(result.weights, result.phrase_weights)

    def write(self, out: Path, best: Result) -> None:
        from manyways.model import Piece
        from manyways.search.phrase_weights import PHRASE_ROLE
        from manyways.tune import OnlineResult

        assert isinstance(best, OnlineResult)
        if best.phrase_weights is None:
            super().write(out, best)
            return
        tuned = {"with": best.tuner, "score": str(best.score), "seed": best.seed}
        with scratch_file() as path:
            best.phrase_weights.write(path)
            added = {PHRASE_ROLE: Piece.of(Path(path), "phrase weights")}
            self.translator.model.copied(out, best.weights, added=added, tuned=tuned)


def _read_start(path: Path | None) -> Start | None:
    from manyways.model.weights import Weights
    from manyways.tune import Start

    return None if path is None else Start(Weights.read(path), str(path))
