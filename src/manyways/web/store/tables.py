"""The tables as queries see them; how they are made is in migrations.py, and a test compares the two."""

from __future__ import annotations

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


def _number(name: str, *, key: bool = False) -> Column[int]:
    # SQLite counts by itself only in a key that is an INTEGER.
    return Column(name, Integer if key else BigInteger, primary_key=key)


def _text(name: str) -> Column[str]:
    return Column(name, Text)


def _time(name: str) -> Column[float]:
    """Seconds since 1970, UTC."""
    return Column(name, Float)


accounts = Table(
    "accounts",
    metadata,
    _number("id", key=True),
    _text("name"),
    _text("password"),
    _text("role"),
    _time("created"),
    _time("closed"),
)
sessions = Table(
    "sessions", metadata, _text("mark"), _number("account_id"), _time("created"), _time("expires")
)
keys = Table("keys", metadata, _text("name"), _text("value"))
log = Table(
    "log",
    metadata,
    _number("study_id"),
    _number("number"),
    _time("at"),
    _number("account_id"),
    _number("slot_id"),
    _number("sequence"),
    _text("kind"),
    _text("data"),
    _text("hash"),
)
heads = Table("heads", metadata, _number("study_id"), _number("number"), _text("hash"))
studies = Table(
    "studies",
    metadata,
    _number("id", key=True),
    _text("name"),
    _text("settings"),
    _time("created"),
    _time("paused"),
)
invitations = Table(
    "invitations",
    metadata,
    _text("mark"),
    _number("study_id"),
    _text("role"),
    _number("places"),
    _time("created"),
    _time("expires"),
)
members = Table(
    "members",
    metadata,
    _number("study_id"),
    _number("account_id"),
    _text("role"),
    _text("code"),
    _time("consented"),
    _time("begun"),
    _time("aside"),
)
items = Table(
    "items",
    metadata,
    _number("id", key=True),
    _number("study_id"),
    _number("number"),
    _text("name"),
    _text("source"),
    _text("reference"),
    _text("first"),
    Column("bleu", Float),
)
tasks = Table(
    "tasks",
    metadata,
    _number("id", key=True),
    _number("study_id"),
    _number("item_id"),
    _text("kind"),
    _text("condition"),
    _number("repetition"),
    _text("shown"),
    _number("left_id"),
    _number("right_id"),
)
slots = Table(
    "slots",
    metadata,
    _number("id", key=True),
    _text("key"),
    _number("study_id"),
    _number("task_id"),
    _number("item_id"),
    _number("number"),
    _text("kind"),
    _text("condition"),
    _number("place"),
    _text("state"),
    _number("account_id"),
    _text("claim"),
    Column("turned", Integer),
    _text("text"),
    _number("sequence"),
    _time("touched"),
    _time("done"),
)
preferences = Table(
    "preferences",
    metadata,
    _number("id", key=True),
    _time("at"),
    _number("account_id"),
    _text("client"),
    _text("project"),
    _text("source"),
    _text("candidates"),
    _number("chosen"),
    _text("text"),
)
