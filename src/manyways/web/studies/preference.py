"""Whose texts are preferred, by quartiles of how good the first translation was: Figure 2 of Gimpel et al.
(2013).

Sentences are what is drawn from the population, and judgements of one sentence hang together: intervals come
from drawing sentences with replacement, and tests from turning whole sentences' signs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from manyways.seeds import stream
from manyways.web.studies.results import Judged, Results
from manyways.web.studies.settings import BEST, DIVERSE

__all__ = ["VALUES", "Group", "Share", "preferences", "quartile_of"]

SAMPLES = 2000
VALUES = {BEST: -1, "same": 0, DIVERSE: 1}


@dataclass(frozen=True)
class Share:
    """Percent of judgements, with 95 % of what samples of sentences give."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Group:
    """Sentences of like difficulty. bleu: from, to. p: of the hypothesis that both are preferred alike."""

    name: str
    bleu: tuple[float, float]
    sentences: int
    judgements: int
    best: Share
    diverse: Share
    difference: Share
    p: float


def quartile_of(results: Results) -> npt.NDArray[np.int64]:
    """The quarter of each sentence, 0 to 3, the worst first translations first."""
    order = np.argsort([each.bleu for each in results.sentences], kind="stable")
    found = np.empty(len(order), dtype=np.int64)
    for number, part in enumerate(np.array_split(order, 4)):
        found[part] = number
    return found


def preferences(results: Results, judgements: Sequence[Judged], *, seed: int = 1) -> list[Group]:
    """Each quarter that has judgements, then all sentences together."""
    quarter = quartile_of(results)
    counts = np.zeros((len(results.sentences), 3))
    for each in judgements:
        counts[each.sentence, VALUES[each.choice] + 1] += 1
    names = ("hardest quarter", "second quarter", "third quarter", "easiest quarter")
    groups = []
    for number, name in enumerate([*names, "all"]):
        rows = np.flatnonzero(quarter == number) if number < 4 else np.arange(len(quarter))
        rows = rows[counts[rows].sum(axis=1) > 0]
        if len(rows):
            bleu = [results.sentences[row].bleu for row in rows]
            groups.append(_group(name, counts[rows], (min(bleu), max(bleu)), seed))
    return groups


def _group(name: str, counts: npt.NDArray[np.float64], bleu: tuple[float, float], seed: int) -> Group:
    rng = stream(seed, "preference", name)
    rows = rng.integers(len(counts), size=(SAMPLES, len(counts)))
    shares = _shares(counts[rows].sum(axis=1))
    observed = _shares(counts.sum(axis=0)[None, :])[0]
    low, high = np.percentile(shares, [2.5, 97.5], axis=0)
    best, diverse, difference = (Share(*map(float, each)) for each in zip(observed, low, high, strict=True))
    leaning = counts[:, 2] - counts[:, 0]
    signs = rng.integers(2, size=(SAMPLES, len(counts))) * 2 - 1
    far = np.abs(signs @ leaning) >= abs(leaning.sum()) - 1e-9
    p = float((far.sum() + 1) / (SAMPLES + 1))
    return Group(name, bleu, len(counts), int(counts.sum()), best, diverse, difference, p)


def _shares(counts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Percent for best, for diverse, and how much more for diverse."""
    whole = counts.sum(axis=1, keepdims=True)
    best, diverse = 100 * counts[:, :1] / whole, 100 * counts[:, 2:] / whole
    return np.concatenate([best, diverse, diverse - best], axis=1)
