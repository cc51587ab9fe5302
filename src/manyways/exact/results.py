"""What a proof says."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from manyways._core import exact as core
from manyways.search import Forced, Translation, Translations
from manyways.search.results import STATUS, Step
from manyways.search.rows import Rows

__all__ = ["Iteration", "Proof", "RelaxedGraph", "Stage", "Trace", "Verdict"]

Counts = npt.NDArray[np.int32]  # of words
Nodes = npt.NDArray[np.int64]


class Stage(NamedTuple):
    """A step of a proof: the graph that is left, the bounds, seconds since the beginning."""

    name: str
    nodes: int
    edges: int
    upper: float
    lower: float
    iterations: int
    seconds: float


@dataclass(frozen=True)
class Iteration:
    """One iteration of the published algorithm.

    dual: the upper bound that it found. primal: the best score known. counts: how often its derivation covers
    each word. derivation: (source start, source end, target words), in target order. constraints: the words
    that must be covered exactly once, added after it.
    """

    dual: float
    primal: float
    counts: npt.NDArray[np.int32]
    derivation: list[Step]
    constraints: tuple[int, ...]


class Trace(Rows[Iteration]):
    """All iterations: columns, and objects made when asked for."""

    def __init__(self, proof: core.Proof, words: int, feature_names: tuple[str, ...]) -> None:
        self.dual: npt.NDArray[np.float64] = proof.take_dual()
        self.primal: npt.NDArray[np.float64] = proof.take_primal()
        self.counts: npt.NDArray[np.int32] = proof.take_counts(words)
        self.added: list[tuple[int, int]] = [(int(t), int(word)) for t, word in proof.take_added()]
        self._derivations = Translations(proof.derivations, feature_names)

    def __len__(self) -> int:
        return len(self.dual)

    def _row(self, i: int) -> Iteration:
        return Iteration(
            float(self.dual[i]),
            float(self.primal[i]),
            self.counts[i],
            self._derivations.derivation(i),
            tuple(word for after, word in self.added if after == i + 1),
        )


@dataclass(frozen=True)
class Proof:
    """The answer for one sentence.

    candidates: the best translation, or as many of the best as were asked for, best first.
    status: `optimal`: no derivation scores more than the candidate's (plus the tolerance of the settings),
    and no other translation belongs into a list of several;
    `gap`: memory or iterations ended before; `time limit`: time ended before, or Ctrl-C.
    lower, upper: the best score lies between them; lower is the candidate's. beam_score: what the beam had
    found. seconds: as the limit counts them (`cpu_time`). nodes, edges: of the largest graph that was made.
    """

    status: str
    candidates: Translations
    lower: float
    upper: float
    beam_score: float
    iterations: int
    constraints: int
    seconds: float
    nodes: int
    edges: int
    stages: tuple[Stage, ...]
    trace: Trace | None

    @property
    def candidate(self) -> Translation:
        return self.candidates[0]

    @property
    def score(self) -> float:
        return self.lower

    @property
    def gap(self) -> float:
        return self.upper - self.lower

    @staticmethod
    def from_core(
        proof: core.Proof, feature_names: tuple[str, ...], words: int | None, *, trees: bool = False
    ) -> Proof:
        """words: the length of the source if there is a trace. trees: the model is hierarchical."""
        return Proof(
            status=STATUS[proof.status],
            candidates=Translations(proof.best, feature_names, trees=trees),
            lower=proof.lower,
            upper=proof.upper,
            beam_score=proof.beam_score,
            iterations=proof.iterations,
            constraints=proof.constraints,
            seconds=proof.seconds,
            nodes=proof.nodes,
            edges=proof.edges,
            stages=tuple(Stage(*each) for each in proof.stages),
            trace=None if words is None else Trace(proof, words, feature_names),
        )


@dataclass(frozen=True)
class Verdict:
    """Whether a given translation is the model's best.

    optimal: True or False; None if time or memory ended before it was known. given: its own best derivation,
    or how far one reaches. gap: how far its score lies below the best known; infinite if no derivation yields
    it. better: the best known translation, where the given one is not optimal.
    """

    optimal: bool | None
    given: Forced
    gap: float
    better: Translation | None
    proof: Proof

    @staticmethod
    def of(given: Forced, proof: Proof, tolerance: float) -> Verdict:
        own = given.translation
        score = -math.inf if own is None else own.score
        gap = max(0.0, proof.lower - score)
        if gap > tolerance:
            return Verdict(False, given, gap, proof.candidate, proof)
        return Verdict(True if score >= proof.upper - tolerance else None, given, gap, None, proof)


@dataclass(frozen=True)
class RelaxedGraph:
    """The relaxed dynamic program of a sentence, as the published algorithm sweeps it.

    layers, ends: of each node, how many words are covered and where the last phrase ends; node 0 is the
    start, the last node the goal. tails, heads, scores, and covered [starts, stops): of each edge. Every
    derivation is a path of its score; paths may cover words several times or not at all.
    """

    words: int
    layers: Counts
    ends: Counts
    tails: Nodes
    heads: Nodes
    scores: npt.NDArray[np.float64]
    starts: Counts
    stops: Counts

    @staticmethod
    def from_core(graph: core.ExportedGraph) -> RelaxedGraph:
        return RelaxedGraph(
            graph.length,
            graph.take_layer(),
            graph.take_end(),
            graph.take_tail(),
            graph.take_head(),
            graph.take_score(),
            graph.take_source_start(),
            graph.take_source_end(),
        )
