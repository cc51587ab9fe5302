"""What one gets: how varied lists are, and how good the best choice from them is.

profile(lists)                    # size, self-BLEU, novelty, distinct n-grams
profile(lists.with_references(refs))      # and BLEU of the first, oracle BLEU, coverage
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways._core import metrics as core
from manyways.candidates import CandidateLists
from manyways.metrics import Bleu, Coverage
from manyways.metrics.base import columns_of
from manyways.metrics.bleu import Tokeniser
from manyways.metrics.oracle import best_each, first_of_each

__all__ = ["Profile", "profile"]


@dataclass(frozen=True)
class Profile:
    """Means over lists; None where references are needed and there are none.

    size: candidates. self_bleu: BLEU+1 of candidates against the others of their list (lower: more varied).
    novelty: percent of n-grams that the first candidate has not. bleu: corpus BLEU of the first candidates.
    oracle: corpus BLEU of the best by BLEU+1. coverage: of the references' n-grams by the whole list.
    """

    size: float
    self_bleu: float
    novelty: float
    bleu: float | None
    oracle: float | None
    coverage: float | None

    def as_json(self) -> dict[str, float | None]:
        return asdict(self)


def profile(lists: CandidateLists, *, tokenise: Tokeniser = "none", threads: int = 0) -> Profile:
    """The profile of lists; texts are tokenised already unless `tokenise` names one of BLEU's tokenisers."""
    offsets = np.unique(lists.sentence_offsets)  # empty lists fall out
    sizes = np.diff(offsets)
    column = columns_of(lists.texts, lowercase=False)
    bleu, oracle, coverage = _against_references(lists, tokenise, threads)
    alike = Bleu(tokenise="none").sentence_scores(core.self_bleu(column, offsets, tokenise, threads))
    alike[offsets[:-1][sizes == 1]] = 100.0
    new = core.novelty(column, offsets, tokenise, threads).astype(np.float64)
    share = np.divide(100 * new[:, 0], new[:, 1], out=np.zeros(len(new)), where=new[:, 1] > 0)
    others = np.ones(len(share), dtype=bool)
    others[offsets[:-1]] = False
    return Profile(
        size=_mean(sizes),
        self_bleu=_mean(alike),
        novelty=_mean(share[others]),
        bleu=bleu,
        oracle=oracle,
        coverage=coverage,
    )


def _against_references(
    lists: CandidateLists, tokenise: Tokeniser, threads: int
) -> tuple[float | None, float | None, float | None]:
    if not lists.references:
        return None, None, None
    metric = Bleu(tokenise=tokenise)
    rows = metric.statistics(lists, threads=threads)
    first = rows[first_of_each(lists.sentence_offsets)].sum(axis=0)
    best = rows[best_each(metric, rows, lists.sentence_offsets)].sum(axis=0)
    whole = Coverage(tokenise=tokenise)
    covered = whole.score(whole.statistics(lists, threads=threads)).value
    return metric.score(first).value, metric.score(best).value, covered


def _mean(values: npt.NDArray[Any]) -> float:
    return float(np.mean(values)) if len(values) else 0.0
