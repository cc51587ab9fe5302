"""Who gets what: the next piece of work for a person, given out so that nobody else gets it.

An editor sees a sentence once. Of the two conditions they get the one of which they have had less, the first
time by lot; within it, the sentence of which most is left to do, and of these the first in the order that was
drawn. A judge gets pairs whose texts are there, in the same way, never the same pair twice and none of a
sentence that they have edited, and now and then a check of attention.

Two people never get the same slot: it is taken by an UPDATE that only succeeds on an open one, and `claim`,
which is unique in the store, keeps a person from having a sentence (or a pair) twice, even from two windows
at once. A task that its owner has not touched for `hold` hours is given out again.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from manyways.seeds import stream
from manyways.web.store import Entry, Store, append
from manyways.web.store.log import canonical
from manyways.web.store.tables import items, members, slots, tasks
from manyways.web.studies.creating import Study, new_key
from manyways.web.studies.settings import CONDITIONS

__all__ = ["Place", "next_slot"]

_KIND = {"annotator": "edit", "judge": "judge"}
_TRIES = 20


@dataclass(frozen=True)
class Place:
    """A person in a study, by role: annotator or judge."""

    study: Study
    account: int
    role: str

    @property
    def kind(self) -> str:
        return _KIND[self.role]


def next_slot(store: Store, place: Place) -> int | None:
    """The slot that the person works on, or a new one; None if nothing is left for them now."""
    for _ in range(_TRIES):
        try:
            with store.write() as connection:
                connection.execute(_person(place))
                return _held(connection, place) or _given(connection, place)
        except IntegrityError:  # another window of the same person was quicker
            continue
    return None


def _person(place: Place) -> Any:
    """Locks the person's membership: a second window of theirs waits until this one has its slot."""
    return (
        select(members.c.code)
        .where(
            members.c.study_id == place.study.id,
            members.c.account_id == place.account,
            members.c.role == place.role,
        )
        .with_for_update()
    )


def _held(connection: Connection, place: Place) -> int | None:
    kinds = ("judge", "check") if place.kind == "judge" else (place.kind,)
    query = select(slots.c.id).where(
        slots.c.study_id == place.study.id,
        slots.c.account_id == place.account,
        slots.c.state == "taken",
        slots.c.kind.in_(kinds),
    )
    found = connection.execute(query.order_by(slots.c.id)).scalar()
    return None if found is None else int(found)


def _given(connection: Connection, place: Place) -> int | None:
    if place.study.paused:
        return None
    if place.kind == "judge":
        found = _check_due(connection, place) or _take(connection, place, "")
    else:
        found = next(
            (slot for each in _conditions(connection, place) if (slot := _take(connection, place, each))),
            None,
        )
    if found is None and _release_stale(connection, place):
        return _given(connection, place)
    return found


def _conditions(connection: Connection, place: Place) -> list[str]:
    """The condition that the person has had less of first."""
    query = (
        select(slots.c.condition, func.count())
        .where(
            slots.c.study_id == place.study.id, slots.c.account_id == place.account, slots.c.kind == "edit"
        )
        .group_by(slots.c.condition)
    )
    had: dict[str, int] = {row[0]: row[1] for row in connection.execute(query)}
    lot = stream(place.study.settings.seed, "conditions", place.account, sum(had.values())).permutation(2)
    return sorted(CONDITIONS, key=lambda each: (had.get(each, 0), lot[CONDITIONS.index(each)]))


