"""Why this one won: one list, best first, with what every candidate got and who prefers whom.

print_tables(*explain(lists, "17", Consensus()).tables())
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from manyways.candidates import CandidateLists
from manyways.choose.choosing import choose, lead_of, order_of
from manyways.choose.consensus import Consensus
from manyways.choose.scorers import Scored, Scorer
from manyways.errors import InputError
from manyways.metrics.base import Values
from manyways.metrics.consensus import consensus
from manyways.tables import Table

__all__ = ["Explanation", "explain"]

_ROWS = 20
_SHOWN = 3


@dataclass(frozen=True, eq=False)
class Explanation:
    """A list in its new order; `reason` and `because` say why the first came first."""

    id: str
    lists: CandidateLists
    parts: dict[str, Values]
    reason: str
    because: tuple[str, ...]

    def tables(self) -> list[Table]:
        """Candidates with value, parts and text, then the words about them."""
        rows: list[list[object]] = []
        for row in range(min(self.lists.candidate_count, _ROWS)):
            system = self.lists.system_names[int(self.lists.systems[row])]
            numbers = [f"{part[row]:.4g}" for part in self.parts.values()]
            rows.append(
                [str(row + 1), system, f"{self.lists.scores[row]:.4g}", *numbers, self.lists.texts[row]]
            )
        more = self.lists.candidate_count - len(rows)
        caption = f"and {more:,} more" if more > 0 else ""
        headings = ["", "system", "value", *self.parts, "text"]
        return [Table(headings, rows, title=f"Sentence {self.id}", caption=caption)]

    def as_json(self) -> dict[str, Any]:
        lists = self.lists
        return {
            "id": self.id,
            "reason": self.reason,
            "because": list(self.because),
            "candidates": [
                {
                    "text": lists.texts[row],
                    "system": lists.system_names[int(lists.systems[row])],
                    "value": None if np.isnan(lists.scores[row]) else float(lists.scores[row]),
                    "parts": {name: float(part[row]) for name, part in self.parts.items()},
                }
                for row in range(lists.candidate_count)
            ],
        }


def explain(lists: CandidateLists, id: str, by: Scorer, *, threads: int = 0) -> Explanation:
    """Of the list with that id; an InputError if there is none."""
    if id not in lists.ids:
        known = f"there are {lists.ids[0]} to {lists.ids[-1]}" if lists.ids else "there are none"
        raise InputError(f"no list has the id {id!r}: {known}")
    one = lists.split([lists.ids.index(id)])
    if one.candidate_count == 0:
        raise InputError(f"the list of {id!r} has no candidates: nothing can be chosen")
    scored = by(one, threads=threads)
    chosen = choose(one, by, threads=threads)
    order = order_of(one, scored.values)
    parts = {name: part[order] for name, part in scored.parts.items()}
    assert chosen.reasons is not None
    return Explanation(id, chosen, parts, chosen.reasons[0], _because(one, by, scored))


def _because(one: CandidateLists, by: Scorer, scored: Scored) -> tuple[str, ...]:
    lead = lead_of(one, scored.values, order_of(one, scored.values))
    first, after = int(lead.first[0]), int(lead.next[0])
    if after < 0:
        return ()
    if isinstance(by, Consensus):
        return _voters(one, by, first, after)
    gaps = {name: float(part[first] - part[after]) for name, part in scored.parts.items()}
    told = sorted(gaps.items(), key=lambda each: -abs(each[1]))[:_SHOWN]
    return (f"against the next: {', '.join(f'{name} {gap:+.4g}' for name, gap in told)}",) if told else ()


def _voters(one: CandidateLists, by: Consensus, first: int, after: int) -> tuple[str, ...]:
    """Who of the list is nearer to the choice than to the next text, the two themselves left out."""
    voters = [row for row in range(one.candidate_count) if row not in (first, after)]
    if not voters or by.pool is not None:
        return ()
    pair = one.select([min(first, after), max(first, after)])
    gaps = {}
    for row in voters:
        near = consensus(pair, by.metrics(), pool=one.select([row])).mean(axis=1)
        gaps[row] = float(near[0] - near[1]) * (1 if first < after else -1)
    nearer = sum(gap > 0 for gap in gaps.values())
    told = [f"{nearer} of the {len(voters)} others are nearer to it than to the next"]
    names = [one.system_names[int(one.systems[row])] for row in sorted(gaps, key=lambda row: -gaps[row])]
    if len(set(names)) == len(names) > 1:
        told.append(
            f"most for it: {', '.join(names[:_SHOWN])}; most for the next: {', '.join(names[::-1][:_SHOWN])}"
        )
    return tuple(told)
