"""Choosing by consensus: the candidate that the others of its list agree with most.

Consensus()                                             # every candidate has one vote
Consensus(votes=Posterior(temperature=0.5))             # votes by the lists' scores
Consensus(votes=SystemVotes({"A": 0.6, "B": 0.3}))      # votes by system, as learned
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.choose.scorers import Scored
from manyways.errors import ConfigError, InputError
from manyways.metrics.base import Metric, Values
from manyways.metrics.bleu import DEFAULT_TOKENISER, Tokeniser
from manyways.metrics.consensus import ConsensusSettings, agreements, consensus, utilities

__all__ = ["Consensus", "Posterior", "SystemVotes", "UniformVotes", "Votes", "mean_agreements"]

DEFAULT_UTILITIES = "bleu+chrf"
_SHOWN = 5


@dataclass(frozen=True)
class UniformVotes:
    """Every candidate has one vote."""


@dataclass(frozen=True, kw_only=True)
class Posterior:
    """Votes by score: exp(score / temperature), divided by the sum over the list."""

    temperature: float = 1.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.temperature) and self.temperature > 0):
            raise ConfigError("temperature", self.temperature, "a number above 0")

    def weights(self, lists: CandidateLists) -> Values:
        bad = np.flatnonzero(~np.isfinite(lists.scores))
        if len(bad):
            one = lists.ids[int(lists.sentence_of[bad[0]])]
            found = f"a candidate of sentence {one!r} has no finite score, which votes by score need"
            raise InputError(found, remedy="Use lists with scores, or leave --votes out.")
        scaled = lists.scores / self.temperature
        highest = np.full(len(lists), -np.inf)
        np.maximum.at(highest, lists.sentence_of, scaled)
        shares: Values = np.exp(scaled - highest[lists.sentence_of])
        return shares


@dataclass(frozen=True, eq=False)
class SystemVotes:
    """Votes by system, as they were learned.

    A system that was not there then has the mean of all. Votes learned among other systems say less, so the
    votes of a list are mixed with equal ones: as much of these as the share of new systems in it.
    """

    votes: Mapping[str, float]

    def __post_init__(self) -> None:
        if not self.votes or not all(map(math.isfinite, self.votes.values())) or not any(self.votes.values()):
            raise ConfigError("votes", dict(self.votes), "finite numbers by system, not all 0")

    @property
    def other(self) -> float:
        return float(np.mean(list(self.votes.values())))

    def of_lists(self, lists: CandidateLists) -> npt.NDArray[np.float64]:
        """A row per sentence, a column per system: the votes of those that the list has."""
        names = lists.system_names
        present = np.zeros((len(lists), len(names)), dtype=bool)
        present[lists.sentence_of, lists.systems] = True
        counts = np.maximum(present.sum(axis=1), 1)[:, None]
        learned = np.where(present, [self.votes.get(name, self.other) for name in names], 0.0)
        sums = np.abs(learned).sum(axis=1)[:, None]
        new = np.array([name not in self.votes for name in names])
        equal = (present & new).sum(axis=1)[:, None] / counts  # the share of equal votes
        equal[sums == 0] = 1.0
        sums[sums == 0] = 1.0
        found: npt.NDArray[np.float64] = (1 - equal) * learned / sums + equal * present / counts
        return found

    def remarks(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """What to say of lists with these systems."""
        new = [name or "(no name)" for name in names if name not in self.votes]
        if not new:
            return ()
        more = f" and {len(new) - _SHOWN} more" if len(new) > _SHOWN else ""
        found = f"no votes were learned for {', '.join(new[:_SHOWN])}{more}"
        return (f"{found}: votes count less, the more of a list is theirs",)


Votes = UniformVotes | Posterior | SystemVotes


@dataclass(frozen=True, kw_only=True, eq=False)
class Consensus:
    """The expected score of each candidate against the others, the mean of several metrics.

    names: of the metrics, joined by +. settings: how they are compared. votes: what each candidate of the
    pool counts. pool: other lists that vote, matched by id; by default the candidates themselves.
    """

    names: str = DEFAULT_UTILITIES
    tokenise: Tokeniser = DEFAULT_TOKENISER
    settings: ConsensusSettings = field(default_factory=ConsensusSettings)
    votes: Votes = field(default_factory=UniformVotes)
    pool: CandidateLists | None = None

    def __post_init__(self) -> None:
        utilities(self.names)
        if self.settings.method == "aggregate" and "ter" in self.utilities:
            raise ConfigError(
                "--consensus", "aggregate", "pairs or prune with ter, which has no averaged form"
            )
        if isinstance(self.votes, SystemVotes) and self.settings.method != "pairs":
            raise ConfigError("--consensus", self.settings.method, "pairs where systems have votes")
        if isinstance(self.votes, SystemVotes) and self.pool is not None:
            raise ConfigError(
                "--pool", "lists", "left out where systems have votes: candidates vote themselves"
            )

    @property
    def name(self) -> str:
        return f"mbr:{self.names}"

    @property
    def utilities(self) -> tuple[str, ...]:
        return tuple(self.names.split("+"))

    def metrics(self) -> list[Metric]:
        return utilities(self.names, tokenise=self.tokenise)

    def __call__(self, lists: CandidateLists, *, threads: int = 0) -> Scored:
        if isinstance(self.votes, SystemVotes):
            return self._by_system(lists, self.votes, threads)
        pool = None if self.pool is None else matched(self.pool, lists)
        weights = self.votes.weights(pool or lists) if isinstance(self.votes, Posterior) else None
        values = consensus(
            lists, self.metrics(), pool=pool, weights=weights, settings=self.settings, threads=threads
        )
        parts = {f"mbr:{name}": values[:, i] for i, name in enumerate(self.utilities)}
        return Scored(values.mean(axis=1), parts, new=True)

    def _by_system(self, lists: CandidateLists, votes: SystemVotes, threads: int) -> Scored:
        shares = votes.of_lists(lists)[lists.sentence_of]
        values = [
            (agreements(lists, metric, threads=threads) * shares).sum(axis=1) for metric in self.metrics()
        ]
        parts = {f"mbr:{name}": each for name, each in zip(self.utilities, values, strict=True)}
        return Scored(np.mean(values, axis=0), parts, new=True, remarks=votes.remarks(lists.system_names))


def mean_agreements(lists: CandidateLists, by: Consensus, *, threads: int = 0) -> Values:
    """A row per candidate, a column per system: what votes by system are learned from."""
    each = [agreements(lists, metric, threads=threads) for metric in by.metrics()]
    found: Values = np.mean(each, axis=0)
    return found


def matched(pool: CandidateLists, lists: CandidateLists) -> CandidateLists:
    """The pool's lists for the ids of `lists`, in their order."""
    place = {one: s for s, one in enumerate(pool.ids)}
    missing = [one for one in lists.ids if one not in place]
    if missing:
        raise InputError(
            f"has no list for the id {missing[0]!r}",
            path=None if pool.origin is None else pool.origin.path,
            remedy="A pool needs a list for every sentence, with the same ids.",
        )
    return pool.split(np.array([place[one] for one in lists.ids], dtype=np.int64))
