"""What time counts: rules for times that browsers report, written down so that others can count the same.

A *sitting* begins when the page of a task is opened and ends when it is left. Its events carry milliseconds
since it began, by the browser's monotonic clock; clocks of different sittings are never compared.

1. The time of a sitting is the sum of the gaps between neighbouring events, from `open` to the last one.
2. A gap longer than 30 s counts as 30 s: whoever has not typed for longer was not at work.
3. Gaps while the page was hidden (from `hide` to the next `show`) count nothing.
4. The time of a task is the sum over its sittings: pauses between them count nothing.

Keys are counted by what they did: `insert`, `delete`, `paste`, `take` (a shown translation was taken over),
`undo`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["IDLE", "KINDS", "Effort", "check_events", "effort"]

IDLE = 30_000  # milliseconds after which nobody is taken to be at work
KINDS = (
    "open",
    "show",
    "hide",
    "focus",
    "blur",
    "insert",
    "delete",
    "paste",
    "take",
    "undo",
    "answer",
    "leave",
)
_KEYS = ("insert", "delete", "paste", "take", "undo")
_MOST = 2000  # events in one message
_LATEST = 10**9  # milliseconds: eleven days

Event = Sequence[Any]


@dataclass(frozen=True)
class Effort:
    """seconds: by the rules above. keys: by kind. pauses: gaps that were cut."""

    seconds: float
    keys: Mapping[str, int]
    pauses: int
    sittings: int


def check_events(events: object) -> list[list[Any]]:
    """Events as browsers may send them: [milliseconds, kind, number]; a ValueError for anything else."""
    if not isinstance(events, list) or len(events) > _MOST:
        raise ValueError(f"events must be a list of at most {_MOST}")
    last = 0
    for each in events:
        sound = (
            isinstance(each, list)
            and len(each) == 3
            and all(isinstance(value, int) and not isinstance(value, bool) for value in (each[0], each[2]))
            and each[1] in KINDS
            and last <= each[0] <= _LATEST
            and abs(each[2]) <= 100_000
        )
        if not sound:
            raise ValueError("an event is [milliseconds, kind, number], in the order of time")
        last = each[0]
    return events


def effort(saves: Iterable[tuple[str, Sequence[Event]]]) -> Effort:
    """Of all that was saved of one task, in its order: (sitting, events)."""
    sittings: dict[str, list[Event]] = {}
    for sitting, events in saves:
        sittings.setdefault(sitting, []).extend(events)
    counted, pauses, keys = 0, 0, Counter[str]()
    for events in sittings.values():
        keys.update(each[1] for each in events if each[1] in _KEYS)
        time, cut = _active(events)
        counted += time
        pauses += cut
    return Effort(counted / 1000, {key: keys[key] for key in _KEYS}, pauses, len(sittings))


def _active(events: Sequence[Event]) -> tuple[int, int]:
    """Milliseconds that count, and how many gaps were cut."""
    time, cut, hidden = 0, 0, False
    for before, after in itertools.pairwise(events):
        if before[1] in ("hide", "show"):
            hidden = before[1] == "hide"
        if not hidden:
            gap = after[0] - before[0]
            time += min(gap, IDLE)
            cut += gap > IDLE
    return time, cut
