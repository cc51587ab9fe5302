"""Pairs open when both texts are there; a person's work can be set aside, with the judgements of it."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from manyways.web.store import Entry, Store, append
from manyways.web.store.tables import members, slots, tasks
from manyways.web.studies.creating import Study, new_key

__all__ = ["open_pairs", "set_aside"]

_COPIED = ("study_id", "task_id", "item_id", "kind", "condition", "place", "turned")


def set_aside(store: Store, study: Study, account: int, role: str, *, by: int | None) -> int:
    """Leave a person's work out: it stays in the log, and others get the same tasks. How many there were.

    With an edited text go the judgements of it.
    """
    kind = "edit" if role == "annotator" else "judge"
    with store.write() as connection:
        connection.execute(
            update(members)
            .where(members.c.study_id == study.id, members.c.account_id == account, members.c.role == role)
            .values(aside=time.time())
        )
        rows = connection.execute(
            select(slots).where(
                slots.c.study_id == study.id,
                slots.c.account_id == account,
                slots.c.kind == kind,
                slots.c.state.in_(["taken", "done"]),
            )
        ).all()
        for row in rows:
            _replace(connection, row, "open")
            if kind == "edit":
                _close_pairs(connection, row.task_id)
        data = {"account": account, "role": role, "tasks": len(rows)}
        append(connection, Entry(kind="set aside", study=study.id, account=by, data=data))
    return len(rows)


def _replace(connection: Connection, row: Any, state: str) -> None:
    """A new slot for the task of one that no longer counts."""
    connection.execute(update(slots).where(slots.c.id == row.id).values(state="aside"))
    last = select(func.max(slots.c.number)).where(slots.c.task_id == row.task_id)
    number = connection.execute(last).scalar_one() + 1
    copied = {name: getattr(row, name) for name in _COPIED}
    fresh = {"key": new_key(), "number": number, "state": state, "text": "", "sequence": 0}
    connection.execute(insert(slots).values(**copied, **fresh))


def _pairs_of(task: int) -> Any:
    return select(tasks.c.id).where((tasks.c.left_id == task) | (tasks.c.right_id == task))


def open_pairs(connection: Connection, task: int) -> None:
    """Pairs of this text whose other text is done too."""
    done = select(slots.c.task_id).where(slots.c.kind == "edit", slots.c.state == "done")
    ready = _pairs_of(task).where(tasks.c.left_id.in_(done), tasks.c.right_id.in_(done))
    connection.execute(
        update(slots).where(slots.c.task_id.in_(ready), slots.c.state == "waiting").values(state="open")
    )


def _close_pairs(connection: Connection, task: int) -> None:
    """Judgements of a text that was set aside go with it; new ones wait for the new text."""
    pairs = slots.c.task_id.in_(_pairs_of(task))
    connection.execute(update(slots).where(pairs, slots.c.state == "open").values(state="waiting"))
    for row in connection.execute(select(slots).where(pairs, slots.c.state.in_(["taken", "done"]))).all():
        _replace(connection, row, "waiting")
