"""Tuning as the last step of training: one command from text to a model with good weights.

    development = Development.read("dev.de", ["dev.en"])
    development.check_for(inputs, settings)               # before hours of training: the right way round?
    tuned = development.tune(model, start, force=False)   # the model's weights are new
    tuned.score, tuned.start, tuned.seconds

The tuner is the one that our tables show best on new text (docs/design/figures-tuning.md): the expected
score, which gives the same weights for every seed.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from manyways.errors import InputError
from manyways.inside import folder_inside
from manyways.metrics import Bleu, Score
from manyways.metrics.bleu import Tokeniser
from manyways.metrics.evaluation import scored
from manyways.model import Model, Weights
from manyways.run import Manifest
from manyways.text.column import TextColumn
from manyways.text.corpus import stream_pairs
from manyways.train.parts import Inputs
from manyways.train.settings import TrainSettings
from manyways.translator import Translator
from manyways.tune import TuneSettings, read_development_set, tune_model

__all__ = ["TUNER", "Development", "TunedWeights", "tuning_of"]

TUNER = "mira"
_TOKENISERS: dict[str, Tokeniser] = {"zh": "zh", "ja": "char", "th": "char"}  # how BLEU splits these
_LOOKED_AT = 20_000  # pairs whose words tell which side is which
_SURE = 2.0  # times as many words known on the wrong side


@dataclass(frozen=True)
class TunedWeights:
    """What tuning gave: the score on the development set with its 95 % interval, that of the start, the times
    that it decoded, what it took, and what a person should know."""

    score: Score
    start: float
    iterations: int
    seconds: float
    cpu_seconds: float
    remarks: Sequence[str] = ()

    def __str__(self) -> str:
        low, high = self.score.low or 0.0, self.score.high or 0.0
        interval = f"95 %: {low:.2f} to {high:.2f}"
        return f"{self.score.name} {self.score.value:.2f} ({interval}; at the start {self.start:.2f})"

    def facts(self) -> dict[str, Any]:
        """For the table at the end of training."""
        return {
            self.score.name: f"{self.score.value:.2f}",
            "from": f"{self.start:.2f}",
            "iterations": self.iterations,
        }

    def plain(self) -> dict[str, Any]:
        """In numbers and texts, for JSON."""
        score = {"value": self.score.value, "low": self.score.low, "high": self.score.high}
        return {
            "with": TUNER,
            "score": {"metric": self.score.name, **score, "signature": str(self.score.signature)},
            "start": self.start,
            "iterations": self.iterations,
            "cpu_seconds": self.cpu_seconds,
        }


@dataclass(frozen=True, eq=False)
class Development:
    """Sentences with references that weights are tuned on, and the files that they are from."""

    sources: list[str]
    references: list[TextColumn]
    files: tuple[Path, ...]

    @staticmethod
    def read(source: Path, references: Sequence[Path]) -> Development:
        """An InputError if the files do not have the same number of lines."""
        return Development(*read_development_set(source, references), (source, *references))

    def check_for(self, inputs: Inputs, settings: TrainSettings) -> None:
        """An InputError if the sides are swapped: the words of the source are those of the target's text."""
        pairs = stream_pairs(**inputs.place(settings.text))
        known: tuple[set[str], set[str]] = (set(), set())
        for pair in itertools.islice(pairs, _LOOKED_AT):
            for words, sentence in zip(known, pair, strict=True):
                words.update(sentence.lower().split())
        own, other = (_share(self.sources, words) for words in known)
        theirs, back = (_share(self.references[0], words) for words in (known[1], known[0]))
        if other > _SURE * own and back > _SURE * theirs:
            source, reference = self.files[:2]
            raise InputError(
                f"{other:.0%} of its words are in the target text of the pairs, {own:.0%} in the source text",
                path=source,
                remedy=f"Are the two files swapped? --dev {reference} {source}",
            )

    def tune(
        self,
        model: Model,
        start: Weights,
        recipe: TrainSettings,
        *,
        force: bool,
        threads: int = 0,
        tell: Callable[[str], None] = lambda line: None,
    ) -> TunedWeights:
        """Give the model, in its directory, the weights that do best; what was done before is not repeated.

        force: tuning of this model that was done otherwise, or on other text, may be done anew.
        """
        began = time.monotonic()
        settings = tuning_of(recipe)
        tuning = tune_model(
            Translator(Model.open(model.directory), threads=threads),
            self.sources,
            self.references,
            settings,
            start=start,
            out=model.directory,
            force=force or not _is_tuned(model.directory),
            tell=tell,
        )
        best = tuning.best
        assert best.rows is not None
        return TunedWeights(
            scored(settings.metric, best.rows, len(self.references)),
            best.start_score.value,
            len(best.history),
            time.monotonic() - began,
            tuning.seconds,
            tuning.remarks,
        )


def tuning_of(recipe: TrainSettings) -> TuneSettings:
    """How a model that is trained by this recipe is tuned."""
    text = recipe.text
    tokenise = "none" if text.tokenised else _TOKENISERS.get(text.target_language, "13a")
    return TuneSettings(tuner=TUNER, metric=Bleu(tokenise=tokenise))


def _is_tuned(directory: Path) -> bool:
    """Whether steps of tuning are kept there."""
    if "tuning" not in os.listdir(directory):
        return False
    return bool(Manifest.read(folder_inside(directory, "tuning/seed-1")).steps)


def _share(texts: Iterable[str], known: set[str]) -> float:
    words = [word for text in texts for word in text.lower().split()]
    return sum(word in known for word in words) / len(words) if words else 0.0
