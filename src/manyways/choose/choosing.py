"""Lists in, the same lists in the order of what they are chosen by out; the first of each is the choice.

best = choose(lists, Consensus())
best.top_texts()                 # one text per sentence
best.scores, best.reasons        # what each candidate got, and why the first came first
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from manyways._core import candidates as core
from manyways.candidates import CandidateLists
from manyways.choose.scorers import Scored, Scorer
from manyways.errors import ConfigError
from manyways.text.column import TextColumn

__all__ = ["BEFORE", "Lead", "choose", "lead_of", "order_of", "ordered"]

BEFORE = "score-before"  # the feature that keeps the lists' own scores
Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Lead:
    """By sentence: the row of the choice, that of the best other text (-1: none), and the distance."""

    first: Rows
    next: Rows
    values: npt.NDArray[np.float64]


def choose(lists: CandidateLists, by: Scorer, *, top: int | None = None, threads: int = 0) -> CandidateLists:
    """The lists, best first, with new scores and a reason each; the `top` best of each alone if given.

    Scores that the lists had become the feature `score-before`; parts of a consensus become features. Equal
    values keep their order, and what has no value comes last.
    """
    if top is not None and top < 1:
        raise ConfigError("--top", top, "at least 1")
    return ordered(lists, by, by(lists, threads=threads), top=top)


def ordered(lists: CandidateLists, by: Scorer, scored: Scored, *, top: int | None = None) -> CandidateLists:
    """The same with values that are known already."""
    order = order_of(lists, scored.values)
    reasons = _reasons(lists, by, scored, lead_of(lists, scored.values, order))
    before = lists.scores
    if scored.new and scored.parts:
        lists = lists.with_features(list(scored.parts), np.column_stack(list(scored.parts.values())))
    if by.name != "score" and not np.isnan(before).all():
        lists = lists.with_features([BEFORE], before)
    chosen = lists.with_scores(scored.values).select(order)
    chosen = replace(chosen, reasons=reasons, remarks=(*lists.remarks, *scored.remarks))
    return chosen if top is None else chosen.cut(top)


def order_of(lists: CandidateLists, values: npt.NDArray[np.float64]) -> Rows:
    """The rows, best first within each sentence."""
    order: Rows = np.lexsort((-values, lists.sentence_of))
    return order


def lead_of(lists: CandidateLists, values: npt.NDArray[np.float64], order: Rows) -> Lead:
    """How far each choice is ahead of the next candidate that has another text."""
    offsets = lists.sentence_offsets
    keys = core.hash_rows(lists.texts.data, lists.texts.offsets)[order]
    has = np.flatnonzero(lists.sizes > 0)
    first = np.full(len(lists), -1, dtype=np.int64)
    first[has] = order[offsets[:-1][has]]
    # The place of the first candidate of another text: the least among those that differ from the choice.
    places = np.arange(len(order), dtype=np.int64)
    same = keys == keys[offsets[lists.sentence_of]]
    places[same] = len(order)
    after = np.full(len(lists), -1, dtype=np.int64)
    if len(order):
        least = np.minimum.reduceat(places, offsets[:-1][has])
        found = least < len(order)
        after[has[found]] = order[least[found]]
    ahead = np.full(len(lists), np.nan)
    both = after >= 0
    ahead[both] = values[first[both]] - values[after[both]]
    return Lead(first, after, ahead)


def _reasons(lists: CandidateLists, by: Scorer, scored: Scored, lead: Lead) -> TextColumn:
    names = lists.system_names
    texts = []
    for first, after, ahead in zip(
        lead.first.tolist(), lead.next.tolist(), lead.values.tolist(), strict=True
    ):
        if first < 0:
            texts.append("")
            continue
        text = f"{by.name} {scored.values[first]:.4g}"
        if scored.new and len(scored.parts) > 1:
            text += f" ({', '.join(f'{part[first]:.4g}' for part in scored.parts.values())})"
        if after >= 0:
            other = names[int(lists.systems[after])] or "the next text"
            text += f", {ahead:.3g} ahead of {other}"
        else:
            text += (
                ", the only text" if lists.sizes[int(lists.sentence_of[first])] == 1 else ", all texts alike"
            )
        texts.append(text)
    return TextColumn.from_texts(texts)
