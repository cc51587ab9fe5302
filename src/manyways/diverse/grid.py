"""Choose the order and the strength: a grid on lists with references, best oracle BLEU first.

    trials = tune(lists, SelectConfig(size=20))
    trials[0].config                     # the best setting; trials are sorted, the best first

Statistics are computed once for all candidates; a trial only selects rows, so that the whole grid costs
little more than reading the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from manyways.candidates import CandidateLists
from manyways.diverse.dissimilarity import Dissimilarity
from manyways.diverse.select import SelectConfig, picked_rows
from manyways.errors import InputError
from manyways.metrics import Bleu
from manyways.metrics.bleu import Tokeniser
from manyways.metrics.oracle import best_each

__all__ = ["ORDERS", "STRENGTHS", "Trial", "tune"]

ORDERS = tuple(range(1, 10))
STRENGTHS = (0.0, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)


@dataclass(frozen=True)
class Trial:
    """A setting and the oracle BLEU of what it selects."""

    config: SelectConfig
    oracle: float


def tune(
    lists: CandidateLists,
    config: SelectConfig,
    *,
    orders: Sequence[int] = ORDERS,
    strengths: Sequence[float] = STRENGTHS,
    tokenise: Tokeniser = "none",
    threads: int = 0,
) -> list[Trial]:
    """Every order with every strength; the rest as in `config`. Of equals the lower order and strength."""
    if not lists.references:
        raise InputError("choosing order and strength needs references", remedy="Give them with --tune.")
    metric = Bleu(tokenise=tokenise)
    lists = lists.distinct()
    lists = lists.with_statistics(metric.statistics(lists, threads=threads), "bleu")
    trials = []
    for order in orders:
        for strength in strengths:
            near = Dissimilarity.of(order, config.dissimilarity.classes)
            tried = replace(config, dissimilarity=near, strength=strength)
            chosen = lists.select(picked_rows(lists, tried, threads=threads))
            rows = chosen.statistics
            assert rows is not None
            best = rows[best_each(metric, rows, chosen.sentence_offsets)].sum(axis=0)
            trials.append(Trial(tried, metric.score(best).value))
    return sorted(trials, key=lambda trial: -trial.oracle)
