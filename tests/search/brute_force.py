"""Thousands of tiny grammars full of ties beside all their derivations.

    python -m tests.search.brute_force [GRAMMARS]

What the tests of chart searches ask of some grammars is asked of as many as wanted, and counted. Every
derivation of a sentence is made, one by one.

- chart, both methods, without limits: the best derivation is found; every derivation of a list is one of the
  grammar's, with its features, and its score is weights times features;
- chart with few pops and a margin: the same of what is listed, and no score above the best;
- exact search: it is certified, and equal to the best; stopped at a look at the clock drawn at random, its
  bounds still hold, and nothing is certified that is not the best.
"""

from __future__ import annotations

import math
import random
import resource
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from manyways.candidates import CandidateLists
from manyways.exact import ExactChartSettings, ExactSearch
from manyways.search import ChartSearch, ChartSettings
from tests.oracles.grammars import SOURCE, TinyGrammar, random_grammar

MOST = 20_000  # derivations of a sentence
LISTED = 100
STOPS = 3  # proofs of each sentence that are stopped
FAULTS = ("missed", "invalid", "miscounted", "too good", "uncertified", "false bounds")
NEAR = 1e-4


@dataclass(frozen=True, kw_only=True)
class Looks(ExactChartSettings):
    """Time is up at a look at the clock instead of a moment."""

    looks: int


@dataclass
class Campaign:
    """The grammars of some seeds; `figures` counts what was done and what was wrong."""

    figures: Counter[str]

    def add(self, seed: int, folder: Path) -> None:
        """A grammar and three of its sentences."""
        grammar = random_grammar(seed, folder, lms=1 + seed % 3, order=1 + seed % 5)
        draw = random.Random(seed)
        for _ in range(3):
            words = tuple(draw.choices([*SOURCE, "new"], k=draw.randint(0, 6)))
            every = grammar.sentences(words)
            if len(every) <= MOST:
                self.figures["sentences"] += 1
                self.figures["derivations"] += len(every)
                self.chart(grammar, words, every)
                self.exact(grammar, words, max(total for _, total, _ in every), draw)
        self.figures["grammars"] += 1

    def chart(
        self,
        grammar: TinyGrammar,
        words: tuple[str, ...],
        every: list[tuple[str, float, dict[str, float]]],
    ) -> None:
        names = grammar.model.feature_names
        rows = {(text, *(rounded(features.get(name, 0.0)) for name in names)) for text, _, features in every}
        best = max(total for _, total, _ in every)
        for method in ("grouping", "cube"):
            for pops, margin in ((10**6, math.inf), (3, 1.0)):
                settings = ChartSettings(pops=pops, margin=margin, method=method)  # type: ignore[arg-type]
                search = ChartSearch(grammar.model, settings, threads=1)
                found = search.lists([" ".join(words)], LISTED, distinct=False)
                self.figures["searches"] += 1
                self.figures["missed"] += margin == math.inf and abs(found.scores[0] - best) > NEAR
                self.figures["too good"] += bool(found.scores.max() > best + NEAR)
                self.listed(found, rows, np.array(grammar.model.core.weights))

    def listed(self, found: CandidateLists, rows: set[tuple[str | float, ...]], weights: np.ndarray) -> None:  # type: ignore[type-arg]
        for text, values in zip(found.texts, found.features.tolist(), strict=True):
            self.figures["listed"] += 1
            self.figures["invalid"] += (text, *map(rounded, values)) not in rows
        wrong = np.abs(found.features @ weights - found.scores) > NEAR
        self.figures["miscounted"] += int(np.count_nonzero(wrong))

    def exact(self, grammar: TinyGrammar, words: tuple[str, ...], best: float, draw: random.Random) -> None:
        if not words:
            return
        poor, text = ChartSettings(pops=1), " ".join(words)
        proof = ExactSearch(grammar.model, ExactChartSettings(chart=poor), threads=1).prove(text)
        self.figures["proofs"] += 1
        self.figures["uncertified"] += proof.status != "optimal" or abs(proof.lower - best) > NEAR
        for _ in range(STOPS):
            settings = Looks(chart=poor, looks=draw.randint(1, 40))
            stopped = ExactSearch(grammar.model, settings, threads=1).prove(text)
            self.figures["stopped proofs"] += stopped.status != "optimal"
            right = stopped.lower <= best + NEAR and stopped.upper >= best - NEAR
            right &= stopped.status != "optimal" or abs(stopped.lower - best) <= NEAR
            self.figures["false bounds"] += not right


def rounded(value: float) -> float:
    """Features can be compared so: all are multiples of a few logs."""
    return round(value, 2) + 0.0


def campaign(work: Path, *, grammars: int, first: int = 1000) -> Counter[str]:
    """The figures of so many grammars."""
    found = Campaign(Counter(dict.fromkeys(FAULTS, 0)))
    for seed in range(first, first + grammars):
        found.add(seed, work)
    return found.figures


def main(grammars: int) -> None:
    with tempfile.TemporaryDirectory() as work:
        figures = campaign(Path(work), grammars=grammars)
    used = resource.getrusage(resource.RUSAGE_SELF)
    told = ", ".join(f"{what} {count:,}" for what, count in figures.items())
    print(f"{told} ({used.ru_utime + used.ru_stime:.0f} CPU s)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
