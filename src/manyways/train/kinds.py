"""Which kind of model suits a pair of languages: phrases, or rules with gaps for far reordering.

    rivals = {"phrase": model, "hierarchical": other}           # of the same text, links and language models
    choice = choose_kind(rivals, development, recipe, threads=2)
    choice.kind, choice.why

Each rival is tuned as the model will be, on one half of the development sentences, and translates the other
half; then the halves change places. So every sentence is translated with weights that have not seen it, and
the choice is not made on what was tuned. The rivals are compared by paired bootstrap; the phrase model is
kept unless the other is significantly better, because it is several times as fast. At most `MOST` sentences
take part, drawn by chance: more would cost much and decide little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from manyways.errors import InputError, TuneError
from manyways.metrics.base import Rows
from manyways.metrics.significance import paired_bootstrap
from manyways.model import Model
from manyways.seeds import stream
from manyways.settings import make_settings
from manyways.train.development import Development, tuning_of
from manyways.train.settings import Kind, TrainSettings
from manyways.translator import Translator
from manyways.tune.folds import fold_of
from manyways.tune.model_task import ModelTask
from manyways.wording import counted

__all__ = ["MOST", "KindChoice", "check_enough", "choose_kind"]

MOST = 1000  # sentences that are compared
FEWEST = 20  # with fewer there is nothing to tune halves on
SURE = 0.05  # the probability of such a difference by chance, from which on it is one
_HALVES = 2


@dataclass(frozen=True, kw_only=True)
class Rival:
    """Its score on sentences that its weights had not seen, and CPU seconds for one of them."""

    score: float
    cpu_seconds: float


@dataclass(frozen=True, kw_only=True)
class KindChoice:
    """The kind that was chosen, and what for.

    difference: of the hierarchical model's score to the phrase model's, with the middle 95 % of resampled
    ones. p: the probability of one so large by chance.
    """

    kind: Kind
    metric: str
    sentences: int
    phrase: Rival
    hierarchical: Rival
    difference: float
    low: float
    high: float
    p: float

    @staticmethod
    def recalled(facts: Mapping[str, Any]) -> KindChoice:
        """As `facts` gave it to a manifest."""
        return make_settings(KindChoice, {name: value for name, value in facts.items() if name != "why"})

    def facts(self) -> dict[str, Any]:
        """For the manifest."""
        return {**asdict(self), "why": self.why}

    @property
    def why(self) -> str:
        """One plain sentence."""
        chosen, other = self.phrase, "hierarchical"
        if self.kind == "hierarchical":
            chosen, other = self.hierarchical, "phrase"
        ahead = self.difference if self.kind == "hierarchical" else -self.difference
        seen = f"on {counted(self.sentences, 'development sentences')} that the weights had not seen"
        size = f"{abs(ahead):.2f} {self.metric} {'more' if ahead >= 0 else 'less'} than {other}"
        found = f"{self.kind}, because {seen} it scored {chosen.score:.2f}, {size} (p = {self.p:.3f})"
        if self.p < SURE:
            return found
        faster = self.hierarchical.cpu_seconds / max(self.phrase.cpu_seconds, 1e-9)
        speed = f" and it is {faster:.1f} times as fast" if faster > 1 else ""
        return f"{found}: the difference may be chance,{speed or ' and phrase is the usual kind'}"


def choose_kind(
    rivals: Mapping[Kind, Model],
    development: Development,
    recipe: TrainSettings,
    *,
    threads: int = 0,
    tell: Callable[[str], None] = lambda line: None,
) -> KindChoice:
    """rivals: models with the weights that tuning starts from.

    What is tuned is kept in their directories, so that a choice that was cut off goes on.
    """
    part = _drawn(development)
    metric = tuning_of(recipe).metric
    rows: dict[Kind, Rows] = {}
    found: dict[str, Rival] = {}
    for kind, model in rivals.items():
        rows[kind], seconds = _held_out(model, part, recipe, threads=threads, tell=tell)
        score = metric.score(rows[kind].sum(axis=0), references=len(part.references))
        found[kind] = Rival(score=score.value, cpu_seconds=seconds)
    compared = paired_bootstrap(metric, rows["phrase"], rows["hierarchical"])
    assert compared.low is not None
    assert compared.high is not None
    return KindChoice(
        kind="hierarchical" if compared.difference > 0 and compared.p_value < SURE else "phrase",
        metric=metric.name,
        sentences=len(part.sources),
        **found,
        difference=compared.difference,
        low=compared.low,
        high=compared.high,
        p=compared.p_value,
    )


def check_enough(development: Development) -> None:
    """An InputError for a development set that is too small to choose by."""
    if (count := len(development.sources)) < FEWEST:
        raise InputError(
            f"has {counted(count, 'lines')}; --kind auto compares on {FEWEST} or more",
            path=development.files[0],
            remedy="Give more, or choose --kind phrase or --kind hierarchical.",
        )


def _drawn(development: Development) -> Development:
    """The sentences that take part, in their order."""
    rows = np.sort(stream(1, "kinds").permutation(len(development.sources))[:MOST])
    sources = [development.sources[row] for row in rows.tolist()]
    return Development(sources, [each.take(rows) for each in development.references], development.files)


def _held_out(
    model: Model, part: Development, recipe: TrainSettings, *, threads: int, tell: Callable[[str], None]
) -> tuple[Rows, float]:
    """The metric's rows of each sentence, translated with the weights of the other half; CPU s for each."""
    settings = tuning_of(recipe)
    half = fold_of(len(part.sources), _HALVES, settings.seed)
    found: list[Rows] = []
    seconds = 0.0
    opened = Translator(model, threads=threads)
    where = {number: f"{model.kind}, half {number + 1} of {_HALVES}: " for number in range(_HALVES)}
    number = 0
    task = ModelTask(
        opened,
        part.sources,
        part.references,
        settings,
        directory=model.directory,
        tell=lambda line: tell(where[number] + line),
    )
    for number in range(_HALVES):
        try:
            tuned = task.tune(settings.seed, half != number, number)
        except TuneError as error:
            raise TuneError(where[number] + error.message, remedy=error.remedy) from None
        began = time.process_time()
        found.append(task.rows(tuned, half == number))
        seconds += time.process_time() - began
    order = np.concatenate([np.flatnonzero(half == number) for number in range(_HALVES)])
    return np.concatenate(found)[np.argsort(order)], seconds / len(part.sources)
