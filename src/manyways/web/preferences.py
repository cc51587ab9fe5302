"""Choices that people made, kept to learn from: what was shown, and what they took or wrote.

    keep(store, Preference(source="Der Hut", shown=("the hat", "the cap"), text="the cap"), account=3)
    kept(store, Scope(project="manual"))

A project may be named `client/project`; who learns says whose choices: a person's, a client's, a project's,
or all.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, insert, select

from manyways.errors import InputError
from manyways.web.store import Store
from manyways.web.store.tables import accounts, preferences

if TYPE_CHECKING:
    from manyways.web.gate import Caller
    from manyways.web.site import Choice

__all__ = ["Preference", "Scope", "kept", "keep", "remembering", "scopes"]

_MOST = 100_000  # choices that are learned from: the latest


@dataclass(frozen=True)
class Preference:
    """text: what was taken of `shown`, or written instead."""

    source: str
    shown: tuple[str, ...]
    text: str
    project: str = ""


@dataclass(frozen=True)
class Scope:
    """Whose choices; what is empty is everybody's."""

    user: str = ""
    client: str = ""
    project: str = ""

    def told(self) -> str:
        parts = [("user", self.user), ("client", self.client), ("project", self.project)]
        return ", ".join(f"{name} {value}" for name, value in parts if value) or "everybody"


def keep(connection: Connection, preference: Preference, *, account: int | None) -> None:
    """Within a transaction that writes."""
    client, slash, project = preference.project.partition("/")
    shown = list(preference.shown)
    connection.execute(
        insert(preferences).values(
            at=time.time(),
            account_id=account,
            client=client if slash else "",
            project=project if slash else client,
            source=preference.source,
            candidates=json.dumps(shown, ensure_ascii=False),
            chosen=shown.index(preference.text) if preference.text in shown else -1,
            text=preference.text,
        )
    )


def kept(store: Store, scope: Scope) -> list[Preference]:
    """The latest, in the order in which they were made."""
    query = select(preferences).order_by(preferences.c.id.desc()).limit(_MOST)
    if scope.client:
        query = query.where(preferences.c.client == scope.client)
    if scope.project:
        query = query.where(preferences.c.project == scope.project)
    with store.read() as connection:
        if scope.user:
            account = connection.execute(select(accounts.c.id).where(accounts.c.name == scope.user)).scalar()
            if account is None:
                raise InputError(f"there is no user {scope.user}", path=store.place)
            query = query.where(preferences.c.account_id == account)
        rows = connection.execute(query).all()
    return [Preference(row.source, tuple(json.loads(row.candidates)), row.text) for row in reversed(rows)]


def scopes(store: Store) -> list[tuple[Scope, int]]:
    """Everybody, and each client, project and person with how many choices they made."""
    found: list[tuple[Scope, int]] = []
    with store.read() as connection:
        total = connection.execute(select(func.count()).select_from(preferences)).scalar_one()
        for name, column in (("client", preferences.c.client), ("project", preferences.c.project)):
            found += [
                (Scope(**{name: value}), count) for value, count in _counted(connection, column) if value
            ]
        people = (
            select(accounts.c.name, func.count())
            .join(preferences, preferences.c.account_id == accounts.c.id)
            .group_by(accounts.c.name)
            .order_by(accounts.c.name)
        )
        found += [(Scope(user=row[0]), row[1]) for row in connection.execute(people)]
    return [(Scope(), int(total)), *found]


def _counted(connection: Connection, column: Any) -> Sequence[Any]:
    return connection.execute(select(column, func.count()).group_by(column).order_by(column)).all()


def remembering(store: Store) -> Any:
    """What a site calls when somebody chose."""
    from starlette.concurrency import run_in_threadpool

    def write(account: int | None, preference: Preference) -> None:
        with store.write() as connection:
            keep(connection, preference, account=account)

    async def remember(caller: Caller, choice: Choice) -> None:
        if len(set(choice.shown) | {choice.chosen}) > 1:
            account = int(caller.id) if caller.id.isdigit() else None
            made = Preference(choice.source, choice.shown, choice.chosen, choice.project)
            await run_in_threadpool(write, account, made)

    return remember
