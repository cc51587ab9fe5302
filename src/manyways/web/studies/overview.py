"""How a study stands: what is done, who is in it, and what a person takes part in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from manyways.web.store import Store
from manyways.web.store.tables import accounts, members, slots, studies
from manyways.web.studies.creating import Study

__all__ = ["Overview", "Part", "Person", "mine", "overview"]


@dataclass(frozen=True)
class Person:
    """Somebody in a study. done: tasks."""

    account: int
    name: str
    role: str
    code: str
    agreed: bool
    aside: bool
    done: int


@dataclass(frozen=True)
class Overview:
    """counts: slots by kind and state."""

    study: Study
    people: Sequence[Person]
    counts: Mapping[str, Mapping[str, int]]

    def done(self, kind: str) -> int:
        return self.counts.get(kind, {}).get("done", 0)

    def wanted(self, kind: str) -> int:
        return sum(number for state, number in self.counts.get(kind, {}).items() if state != "aside")


@dataclass(frozen=True)
class Part:
    """A study that somebody takes part in."""

    name: str
    role: str
    done: int


def overview(store: Store, study: Study) -> Overview:
    with store.read() as connection:
        query = (
            select(slots.c.kind, slots.c.state, func.count())
            .where(slots.c.study_id == study.id)
            .group_by(slots.c.kind, slots.c.state)
        )
        counts: dict[str, dict[str, int]] = {}
        for kind, state, number in connection.execute(query):
            counts.setdefault(kind, {})[state] = number
        done = _done(connection, slots.c.study_id == study.id)
        rows = connection.execute(
            select(members, accounts.c.name)
            .join(accounts, accounts.c.id == members.c.account_id)
            .where(members.c.study_id == study.id)
            .order_by(accounts.c.id)
        ).all()
    people = [
        Person(
            row.account_id,
            row.name,
            row.role,
            row.code,
            row.consented is not None,
            row.aside is not None,
            done.get((study.id, row.account_id, _KIND[row.role]), 0),
        )
        for row in rows
    ]
    return Overview(study, people, counts)


_KIND = {"annotator": "edit", "judge": "judge"}


def mine(store: Store, account: int) -> list[Part]:
    """What a person takes part in."""
    with store.read() as connection:
        done = _done(connection, slots.c.account_id == account)
        rows = connection.execute(
            select(members.c.study_id, members.c.role, studies.c.name)
            .join(studies, studies.c.id == members.c.study_id)
            .where(members.c.account_id == account)
            .order_by(studies.c.id)
        ).all()
    return [Part(row.name, row.role, done.get((row.study_id, account, _KIND[row.role]), 0)) for row in rows]


def _done(connection: Any, where: Any) -> dict[tuple[int, int, str], int]:
    query = (
        select(slots.c.study_id, slots.c.account_id, slots.c.kind, func.count())
        .where(where, slots.c.state == "done")
        .group_by(slots.c.study_id, slots.c.account_id, slots.c.kind)
    )
    return {(row[0], row[1], row[2]): row[3] for row in connection.execute(query)}
