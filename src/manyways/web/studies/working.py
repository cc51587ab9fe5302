"""What people do in a study: agree, work, save, submit, pause. Every step is in the log before it is
acknowledged.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from manyways.errors import ManywaysError
from manyways.web.preferences import Preference, keep
from manyways.web.store import Entry, Store, append
from manyways.web.store.tables import items, log, members, slots, tasks
from manyways.web.studies.assigning import Place, next_slot
from manyways.web.studies.creating import Study
from manyways.web.studies.pairs import open_pairs

__all__ = [
    "ANSWERS",
    "ConflictError",
    "Member",
    "NotYoursError",
    "Save",
    "Work",
    "agree",
    "is_member",
    "join",
    "judge",
    "member_of",
    "save",
    "submit",
    "work_of",
]

ANSWERS = ("first", "second", "same")
_LONGEST = 20_000  # characters of an edited text


class NotYoursError(ManywaysError):
    """There is no such work for this person: it may be another's, done, or nothing at all."""


class ConflictError(ManywaysError):
    """Another window has saved since this one was opened."""


@dataclass(frozen=True)
class Member:
    """A person in a study. agreed: to the text of consent. code: what a crowd platform asks for."""

    role: str
    code: str
    agreed: bool
    begun: bool
    done: int
    aside: bool


@dataclass(frozen=True)
class Work:
    """What a person is shown: nothing here tells the condition, or who made a text."""

    key: str
    kind: str
    shown: tuple[str, ...]
    source: str
    reference: str
    text: str
    sequence: int


@dataclass(frozen=True)
class Save:
    """What a browser saves: sequence counts by one; sitting: which opening of the page."""

    sequence: int
    sitting: str
    text: str
    events: Sequence[Sequence[Any]] = ()


def join(connection: Connection, study: int, account: int, role: str) -> None:
    """Make a person a member, once, within a transaction that writes."""
    if not is_member(connection, study, account, role):
        code = secrets.token_hex(5).upper()
        values = {"study_id": study, "account_id": account, "role": role, "code": code}
        connection.execute(insert(members).values(**values))
        append(connection, Entry(kind="joined", study=study, account=account, data={"role": role}))


def is_member(connection: Connection, study: int, account: int, role: str) -> bool:
    return _row(connection, study, account, role) is not None


def member_of(store: Store, place: Place) -> Member:
    """A NotYoursError for whoever is not in the study, in this role."""
    with store.read() as connection:
        row = _row(connection, place.study.id, place.account, place.role)
        if row is None:
            raise NotYoursError("there is no such study for you")
        done = connection.execute(
            select(func.count()).where(
                slots.c.study_id == place.study.id,
                slots.c.account_id == place.account,
                slots.c.kind == place.kind,
                slots.c.state == "done",
            )
        ).scalar_one()
    return Member(
        row.role, row.code, row.consented is not None, row.begun is not None, int(done), row.aside is not None
    )


def agree(store: Store, place: Place, *, what: str) -> None:
    """The person agrees to the text of consent, or has read the instructions (`begun`)."""
    column = {"consented": members.c.consented, "begun": members.c.begun}[what]
    with store.write() as connection:
        where = (
            members.c.study_id == place.study.id,
            members.c.account_id == place.account,
            members.c.role == place.role,
        )
        found = connection.execute(
            update(members).where(*where, column.is_(None)).values({column: time.time()})
        )
        if found.rowcount:
            append(
                connection,
                Entry(kind=what, study=place.study.id, account=place.account, data={"role": place.role}),
            )


def work_of(store: Store, place: Place) -> Work | None:
    """The task that the person is at, or the next one."""
    member = member_of(store, place)
    if not (member.agreed and member.begun) or member.aside:
        return None
    slot = next_slot(store, place)
    if slot is None:
        return None
    with store.read() as connection:
        return _work(
            connection, connection.execute(select(slots).where(slots.c.id == slot)).one(), place.study
        )


def _work(connection: Connection, slot: Any, study: Study) -> Work:
    item = connection.execute(select(items).where(items.c.id == slot.item_id)).one()
    if slot.kind == "edit":
        source = item.source if study.settings.source_shown else ""
        return Work(slot.key, "edit", _texts(connection, slot), source, "", slot.text, slot.sequence)
    return Work(slot.key, "judge", _texts(connection, slot), "", item.reference, "", slot.sequence)


