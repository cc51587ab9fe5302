"""How to search exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from manyways._core import chart as chart_core
from manyways._core import exact as core
from manyways.errors import ConfigError
from manyways.search import BeamSettings, ChartSettings, PhraseModel, RuleModel
from manyways.search.settings import Space, TimeLimit
from manyways.settings import Between, Memory, Settings, Within, to_core

__all__ = ["ExactChartSettings", "ExactSettings"]


@dataclass(frozen=True, kw_only=True)
class ExactSettings(Settings, table="exact"):
    """method: `certified` is the one to use; `lagrangian` is the published algorithm, for study.

    space: `gap` is Moses's reordering space, `free` has no gap constraint; None: the model's.
    time_limit: seconds per sentence, 0 for none. cpu_time: the limit and the seconds of proofs are CPU
    seconds of the sentence's thread, for measurements, and not of the day, as in all searches.
    memory: MiB for a sentence, per thread.
    tolerance: no other translation is better than the answer by more than this.
    beam: how hard to look for the first lower bound; it has no space and no time limit of its own.

    Of `lagrangian` alone: iterations, at most; tighten, the published K (steps without success before words
    are made to be covered exactly once) and G (how many at a time); a_star, search the tightened graphs best
    first instead of sweeping them; relaxation, `Y'` or the looser `Y''`; trace, keep every iteration.
    """

    method: Literal["certified", "lagrangian"] = "certified"
    space: Space | None = None
    time_limit: TimeLimit = 0.0
    cpu_time: bool = False
    memory: Memory = 3000
    tolerance: Annotated[float, Between(0, 1)] = 1e-6
    beam: BeamSettings = field(default_factory=BeamSettings)
    iterations: Annotated[int, Within(1)] = 250
    tighten: tuple[Annotated[int, Within(1)], Annotated[int, Within(1)]] = (10, 3)
    a_star: bool = True
    relaxation: Literal["Y'", "Y''"] = "Y'"
    trace: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.beam.space is not None or self.beam.time_limit:
            own = (self.beam.space, self.beam.time_limit)
            raise ConfigError("exact.beam", own, "without a space and a time limit: set those of exact")

    def for_model(self, model: PhraseModel) -> core.ProveSettings:
        """The same for the core, with the model's limits."""
        return to_core(
            core.ProveSettings(),
            self,
            beam=model.beam(self.beam, self.space),
            space=None,  # the beam's
            relaxation=None,
            blocks=self.relaxation == "Y'",
        )


@dataclass(frozen=True, kw_only=True)
class ExactChartSettings(Settings, table="exact"):
    """The same for a hierarchical model.

    method: `certified` is the one to use; `lagrangian` is the published relaxation alone, for study.
    time_limit: seconds per sentence, 0 for none; cpu_time: of CPU time. memory: MiB for it, per thread.
    tolerance: no other translation is better than the answer by more than this.
    chart: how hard to look for the first lower bound; it has no time limit of its own.
    iterations: of `lagrangian` alone, at most.
    """

    method: Literal["certified", "lagrangian"] = "certified"
    time_limit: TimeLimit = 0.0
    cpu_time: bool = False
    memory: Memory = 3000
    tolerance: Annotated[float, Between(0, 1)] = 1e-6
    chart: ChartSettings = field(default_factory=lambda: ChartSettings(pops=4000))
    iterations: Annotated[int, Within(1)] = 200

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.chart.time_limit:
            raise ConfigError("exact.chart", self.chart.time_limit, "without a time limit: set that of exact")

    def for_model(self, model: RuleModel) -> core.ChartProveSettings:
        """The same for the core."""
        return to_core(core.ChartProveSettings(), self, chart=to_core(chart_core.ChartSettings(), self.chart))
