"""Lists for MIRA out of whole search graphs (Cherry and Foster, 2012).

    lists = hope_fear_lists(best, graphs, targets, weights, metric=Bleu(), restore=translator.restore)

BLEU does not add up over the edges of a graph, so its first-order approximation at the translations of the
present weights is searched (Tromble et al., 2008). What it finds joins the lists with the metric's true
statistics, and MIRA on these lists gives weights to search the same graphs with: cutting planes, for some
rounds or until nothing new comes. The approximation decides which candidates are found, and never what one
is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from manyways._core import geometry as core
from manyways.candidates import CandidateLists, merge
from manyways.metrics import Bleu, Metric
from manyways.model.weights import Weights
from manyways.search import Graph
from manyways.search.base import make_lists
from manyways.text.column import TextColumn
from manyways.tune.base import Examples, Vector, tune
from manyways.tune.mira import Mira

__all__ = ["hope_fear_lists", "linear_gain"]

_ORDERS = 4


def linear_gain(texts: TextColumn, references: Sequence[TextColumn], *, threads: int = 0) -> Vector:
    """What one more word, and one more matching n-gram of 1 to 4 words, add to BLEU.

    As MIRA's margins in words of reference: the gradient at the texts' own BLEU, times its length.
    """
    rows = Bleu(tokenise="none").statistics(texts, references, threads=threads)
    sums = rows.sum(axis=0).astype(np.float64)
    length, wanted = sums[0], sums[1]
    matches, totals = np.maximum(sums[2 : 2 + _ORDERS], 1.0), np.maximum(sums[2 + _ORDERS :], 1.0)
    short = length < wanted
    brevity = np.exp(1.0 - wanted / length) if short else 1.0
    whole = wanted * brevity * np.exp(np.log(matches / totals).mean())
    word = (wanted / length**2 if short else 0.0) - (1.0 / totals).sum() / _ORDERS
    found: Vector = whole * np.concatenate([[word], 1.0 / (_ORDERS * matches)])
    return found


def hope_fear_lists(
    best: CandidateLists,
    graphs: Sequence[Graph],
    targets: Sequence[TextColumn],
    weights: Weights,
    *,
    metric: Metric,
    restore: Callable[[TextColumn], TextColumn],
    rounds: int = 5,
    threads: int = 0,
) -> CandidateLists:
    """`best`, which has references, with the hope and fear candidates of the graphs, round by round.

    targets: the references in the words of the graphs. restore: makes running text of such words.
    """
    names = graphs[0].feature_names
    texts = TextColumn.from_texts([next(iter(graph.kbest(1).texts), "") for graph in graphs])
    references = [list(each) for each in zip(*targets, strict=True)]
    rewards = linear_gain(texts, targets, threads=threads)
    space = core.HopeFear([graph.core for graph in graphs], references, rewards, threads)
    lists, present = best, weights
    for _ in range(rounds):
        found = make_lists(space.find(present.vector(names), threads), names, best.sources)
        found = replace(found, ids=best.ids, texts=restore(found.texts), references=best.references)
        before = lists.candidate_count
        lists = merge([lists, found]).distinct(features=True)
        if lists.candidate_count == before:
            break
        examples = Examples.from_lists(lists, metric, threads=threads)
        present = tune(examples, Mira(), start=weights, threads=threads).weights
    return lists
