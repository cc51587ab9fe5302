"""The tables as queries see them; how they are made is in migrations.py, and a test compares the two."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, Float, Integer, MetaData, Table, Text

__all__ = [
    "accounts",
    "heads",
    "invitations",
    "items",
    "keys",
    "log",
    "members",
    "metadata",
    "preferences",
    "sessions",
    "slots",
    "studies",
    "tasks",
]

metadata = MetaData()


def _table(name: str, *, small: str = "", numbers: str = "", texts: str = "", floats: str = "") -> Table:
    """Names of columns by their kind. Times are floats: seconds since 1970, UTC. `id` is the key."""
    # SQLite counts by itself only in a key that is an INTEGER.
    kinds = {Integer: small, BigInteger: numbers, Text: texts, Float: floats}
    columns: list[Column[Any]] = [
        Column(each, kind, primary_key=each == "id")
        for kind, names in kinds.items()
        for each in names.split()
    ]
    return Table(name, metadata, *columns)


accounts = _table("accounts", small="id", texts="name password role", floats="created closed")
sessions = _table("sessions", numbers="account_id", texts="mark", floats="created expires")
keys = _table("keys", texts="name value")
log = _table(
    "log", numbers="study_id number account_id slot_id sequence", texts="kind data hash", floats="at"
)
heads = _table("heads", numbers="study_id number", texts="hash")
studies = _table("studies", small="id", texts="name settings", floats="created paused")
invitations = _table("invitations", numbers="study_id places", texts="mark role", floats="created expires")
members = _table("members", numbers="study_id account_id", texts="role code", floats="consented begun aside")
items = _table(
    "items", small="id", numbers="study_id number", texts="name source reference first", floats="bleu"
)
tasks = _table(
    "tasks", small="id", numbers="study_id item_id repetition left_id right_id", texts="kind condition shown"
)
slots = _table(
    "slots",
    small="id turned",
    numbers="study_id task_id item_id number place account_id sequence",
    texts="key kind condition state claim text",
    floats="touched done",
)
preferences = _table(
    "preferences",
    small="id",
    numbers="account_id chosen",
    texts="client project source candidates text",
    floats="at",
)
