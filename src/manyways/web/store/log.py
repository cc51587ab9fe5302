"""The log: what happened, in order, each entry sealed with the hash of the one before it.

    append(connection, Entry(study=3, kind="saved", account=7, slot=12, sequence=4, data={"text": "..."}))
    verify(connection, 3)                # an InputError that names the first entry that does not fit

It is only added to: triggers refuse to change or remove an entry, and whoever gets round them breaks the
chain. Each study has a chain of its own; what belongs to none (accounts) is in that of the house. A chain
that was cut off at its end is sound in itself: so every export tells the number and the hash of the last
entry, and whoever keeps them can compare.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, text, update

from manyways.errors import InputError
from manyways.web.store.migrations import START
from manyways.web.store.tables import heads, log

__all__ = ["HOUSE", "Entry", "Head", "append", "canonical", "entries", "head_of", "verify"]

HOUSE = 0  # the chain of what belongs to no study


@dataclass(frozen=True, kw_only=True)
class Entry:
    """study: whose chain. slot, sequence: of what a person saved; no two entries have the same of both."""

    kind: str
    study: int = HOUSE
    data: Mapping[str, Any] = field(default_factory=dict)
    account: int | None = None
    slot: int | None = None
    sequence: int | None = None
    at: float = 0.0
    number: int = 0
    hash: str = ""


class Head(NamedTuple):
    """The last entry of a chain."""

    number: int
    hash: str


def canonical(value: Any) -> str:
    """The one way in which a value is written: the same value, the same text."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


_COLUMNS = {  # of the fields of an entry
    "kind": log.c.kind,
    "study": log.c.study_id,
    "data": log.c.data,
    "account": log.c.account_id,
    "slot": log.c.slot_id,
    "sequence": log.c.sequence,
    "at": log.c.at,
    "number": log.c.number,
    "hash": log.c.hash,
}


def _hash(before: str, entry: Entry) -> str:
    """What seals an entry that has its number and its time."""
    fields = [entry.study, entry.number, repr(entry.at), entry.account, entry.slot, entry.sequence]
    fields += [entry.kind, canonical(entry.data)]
    return hashlib.sha256(f"{before}\n{canonical(fields)}".encode()).hexdigest()


def append(connection: Connection, entry: Entry) -> float:
    """Add an entry, within a transaction that writes. Returns its time."""
    query = select(heads.c.number, heads.c.hash).where(heads.c.study_id == entry.study).with_for_update()
    found = connection.execute(query).first()
    if found is None:  # two may come to this at once: one of them makes the head, and both wait for it
        first = {"study": entry.study, "start": START}
        connection.execute(text("INSERT INTO heads VALUES (:study, 0, :start) ON CONFLICT DO NOTHING"), first)
        found = connection.execute(query).one()
    entry = replace(entry, number=found.number + 1, at=time.time())
    entry = replace(entry, hash=_hash(found.hash, entry))
    row = {column: getattr(entry, field) for field, column in _COLUMNS.items()}
    connection.execute(insert(log).values(row | {log.c.data: canonical(entry.data)}))
    head = update(heads).where(heads.c.study_id == entry.study)
    connection.execute(head.values(number=entry.number, hash=entry.hash))
    return entry.at


def entries(connection: Connection, study: int, *kinds: str) -> Iterator[Entry]:
    """The entries of a chain in their order; of these kinds, or all."""
    columns = [column.label(field) for field, column in _COLUMNS.items()]
    query = select(*columns).where(log.c.study_id == study).order_by(log.c.number)
    if kinds:
        query = query.where(log.c.kind.in_(kinds))
    for row in connection.execute(query).mappings():
        yield Entry(**{**row, "data": json.loads(row["data"])})


def head_of(connection: Connection, study: int) -> Head:
    """The head as it is kept beside the chain."""
    found = connection.execute(select(heads).where(heads.c.study_id == study)).first()
    return Head(0, START) if found is None else Head(int(found.number), str(found.hash))


def verify(connection: Connection, study: int, kept: Head | None = None) -> Head:
    """The head of a chain that is whole; an InputError names the first entry that does not fit.

    kept: an entry as an earlier export told it, which must still be there.
    """
    last = Head(0, START)
    for entry in entries(connection, study):
        here = Head(last.number + 1, _hash(last.hash, entry))
        if (entry.number, entry.hash) != here:
            raise InputError(
                f"the log of the study was altered: entry {here.number} does not fit the one before it"
            )
        if kept is not None and kept.number == here.number and kept != here:
            raise InputError(
                f"the log of the study is not the one that was kept: entry {here.number} differs"
            )
        last = here
    if kept is not None and kept.number > last.number:
        raise InputError(
            f"the log of the study was cut off: it has {last.number} entries and had {kept.number}"
        )
    if head_of(connection, study) != last:
        raise InputError(f"the log of the study was cut off after entry {last.number}")
    return last
