"""The best of several ways to choose among systems, and never worse than the best system by itself.

    learned = learn(dev, Chooser.named("best"), LearnSettings())
    learned.chooser.scorer                 # Leaning(by=Consensus(...), system="A", margin=3.0, among=...)

Where one system is far better than the others, a consensus is pulled down by them. So what is learned leans
towards the best system: its text is taken unless another one is ahead of it by more than a margin. Margin 0
is the consensus, a huge margin is that system alone, and what lies between is tried for every consensus
(equal votes and learned ones, several metrics). What is taken is the way whose gain over the best system,
less its standard error, is highest, among those that lose to that system by no metric that is reported. The
system alone always is one of them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.choose.choosing import order_of
from manyways.choose.consensus import Consensus, UniformVotes
from manyways.choose.scorers import Scored
from manyways.errors import ConfigError, InputError
from manyways.metrics import Metric
from manyways.metrics.base import Rows, Values
from manyways.metrics.evaluation import make_metrics
from manyways.metrics.gain import REPORTED
from manyways.metrics.oracle import first_of_each, first_of_systems

__all__ = ["MARGINS", "Best", "Leaning", "Way", "choose_way", "gain_and_error"]

MARGINS = (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 48.0, 1000.0)
UTILITIES = ("bleu", "bleu+chrf", "bleu+chrf+ter")
VOTED = ("bleu+chrf", "bleu+chrf+ter")
_GROUPS = 20


@dataclass(frozen=True)
class Best:
    """Not a way to choose yet: the name of what is to be learned."""

    name: str = "best"
    utilities: tuple[str, ...] = ()

    def __call__(self, lists: CandidateLists, *, threads: int = 0) -> Scored:
        remedy = "Learn it first: manyways choose DEV --by best --references REF --learn chooser.toml"
        raise ConfigError("--by", "best", "used with --learn, on lists with references", remedy=remedy)


@dataclass(frozen=True, kw_only=True, eq=False)
class Leaning:
    """A consensus that leans: candidates of `system` are ahead by `margin`.

    among: the systems that were there when that was learned. In a list with others the margin is smaller, by
    their share.
    """

    by: Consensus
    system: str
    margin: float
    among: tuple[str, ...]

    def __post_init__(self) -> None:
        if not (math.isfinite(self.margin) and self.margin >= 0):
            raise ConfigError("lean.margin", self.margin, "a number that is not below 0")
        if self.system not in self.among:
            raise ConfigError("lean.system", self.system, "one of lean.among")

    @property
    def name(self) -> str:
        return self.by.name

    @property
    def utilities(self) -> tuple[str, ...]:
        return self.by.utilities

    def __call__(self, lists: CandidateLists, *, threads: int = 0) -> Scored:
        found = self.by(lists, threads=threads)
        ahead = self.lead(lists)
        parts = {**found.parts, f"leaning to {self.system}": ahead} if self.margin else found.parts
        return replace(found, values=found.values + ahead, parts=parts)

    def lead(self, lists: CandidateLists) -> Values:
        """What every candidate gets on top of the consensus."""
        names = lists.system_names
        present = np.zeros((len(lists), len(names)), dtype=bool)
        present[lists.sentence_of, lists.systems] = True
        known = np.array([name in self.among for name in names])
        share = (present & known).sum(axis=1) / np.maximum(present.sum(axis=1), 1)
        its = lists.systems == (names.index(self.system) if self.system in names else -1)
        found: Values = np.where(its, self.margin * share[lists.sentence_of], 0.0)
        return found


@dataclass(frozen=True, eq=False)
class Way:
    """A consensus, and the values that it gives candidates by what was learned without their folds."""

    by: Consensus
    values: Values

    @property
    def told(self) -> str:
        return self.by.name + ("" if isinstance(self.by.votes, UniformVotes) else " with learned votes")


@dataclass(frozen=True, eq=False)
class Chosen:
    """The way that was taken, the values of all candidates by it, and words on how it was found."""

    scorer: Leaning
    values: Values
    remark: str


def choose_way(lists: CandidateLists, ways: Sequence[Way], metric: str, *, threads: int = 0) -> Chosen:
    """The way whose gain in the metric over the best system is surest, and which loses by no other."""
    metrics = make_metrics(list(dict.fromkeys([metric, *REPORTED])))
    rows = {name: each.statistics(lists, threads=threads) for name, each in metrics.items()}
    base = _best_system(lists, metrics[metric], rows[metric])
    system = lists.system_names[int(lists.systems[base[0]])]
    best: tuple[float, Chosen] | None = None
    for way in ways:
        for margin in MARGINS:
            scorer = Leaning(by=way.by, system=system, margin=margin, among=lists.system_names)
            values = way.values + scorer.lead(lists)
            chosen = order_of(lists, values)[first_of_each(lists.sentence_offsets)]
            gains = {name: gain_and_error(each, rows[name], base, chosen) for name, each in metrics.items()}
            if min(gain for gain, _ in gains.values()) < 0 and margin < MARGINS[-1]:
                continue
            sure = gains[metric][0] - gains[metric][1]
            if best is None or sure > best[0]:
                best = (sure, Chosen(scorer, values, _told(way, system, margin, gains[metric], metric)))
    if best is None:
        raise InputError("there is no way to choose among")
    return best[1]


def gain_and_error(metric: Metric, rows: Rows, base: Rows, chosen: Rows) -> tuple[float, float]:
    """How much better the chosen rows score (an error rate: lower), and its standard error.

    The error is that of leaving out each of 20 groups of sentences in turn (the jackknife).
    """
    sign = 1.0 if metric.higher_is_better else -1.0
    groups = min(_GROUPS, len(base))
    place = np.arange(len(base)) % groups

    def scores(which: Rows) -> Values:
        sums = np.zeros((groups + 1, rows.shape[1]), dtype=np.int64)
        np.add.at(sums, place, rows[which])
        sums[-1] = sums[:-1].sum(axis=0)
        sums[:-1] = sums[-1] - sums[:-1]
        return metric.scores(sums) * sign

    found = scores(chosen) - scores(base)
    parts = found[:-1] - found[:-1].mean()
    return float(found[-1]), float(np.sqrt((groups - 1) / groups * np.sum(parts**2)))


def _best_system(lists: CandidateLists, metric: Metric, rows: Rows) -> npt.NDArray[np.int64]:
    """The rows of the system that scores best, of those that have a candidate for every sentence."""
    full = int(np.sum(lists.sizes > 0))
    systems: Mapping[str, Rows] = {
        name: its for name, its in first_of_systems(lists).items() if len(its) == full
    }
    if not systems:
        found = "no system has a candidate for every sentence: --by best has nothing to lean on"
        raise InputError(found, remedy="Learn another way: --by mbr")
    sign = 1.0 if metric.higher_is_better else -1.0
    scores = {
        name: sign * float(metric.scores(rows[its].sum(axis=0)[None])[0]) for name, its in systems.items()
    }
    return np.asarray(systems[max(scores, key=lambda name: scores[name])], dtype=np.int64)


def _told(way: Way, system: str, margin: float, gain: tuple[float, float], metric: str) -> str:
    over = f"{gain[0]:+.2f} {metric} by folds, standard error {gain[1]:.2f}"
    if margin == MARGINS[-1]:
        return f"nothing was surely better than {system} alone, so its texts are chosen where it has any"
    lean = f", where {system} is ahead by {margin:g}" if margin else ""
    return f"best is {way.told}{lean}: {over}, against {system} alone"