def _texts(connection: Connection, slot: Any) -> tuple[str, ...]:
    """What is shown; of a pair or a check in the order of this slot."""
    task = connection.execute(select(tasks).where(tasks.c.id == slot.task_id)).one()
    if slot.kind == "judge":
        query = select(slots.c.task_id, slots.c.text).where(
            slots.c.task_id.in_([task.left_id, task.right_id]), slots.c.state == "done"
        )
        found = {row.task_id: row.text for row in connection.execute(query)}
        texts = [found[task.left_id], found[task.right_id]]
    else:
        texts = json.loads(task.shown)["texts"]
    return tuple(reversed(texts) if slot.turned else texts)


def save(store: Store, study: Study, account: int, key: str, saved: Save) -> int:
    """Keep a draft; what is returned is on the disk. The same save twice is kept once."""
    _check_text(saved.text)
    with store.write() as connection:
        slot = _mine(connection, study, account, key, "edit")
        _append_save(connection, study, slot, saved, kind="saved")
    return saved.sequence


def submit(store: Store, study: Study, account: int, key: str, saved: Save) -> None:
    """The edited text is done; pairs whose texts are now there are opened to judges."""
    text = " ".join(saved.text.split())
    _check_text(text)
    if not text:
        raise ManywaysError("the text is empty: write a sentence")
    with store.write() as connection:
        slot = _mine(connection, study, account, key, "edit")
        _append_save(connection, study, slot, saved, kind="submitted")
        connection.execute(
            update(slots).where(slots.c.id == slot.id).values(state="done", text=text, done=time.time())
        )
        open_pairs(connection, slot.task_id)
        source = connection.execute(select(items.c.source).where(items.c.id == slot.item_id)).scalar_one()
        made = Preference(source, _texts(connection, slot), text, f"study/{study.name}")
        keep(connection, made, account=account)


def judge(store: Store, study: Study, account: int, key: str, saved: Save) -> bool:
    """An answer is done. False: it was wrong in a loud check, and the person is to look again."""
    if saved.text not in ANSWERS:
        raise ManywaysError(f"an answer is one of {', '.join(ANSWERS)}")
    with store.write() as connection:
        slot = _mine(connection, study, account, key, "judge", "check")
        right = ANSWERS[slot.turned]  # of a check: where the reference stands
        passed = slot.kind == "judge" or saved.text == right
        kind = "judged" if slot.kind == "judge" else "checked"
        told = {} if slot.kind == "judge" else {"passed": passed, "check": slot.condition}
        _append_save(connection, study, slot, saved, kind=kind, more=told)
        again = not passed and slot.condition == "loud"
        values = {} if again else {"state": "done", "text": saved.text, "done": time.time()}
        if values:
            connection.execute(update(slots).where(slots.c.id == slot.id).values(**values))
    return not again


def _row(connection: Connection, study: int, account: int, role: str) -> Any:
    query = select(members).where(
        members.c.study_id == study, members.c.account_id == account, members.c.role == role
    )
    return connection.execute(query).first()


def _mine(connection: Connection, study: Study, account: int, key: str, *kinds: str) -> Any:
    query = select(slots).where(
        slots.c.key == key,
        slots.c.study_id == study.id,
        slots.c.account_id == account,
        slots.c.kind.in_(kinds),
        slots.c.state == "taken",
    )
    found = connection.execute(query.with_for_update()).first()
    if found is None:
        raise NotYoursError("there is no such task for you")
    return found


def _check_text(text: str) -> None:
    if len(text) > _LONGEST:
        raise ManywaysError(f"a text has at most {_LONGEST:,} characters")
    if "\x00" in text:
        raise ManywaysError("a text has no zero bytes")


def _append_save(
    connection: Connection,
    study: Study,
    slot: Any,
    saved: Save,
    *,
    kind: str,
    more: dict[str, Any] | None = None,
) -> None:
    """Into the log and the slot; nothing if it is there already, a ConflictError if another stands there."""
    if saved.sequence <= slot.sequence:
        query = select(log.c.data).where(log.c.slot_id == slot.id, log.c.sequence == saved.sequence)
        data = connection.execute(query).scalar()
        before = {} if data is None else json.loads(data)
        if before.get("sitting") == saved.sitting and before.get("text") == saved.text:
            return
    if saved.sequence != slot.sequence + 1:
        raise ConflictError("this task was changed in another window: open it again")
    data = {"sitting": saved.sitting, "text": saved.text, "events": list(saved.events), **(more or {})}
    entry = Entry(
        kind=kind, study=study.id, account=slot.account_id, slot=slot.id, sequence=saved.sequence, data=data
    )
    append(connection, entry)
    connection.execute(
        update(slots)
        .where(slots.c.id == slot.id)
        .values(text=saved.text, sequence=saved.sequence, touched=time.time())
    )
