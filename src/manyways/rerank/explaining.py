"""Which features made this one win: the way from one candidate's value to another's, step by step.

print_tables(*waterfall(lists, "17", reranker).tables())
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from manyways.candidates import CandidateLists
from manyways.choose.choosing import lead_of, order_of
from manyways.choose.reranker import Reranker
from manyways.errors import InputError
from manyways.tables import Table
from manyways.wording import counted

__all__ = ["Step", "Waterfall", "waterfall"]


@dataclass(frozen=True)
class Step:
    """A feature: the winner's value of it and the other's, and what the difference adds."""

    feature: str
    winner: float
    other: float
    adds: float


@dataclass(frozen=True, eq=False)
class Waterfall:
    """The winner's text and another; steps by size, whose sum is how far the winner is ahead."""

    id: str
    winner: str
    other: str
    against: str
    steps: Sequence[Step]

    @property
    def ahead(self) -> float:
        return sum(step.adds for step in self.steps)

    def tables(self) -> list[Table]:
        rows, total = [], 0.0
        steps = [step for step in self.steps if step.adds]
        for step in steps:
            total += step.adds
            rows.append(
                [
                    step.feature,
                    f"{step.winner:.4g}",
                    f"{step.other:.4g}",
                    f"{step.adds:+.4f}",
                    f"{total:+.4f}",
                ]
            )
        silent = len(self.steps) - len(steps)
        more = f"{counted(silent, 'features')} of {len(self.steps):,} add nothing" if silent else ""
        heads = ["feature", "winner", self.against, "adds", "sum"]
        texts = [["winner", self.winner], [self.against, self.other]]
        return [
            Table(["", "text"], texts, title=f"Sentence {self.id}"),
            Table(heads, rows, title=f"The winner is ahead by {self.ahead:.4f}", caption=more, right=True),
        ]

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "winner": self.winner,
            "other": self.other,
            "against": self.against,
            "ahead": self.ahead,
            "steps": [vars(step) for step in self.steps],
        }


def waterfall(lists: CandidateLists, id: str, reranker: Reranker, *, threads: int = 0) -> Waterfall:
    """Against the candidate that was first in the list; if that is the winner, against the next text."""
    if id not in lists.ids:
        known = f"there are {lists.ids[0]} to {lists.ids[-1]}" if lists.ids else "there are none"
        raise InputError(f"no list has the id {id!r}: {known}")
    one = reranker.with_columns(lists.split([lists.ids.index(id)]), threads=threads)[0]
    if one.candidate_count < 2:
        raise InputError(f"the list of {id!r} has no second candidate: nobody else could have won")
    parts = reranker.parts(one)
    values = sum(parts.values())
    order = order_of(one, values)  # type: ignore[arg-type]
    first = int(order[0])
    after = int(lead_of(one, values, order).next[0])  # type: ignore[arg-type]
    was_first = one.texts[0] != one.texts[first]
    other = 0 if was_first else after if after >= 0 else int(order[1])
    against = "first of the list" if was_first else "next"
    columns = {name: one.features[:, one.feature_names.index(name)] for name in reranker.names}
    steps = [
        Step(name, float(columns[name][first]), float(columns[name][other]), float(part[first] - part[other]))
        for name, part in parts.items()
    ]
    steps.sort(key=lambda step: -abs(step.adds))
    return Waterfall(id, one.texts[first], one.texts[other], against, steps)
