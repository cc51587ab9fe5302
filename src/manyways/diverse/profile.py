"""What one gets: how varied lists are, and how good the best choice from them is.

profile(lists)                    # size, self-BLEU, novelty, distinct word pairs
profile(lists.with_references(refs))      # and BLEU of the first, oracle BLEU, coverage
oracle_curve(lists, (1, 2, 5, 10, 20))    # oracle BLEU of the first n: how many are worth showing?
spread(lists)                     # worst, middle and best BLEU+1, by how hard sentences are
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways.candidates import CandidateLists
from manyways.metrics import Bleu, Coverage, Signature
from manyways.metrics.bleu import DEFAULT_TOKENISER, Tokeniser
from manyways.metrics.oracle import best_each, first_of_each
from manyways.metrics.quality import Quartile, likeness, quartiles

__all__ = ["Profile", "oracle_curve", "profile", "signatures", "spread"]


@dataclass(frozen=True)
class Profile:
    """Means over lists; None where references are needed and there are none.

    size: candidates. self_bleu: BLEU+1 of candidates against the others of their list (lower: more varied).
    novelty: percent of n-grams that the first candidate does not have. pairs: percent of a list's word pairs
    (neighbours) that are different. bleu: corpus BLEU of the first candidates.
    oracle: corpus BLEU of the best by BLEU+1. coverage: of the references' n-grams by the whole list.
    """

    size: float
    self_bleu: float
    novelty: float
    pairs: float
    bleu: float | None
    oracle: float | None
    coverage: float | None

    def as_json(self) -> dict[str, float | None]:
        return asdict(self)


def profile(lists: CandidateLists, *, tokenise: Tokeniser = DEFAULT_TOKENISER, threads: int = 0) -> Profile:
    """The profile of lists; `signatures` says how its numbers were made."""
    offsets = np.unique(lists.sentence_offsets)  # empty lists fall out
    bleu, oracle, coverage = _against_references(lists, tokenise, threads)
    alike, new = likeness(lists, tokenise=tokenise, threads=threads)
    return Profile(
        size=_mean(np.diff(offsets)),
        self_bleu=_mean(alike),
        novelty=_mean(new),
        pairs=_distinct_pairs(lists),
        bleu=bleu,
        oracle=oracle,
        coverage=coverage,
    )


def signatures(lists: CandidateLists, *, tokenise: Tokeniser = DEFAULT_TOKENISER) -> dict[str, str]:
    """How the numbers of a profile (and of curves and spreads) were made, by the name of the measure."""
    likeness = Bleu(tokenise=tokenise, smooth="add-k").signature().items
    found = {"self_bleu": Signature((("nrefs", "others"), *likeness[1:]))}
    if lists.references:
        count = len(lists.references)
        found["bleu"] = Bleu(tokenise=tokenise).signature(count)
        found["oracle"] = found["bleu"].with_items(oracle="each")
        found["coverage"] = Coverage(tokenise=tokenise).signature(count)
    return {name: str(signature) for name, signature in found.items()}


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
    covered = whole.score(whole.statistics(lists, threads=threads)[lists.sizes > 0]).value
    return metric.score(first).value, metric.score(best).value, covered


def oracle_curve(
    lists: CandidateLists, sizes: Sequence[int], *, tokenise: Tokeniser = DEFAULT_TOKENISER, threads: int = 0
) -> dict[int, float]:
    """Oracle BLEU of the first n candidates of every list, for each n."""
    metric = Bleu(tokenise=tokenise)
    lists = lists.with_statistics(metric.statistics(lists, threads=threads), "bleu")
    curve = {}
    for size in sizes:
        cut = lists.cut(size)
        rows = cut.statistics
        assert rows is not None
        curve[size] = metric.score(rows[best_each(metric, rows, cut.sentence_offsets)].sum(axis=0)).value
    return curve


def spread(
    lists: CandidateLists, *, tokenise: Tokeniser = DEFAULT_TOKENISER, threads: int = 0
) -> list[Quartile]:
    """Worst, middle and best BLEU+1 of the lists, by quartile of the first candidate's (figure 1)."""
    metric = Bleu(tokenise=tokenise)
    return quartiles(metric, metric.statistics(lists, threads=threads), lists.sentence_offsets)


def _distinct_pairs(lists: CandidateLists) -> float:
    """Percent of the neighbouring words of a list that are different pairs, all lists together."""
    tokens = lists.tokens
    ids = tokens.ids.astype(np.uint64)
    row = np.repeat(np.arange(lists.candidate_count), np.diff(tokens.offsets))
    inside = row[1:] == row[:-1]
    pairs = ((ids[:-1] << np.uint64(32)) | ids[1:])[inside]
    sentence = lists.sentence_of[row[1:][inside]]
    order = np.lexsort((pairs, sentence))
    same = (np.diff(pairs[order]) == 0) & (np.diff(sentence[order]) == 0)
    return 100.0 * (1 - float(same.sum()) / len(pairs)) if len(pairs) else 100.0


def _mean(values: npt.NDArray[Any]) -> float:
    return float(np.mean(values)) if len(values) else 0.0