def _take(connection: Connection, place: Place, condition: str) -> int | None:
    """The first open slot that suits the person, now theirs."""
    mine = select(slots.c.item_id if place.kind == "edit" else slots.c.task_id).where(
        slots.c.study_id == place.study.id, slots.c.account_id == place.account, slots.c.kind == place.kind
    )
    edited = select(slots.c.item_id).where(
        slots.c.study_id == place.study.id, slots.c.account_id == place.account, slots.c.kind == "edit"
    )
    query = select(slots.c.id, slots.c.item_id, slots.c.task_id).where(
        slots.c.study_id == place.study.id,
        slots.c.kind == place.kind,
        slots.c.state == "open",
        slots.c.condition == condition,
        (slots.c.item_id if place.kind == "edit" else slots.c.task_id).not_in(mine),
    )
    if place.kind == "judge":
        query = query.where(slots.c.item_id.not_in(edited))
    query = query.order_by(_left().desc(), slots.c.place, slots.c.number)
    query = query.limit(1).with_for_update(skip_locked=True, of=slots)
    row = connection.execute(query).first()
    if row is None:
        return None
    what = row.item_id if place.kind == "edit" else row.task_id
    claim = f"{place.kind} {what} {place.account}"
    now = time.time()
    taken = connection.execute(
        update(slots)
        .where(slots.c.id == row.id, slots.c.state == "open")
        .values(state="taken", account_id=place.account, claim=claim, touched=now)
    )
    if taken.rowcount != 1:
        raise IntegrityError("the slot was taken", None, ValueError())
    append(connection, Entry(kind="given", study=place.study.id, account=place.account, slot=row.id))
    return int(row.id)


def _left() -> Any:
    """Open slots of the same sentence and condition: where most are left comes first, so that those who come
    later find both conditions of every sentence."""
    others = slots.alias("others")
    return (
        select(func.count())
        .where(
            others.c.item_id == slots.c.item_id,
            others.c.kind == slots.c.kind,
            others.c.condition == slots.c.condition,
            others.c.state == "open",
        )
        .scalar_subquery()
    )


def _release_stale(connection: Connection, place: Place) -> bool:
    """Give back what nobody has touched for too long; whether there was anything."""
    limit = time.time() - 3600 * place.study.settings.hold
    query = select(slots.c.id, slots.c.account_id).where(
        slots.c.study_id == place.study.id,
        slots.c.kind == place.kind,
        slots.c.state == "taken",
        slots.c.touched < limit,
        or_(slots.c.account_id != place.account, slots.c.account_id.is_(None)),
    )
    rows = connection.execute(query.with_for_update(skip_locked=True)).all()
    for row in rows:
        append(connection, Entry(kind="released", study=place.study.id, account=row.account_id, slot=row.id))
        connection.execute(
            update(slots)
            .where(slots.c.id == row.id)
            .values(state="open", account_id=None, claim=None, text="")
        )
    return bool(rows)


def _check_due(connection: Connection, place: Place) -> int | None:
    """A check of attention, if it is time for one: at a place by lot in each block of so many tasks."""
    every = place.study.settings.checks
    if not every:
        return None
    query = select(slots.c.kind).where(
        slots.c.study_id == place.study.id, slots.c.account_id == place.account, slots.c.kind != "edit"
    )
    had = list(connection.execute(query).scalars())
    block, at = divmod(len(had), every)
    lot = stream(place.study.settings.seed, "checks", place.account, block)
    due = block * every + int(lot.integers(every))
    if block * every + at != due:
        return None
    return _make_check(connection, place, loud=block % 2 == 0, lot=lot)


def _make_check(connection: Connection, place: Place, *, loud: bool, lot: Any) -> int | None:
    """The reference itself beside the translation of another sentence: whoever reads knows the answer."""
    query = select(items.c.id, items.c.reference, items.c.first).where(items.c.study_id == place.study.id)
    rows = connection.execute(query.order_by(items.c.number)).all()
    if len(rows) < 2:
        return None
    one, other = (rows[i] for i in lot.choice(len(rows), 2, replace=False))
    kind = "loud" if loud else "silent"
    shown = canonical({"texts": [one.reference, other.first]})
    task = {
        "study_id": place.study.id,
        "item_id": one.id,
        "kind": "check",
        "condition": kind,
        "repetition": 0,
    }
    number = connection.execute(insert(tasks).returning(tasks.c.id), [task | {"shown": shown}]).scalar_one()
    values = {
        "key": new_key(),
        "study_id": place.study.id,
        "task_id": number,
        "item_id": one.id,
        "number": 0,
        "kind": "check",
        "condition": kind,
        "place": 0,
        "state": "taken",
        "account_id": place.account,
        "claim": f"check {number} {place.account}",
        "turned": int(lot.integers(2)),
        "text": "",
        "sequence": 0,
        "touched": time.time(),
    }
    slot = int(connection.execute(insert(slots).returning(slots.c.id), [values]).scalar_one())
    append(connection, Entry(kind="given", study=place.study.id, account=place.account, slot=slot))
    return slot
