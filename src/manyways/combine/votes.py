"""What every input counts: its share of the votes.

uniform   all alike
score     exp(score / temperature), scores in units of their deviation within lists
rank      1 / (1 + place in the list)
system    exp(agreement / temperature): how far the system agrees with the others, over all lists
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from manyways.candidates import CandidateLists
from manyways.errors import ConfigError, InputError
from manyways.metrics import Chrf
from manyways.metrics.base import Values
from manyways.metrics.consensus import ConsensusSettings, consensus
from manyways.settings import Between, Settings

__all__ = ["VoteKind", "VoteSettings", "votes_of"]

VoteKind = Literal["uniform", "score", "rank", "system"]


@dataclass(frozen=True, kw_only=True)
class VoteSettings(Settings, table="votes"):
    """kind: what votes go by. temperature: the higher, the more alike they are; for score and system."""

    kind: VoteKind = "uniform"
    temperature: Annotated[float, Between(0, 1e6)] = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.kind in ("uniform", "rank") and self.temperature != 1.0:
            raise ConfigError("votes.temperature", self.temperature, f"left out with votes by {self.kind}")


def votes_of(lists: CandidateLists, settings: VoteSettings, *, threads: int = 0) -> Values:
    """One number per candidate, not negative; the core divides them by the sum of their list."""
    if settings.kind == "uniform":
        return np.ones(lists.candidate_count)
    if settings.kind == "rank":
        within = np.arange(lists.candidate_count) - lists.sentence_offsets[lists.sentence_of]
        ranks: Values = 1.0 / (1.0 + within.astype(np.float64))
        return ranks
    values = _scores(lists) if settings.kind == "score" else _agreement(lists, threads)
    scaled = values / settings.temperature
    highest = np.full(len(lists), -np.inf)
    np.maximum.at(highest, lists.sentence_of, scaled)
    found: Values = np.exp(scaled - highest[lists.sentence_of])
    return found


def _scores(lists: CandidateLists) -> Values:
    bad = np.flatnonzero(~np.isfinite(lists.scores))
    if len(bad):
        one = lists.ids[int(lists.sentence_of[bad[0]])]
        found = f"a candidate of sentence {one!r} has no finite score, which votes by score need"
        raise InputError(found, remedy="Use lists with scores, or other --votes-by.")
    means = np.bincount(lists.sentence_of, lists.scores, len(lists)) / np.maximum(lists.sizes, 1)
    centred = lists.scores - means[lists.sentence_of]
    unit = float(np.sqrt(np.mean(centred**2))) if len(centred) else 0.0
    scaled: Values = centred / (unit or 1.0)
    return scaled


def _agreement(lists: CandidateLists, threads: int) -> Values:
    """Of each candidate's system, over all lists: the mean chrF of its candidates against their lists."""
    if len(lists.system_names) < 2:
        raise InputError(
            "the lists are of one system: there are no votes by system", remedy="Use other --votes-by."
        )
    near = consensus(lists, [Chrf()], settings=ConsensusSettings(method="aggregate"), threads=threads)[:, 0]
    # Lists differ in how far they agree at all: only what a system is above its list counts.
    means = np.bincount(lists.sentence_of, near, len(lists)) / np.maximum(lists.sizes, 1)
    count = np.bincount(lists.systems, minlength=len(lists.system_names))
    above = np.bincount(lists.systems, near - means[lists.sentence_of], len(lists.system_names))
    found: Values = (above / np.maximum(count, 1))[lists.systems]
    return found
