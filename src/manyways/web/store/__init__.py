"""Where accounts, studies and choices are kept: SQLite in a file, or PostgreSQL by URL.

    store = Store.open("studies.db")                   # or postgresql://user@host/database
    with store.write() as connection:
        append(connection, Entry(study=1, kind="opened", data={}))
    with store.read() as connection: ...

What `write` wrote is on the disk when it ends: whoever is killed afterwards has lost nothing.
"""

from manyways.web.store.engine import Store
from manyways.web.store.log import HOUSE, Entry, append, entries, verify

__all__ = ["HOUSE", "Entry", "Store", "append", "entries", "verify"]
