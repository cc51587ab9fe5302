"""Scripted editors and judges: what a study would give if people behaved so.

An editor writes down the shown translation that looks best to them (chrF against the reference, seen through
noise), then mends it: of the places where it differs from the reference they set right those whose words
stand in another of the shown translations, most of the time, and a few of the others. So lists that cover
more of the reference make better texts, unless what differs misleads. A judge compares chrF of both texts,
seen through noise; within a margin they are the same. `effect` is added to every text of the diverse list, in
points of chrF: what a study could find.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from manyways.metrics.chrf import Chrf
from manyways.seeds import stream
from manyways.settings import Seed, Settings, Within

__all__ = ["ActorSettings", "Editor", "Judge", "nearness_of"]

_METRIC = Chrf()


@dataclass(frozen=True, kw_only=True)
class ActorSettings(Settings, table="simulate"):
    """mended: share of faults that editors mend if the right words are shown; guessed: if they are not.

    noise, margin: of judges, in points of chrF. careless: share of people who answer by lot.
    """

    editors: Annotated[int, Within(1, 1000)] = 20
    judges: Annotated[int, Within(1, 1000)] = 12
    effect: Annotated[float, Within(-100, 100)] = 0.0
    mended: Annotated[float, Within(0, 1)] = 0.7
    guessed: Annotated[float, Within(0, 1)] = 0.15
    noise: Annotated[float, Within(0, 100)] = 8.0
    margin: Annotated[float, Within(0, 100)] = 4.0
    careless: Annotated[float, Within(0, 1)] = 0.0
    seed: Seed = 1


def nearness_of(texts: Sequence[str], references: Sequence[str]) -> npt.NDArray[np.float64]:
    """chrF of each text, 0 to 100."""
    return _METRIC.sentence_scores(_METRIC.statistics(list(texts), [list(references)]))


@dataclass(frozen=True)
class Editor:
    """number: of the person. What they write of a sentence depends on nothing but the seed, them and what is
    shown.
    """

    settings: ActorSettings
    number: int

    def write(self, shown: Sequence[str], reference: str) -> str:
        rng = stream(self.settings.seed, "editor", self.number, *shown, reference)
        seen = nearness_of(shown, [reference] * len(shown)) + rng.normal(
            0, self.settings.noise / 2, len(shown)
        )
        words, right = shown[int(np.argmax(seen))].split(), reference.split()
        known = {word for text in shown for word in text.split()}
        skill = float(stream(self.settings.seed, "skill", self.number).normal(0, 0.1))
        written: list[str] = []
        for kind, i, j, k, m in difflib.SequenceMatcher(None, words, right, autojunk=False).get_opcodes():
            mends = self.settings.mended if set(right[k:m]) <= known else self.settings.guessed
            mended = kind != "equal" and rng.random() < mends + skill
            written += right[k:m] if mended else words[i:j]
        return " ".join(written) or shown[0]

    def seconds(self, text: str, shown: Sequence[str]) -> float:
        """How long they take: by person, sentence and what had to be typed."""
        rng = stream(self.settings.seed, "pace", self.number, text)
        pace = float(stream(self.settings.seed, "habit", self.number).normal(0, 0.3))
        changed = 1 - max(difflib.SequenceMatcher(None, text, each, autojunk=False).ratio() for each in shown)
        return len(text.split()) * float(np.exp(pace + rng.normal(0.2, 0.3))) * (0.6 + 2 * changed)


@dataclass(frozen=True)
class Judge:
    """number: of the person."""

    settings: ActorSettings
    number: int

    @property
    def careless(self) -> bool:
        return float(stream(self.settings.seed, "care", self.number).random()) < self.settings.careless

    def answer(
        self,
        reference: str,
        first: str,
        second: str,
        *,
        leaning: float = 0.0,
        near: Sequence[float] | None = None,
    ) -> str:
        """first, second or same. leaning: points of chrF that are added to the second. near: chrF of both."""
        rng = stream(self.settings.seed, "judge", self.number, reference, *sorted([first, second]))
        if self.careless:
            return ("first", "second", "same")[int(rng.integers(3))]
        near = nearness_of([first, second], [reference] * 2).tolist() if near is None else near
        # Drawn for the pair, not for the order in which it is shown: noise that favours a text keeps to it.
        noise = float(rng.normal(0, self.settings.noise)) * (1 if first <= second else -1)
        difference = float(near[1] - near[0]) + noise + leaning
        return "same" if abs(difference) <= self.settings.margin else "second" if difference > 0 else "first"
