"""The store: one engine, two kinds of transaction, and a schema that is brought up to date when it is opened.

SQLite runs with a write-ahead log and `synchronous=FULL`, so that a commit has reached the disk when it
returns; writers queue at BEGIN IMMEDIATE, readers never wait. PostgreSQL does the same by its defaults
(`synchronous_commit=on`), and writers of one chain of the log queue at the row of its head.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError

from manyways.errors import DependencyError, InputError
from manyways.web.store.migrations import LATEST, migrate, version_of

__all__ = ["Store"]

_PATIENCE = 30  # seconds that a writer waits for another
_KINDS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


@dataclass(frozen=True, eq=False)
class Store:
    """place: what it was opened by, without a password."""

    engine: Engine
    place: str

    @staticmethod
    def open(place: str | os.PathLike[str], *, create: bool = False) -> Store:
        """A file of SQLite, or a URL; with `create` a file that is not there is made.

        The schema is brought to this version's. An InputError tells what is wrong.
        """
        url = _address(os.fspath(place), create=create)
        shown = url.render_as_string(hide_password=True)
        options: dict[str, Any] = {}
        if url.get_backend_name() == "sqlite":
            shown = url.database or shown
            options["connect_args"] = {"timeout": _PATIENCE, "check_same_thread": False}
        try:
            engine = create_engine(url, pool_pre_ping=True, pool_size=20, max_overflow=20, **options)
        except ImportError:
            remedy = "Install it: pip install 'manyways[postgres]'"
            raise DependencyError(f"the driver of {url.drivername} is not installed", remedy=remedy) from None
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _prepare)
            event.listen(engine, "begin", _begin)
        store = Store(engine, shown)
        try:
            with store.write() as connection:
                found = version_of(connection)
                if found > LATEST:
                    raise InputError(
                        f"is a store of version {found}, and this program knows {LATEST}",
                        path=shown,
                        remedy="Use the newer program that made it.",
                    )
                migrate(connection, LATEST)
        except (OperationalError, DatabaseError) as error:
            reason = str(getattr(error, "orig", error)).strip().split("\n")[0]
            raise InputError(f"cannot be used as a store: {reason}", path=shown) from None
        return store

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one state of the store."""
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that is on the disk when the block ends, and undone if it raises."""
        with self.engine.connect().execution_options(manyways_writes=True) as connection, connection.begin():
            yield connection

    def close(self) -> None:
        self.engine.dispose()


def _address(place: str, *, create: bool) -> Any:
    if "://" not in place:
        path = Path(place)
        if path.is_dir():
            raise InputError("is a directory, not a store", path=place)
        if not create and not path.exists():
            raise InputError(
                "there is no such store",
                path=place,
                remedy="Make one with a study: manyways study new NAME --store FILE",
            )
        if create and not path.absolute().parent.is_dir():
            raise InputError("its directory does not exist", path=place)
        return URL.create(_KINDS["sqlite"], database=str(path))
    try:
        url = make_url(place)
    except ArgumentError:
        raise InputError("is no address of a store", remedy=_FORMS) from None
    name = _KINDS.get(url.drivername)
    if name is None:
        raise InputError(f"{url.drivername} is no kind of store", remedy=_FORMS)
    return url.set(drivername=name)


_FORMS = "Give a file, or postgresql://user:password@host/database"


def _prepare(raw: Any, _: Any) -> None:
    """Of every new connection of SQLite. Its driver must not begin transactions by itself."""
    raw.isolation_level = None
    cursor = raw.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("manyways_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
