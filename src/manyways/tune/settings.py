"""How to tune, in one object that is checked when it is made.

TuneSettings(tuner="mert", own={"restarts": 40}, metric=Bleu(), seeds=3, folds=5)
TuneSettings(tuner="mira", lists="graph", nbest=50, iterations=5)             # for a model only
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from manyways.errors import ConfigError
from manyways.metrics import Bleu, Metric
from manyways.settings import Seed, Settings, Within
from manyways.tune.base import Tuner
from manyways.tune.online import OnlineSettings
from manyways.tune.tuners import ONLINE, TUNERS, make_online, make_tuner

__all__ = ["ListKind", "TuneSettings"]

ListKind = Literal["kbest", "diverse", "graph"]
_NBEST, _ITERATIONS = 100, 10


@dataclass(frozen=True, kw_only=True)
class TuneSettings(Settings, table="tune"):
    """tuner: its name; own: the settings of its class. metric: what is to rise (an error rate: to fall).

    seeds: so many runs, with `seed`, `seed` + 1, ...; the best is kept. folds: also score the sentences with
    weights that were tuned on the other folds; 0 for not.
    For models only, None for what is usual: nbest: candidates per sentence and iteration (100). lists: the
    best (`kbest`), half of them `diverse`, or `graph`: also what wins on lines, for MIRA hope and fear.
    iterations: times to decode at most, or passes (10). phrase_features: weights for single phrases and
    words, with a tuner that learns while it decodes.
    """

    tuner: str = "mert"
    own: Mapping[str, Any] = field(default_factory=dict)
    metric: Metric = field(default_factory=Bleu)
    seed: Seed = 1
    seeds: Annotated[int, Within(1)] = 1
    folds: Annotated[int, Within(0)] = 0
    nbest: Annotated[int, Within(2)] | None = None
    lists: ListKind | None = None
    iterations: Annotated[int, Within(1)] | None = None
    phrase_features: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tuner not in TUNERS and self.tuner not in ONLINE:
            raise ConfigError("--with", self.tuner, f"one of {', '.join([*TUNERS, *ONLINE])}")
        if self.online:
            if self.lists is not None:
                raise ConfigError("--lists", self.lists, "left out with a tuner that learns while it decodes")
        elif self.phrase_features:
            raise ConfigError("--phrase-features", self.tuner, f"--with one of {', '.join(ONLINE)}")
        self.make()  # an error for settings that the tuner does not have

    @property
    def online(self) -> bool:
        """Whether the tuner learns while it decodes."""
        return self.tuner in ONLINE

    @property
    def size(self) -> int:
        """Of the lists of a model."""
        return self.nbest or _NBEST

    @property
    def rounds(self) -> int:
        """Times to decode at most, or passes."""
        return self.iterations or _ITERATIONS

    @property
    def hope_fear(self) -> bool:
        """Whether MIRA looks for its candidates in whole search graphs."""
        return self.lists == "graph" and self.tuner == "mira"

    def check_for_lists(self) -> None:
        """A ConfigError for what says nothing where nobody decodes."""
        if self.online:
            remedy = f"one of {', '.join(TUNERS)} for lists; it learns by decoding"
            raise ConfigError("--with", self.tuner, remedy)
        for name in ("lists", "nbest", "iterations"):
            if (value := getattr(self, name)) is not None:
                raise ConfigError(f"--{name}", value, "given with a MODEL only")

    def make(self) -> Tuner | OnlineSettings:
        """The tuner with its settings."""
        if not self.online:
            return make_tuner(self.tuner, self.own)
        for name, option in (("size", "nbest"), ("epochs", "iterations"), ("phrase_features",) * 2):
            if name in self.own and getattr(self, option):
                expected = f"left out beside --{option.replace('_', '-')}"
                raise ConfigError(f"{self.tuner}.{name}", self.own[name], expected)
        usual = {"size": self.size, "epochs": self.rounds, "phrase_features": self.phrase_features}
        return make_online(self.tuner, {**usual, **self.own})
