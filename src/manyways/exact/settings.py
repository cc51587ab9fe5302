"""How to search exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from manyways._core import exact as core
from manyways.errors import ConfigError
from manyways.search import BeamSettings, Decoder

__all__ = ["ExactSettings"]

EDGE_BYTES = 50  # two graphs at a time, 16 bytes for each edge; nodes, and what target features say


@dataclass(frozen=True, kw_only=True)
class ExactSettings:
    """method: `certified` is the one to use; `lagrangian` is the published algorithm, for study.

    space: `gap` is Moses's reordering space, `free` has no gap constraint; None: the model's.
    time_limit: seconds per sentence; None: no limit. memory: MB for a sentence, per thread.
    tolerance: no other translation is better than the answer by more than this.
    beam: how hard to look for the first lower bound.
    nbest: prove the so many best translations, all different if distinct (`certified` alone).

    Of `lagrangian` alone: iterations, at most; tighten, the published K (steps without success before words
    are made to be covered exactly once) and G (how many at a time); a_star, search the tightened graphs best
    first instead of sweeping them; relaxation, `Y'` or the looser `Y''`; trace, keep every iteration.
    """

    method: Literal["certified", "lagrangian"] = "certified"
    space: Literal["gap", "free"] | None = None
    time_limit: float | None = None
    memory: int = 3000
    tolerance: float = 1e-6
    beam: BeamSettings = field(default_factory=lambda: BeamSettings(pops=200, stack=200))
    nbest: int = 1
    distinct: bool = True
    iterations: int = 250
    tighten: tuple[int, int] = (10, 3)
    a_star: bool = True
    relaxation: Literal["Y'", "Y''"] = "Y'"
    trace: bool = False

    def __post_init__(self) -> None:
        if self.method not in ("certified", "lagrangian"):
            raise ConfigError("exact.method", self.method, "certified or lagrangian")
        if self.relaxation not in ("Y'", "Y''"):
            raise ConfigError("exact.relaxation", self.relaxation, "Y' or Y''")
        if self.time_limit is not None and not self.time_limit > 0:
            raise ConfigError("exact.time_limit", self.time_limit, "seconds above 0, or None")
        if self.nbest < 1 or (self.nbest > 1 and self.method != "certified"):
            raise ConfigError("exact.nbest", self.nbest, "at least 1, and 1 unless the method is certified")
        if self.memory < 1 or self.iterations < 1 or min(self.tighten) < 1:
            raise ConfigError(
                "exact.memory, iterations and tighten",
                (self.memory, self.iterations, self.tighten),
                "at least 1",
            )
        if not 0 < self.tolerance < 1:
            raise ConfigError("exact.tolerance", self.tolerance, "above 0 and below 1")

    def to_core(self, decoder: Decoder) -> core.ProveSettings:
        """The same for the core, with the decoder's limits."""
        wanted = core.ProveSettings()
        wanted.method = core.Method.certified if self.method == "certified" else core.Method.lagrangian
        wanted.beam = decoder.beam_settings(self.beam, self.space)
        wanted.time_limit = self.time_limit or 0.0
        wanted.most_edges = self.memory * 1_000_000 // EDGE_BYTES
        wanted.tolerance = self.tolerance
        wanted.iterations = self.iterations
        wanted.tighten_after, wanted.tighten_words = self.tighten
        wanted.blocks = self.relaxation == "Y'"
        wanted.a_star = self.a_star
        wanted.trace = self.trace
        wanted.candidates, wanted.distinct = self.nbest, self.distinct
        return wanted
