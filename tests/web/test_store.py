"""The store: steps up and down, a log that shows what was altered, slots; SQLite and PostgreSQL."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import inspect, select, text
from sqlalchemy.exc import DBAPIError

from manyways.errors import InputError
from manyways.web.store import Entry, Store, append, entries, verify
from manyways.web.store.migrations import LATEST, migrate, version_of
from manyways.web.store.tables import metadata, slots
from manyways.web.studies.assigning import next_slot
from manyways.web.studies.creating import create
from manyways.web.studies.design import Design
from manyways.web.studies.settings import StudySettings
from tests.support.studies import SMALL, entered, finish, people, postgres, postgres_programs, sentences


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    if postgres_programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian: sudo apt-get install postgresql)")
    # Not pytest's folder: a socket's name is short, and the server's user must reach it.
    with tempfile.TemporaryDirectory(prefix="manyways-pg-") as folder, postgres(Path(folder)) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty one of each kind."""
    place = str(tmp_path / "s.db") if request.param == "sqlite" else request.getfixturevalue("server")
    found = Store.open(place, create=True)
    with found.write() as connection:  # the server is the module's
        migrate(connection, 0)
        migrate(connection, LATEST)
    yield found
    found.close()


def columns(store: Store) -> dict[str, set[str]]:
    seen = inspect(store.engine)
    names = set(seen.get_table_names()) - {"versions"}
    return {name: {each["name"] for each in seen.get_columns(name)} for name in names}


def test_steps_go_up_and_down_and_make_the_tables_that_queries_see(store: Store) -> None:
    assert columns(store) == {name: set(table.c.keys()) for name, table in metadata.tables.items()}
    for target in [*range(LATEST - 1, -1, -1), LATEST]:
        with store.write() as connection:
            migrate(connection, target)
            assert version_of(connection) == target
        if not target:
            assert columns(store) == {}
    assert columns(store) == {name: set(table.c.keys()) for name, table in metadata.tables.items()}


def test_a_step_that_fails_leaves_the_store_as_it_was(store: Store) -> None:
    before = columns(store)
    with pytest.raises(DBAPIError), store.write() as connection:
        migrate(connection, 0)
        connection.execute(text("SELECT nothing FROM nowhere"))
    assert columns(store) == before


def test_a_store_of_a_later_version_is_refused(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "s.db", create=True)
    with store.write() as connection:
        connection.execute(text("INSERT INTO versions VALUES (99, 'later')"))
    with pytest.raises(InputError, match="version 99"):
        Store.open(tmp_path / "s.db")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("nothing.db", "no such store"),
        ("nowhere/s.db", "no such store"),
        ("text.db", "cannot be used"),
        (".", "directory"),
        ("mysql://x/y", "mysql is no kind"),
        ("postgresql://nobody@127.0.0.1:1/x", "cannot be used"),
    ],
)
def test_what_is_no_store_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.db").write_text("not a database, just words\n" * 50)
    with pytest.raises(InputError, match=words):
        Store.open(place)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(InputError) as error:
        Store.open("postgresql://me:sesame@127.0.0.1:1/x")
    assert "sesame" not in str(error.value)


def filled(store: Store, count: int = 5) -> None:
    for i in range(count):
        with store.write() as connection:
            append(connection, Entry(kind="test", study=7, data={"n": i, "text": "ä\u2028"}))


def test_a_chain_is_whole(store: Store) -> None:
    filled(store)
    with store.read() as connection:
        assert [each.data["n"] for each in entries(connection, 7)] == [0, 1, 2, 3, 4]
        head = verify(connection, 7)
        assert (head.number, len(head.hash)) == (5, 64)
        verify(connection, 7, kept=head)


@pytest.mark.parametrize("change", ["UPDATE log SET data = '{}'", "DELETE FROM log"])
def test_the_log_cannot_be_altered(store: Store, change: str) -> None:
    filled(store)
    with pytest.raises(DBAPIError, match="only added to"), store.write() as connection:
        connection.execute(text(change))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE log SET data = '{}' WHERE number = 3", "entry 3"),
        ("UPDATE log SET at = at + 1 WHERE number = 5", "entry 5"),
        ("UPDATE log SET account_id = 4 WHERE number = 2", "entry 2"),
        ("DELETE FROM log WHERE number = 1", "entry 1"),
        ("DELETE FROM log WHERE number = 5", "cut off"),
    ],
)
def test_whoever_gets_round_the_triggers_breaks_the_chain(tmp_path: Path, change: str, words: str) -> None:
    store = Store.open(tmp_path / "s.db", create=True)
    filled(store)
    with store.write() as connection:
        for trigger in ("log_stays_1", "log_stays_2"):
            connection.execute(text(f"DROP TRIGGER {trigger}"))
        connection.execute(text(change))
    with store.read() as connection, pytest.raises(InputError, match=words):
        verify(connection, 7)


def test_a_chain_that_was_cut_and_sealed_again_is_not_the_one_that_was_kept(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "s.db", create=True)
    filled(store)
    with store.read() as connection:
        kept = verify(connection, 7)
    with store.write() as connection:
        connection.execute(text("DROP TRIGGER log_stays_2"))
        connection.execute(text("DELETE FROM log WHERE number > 3"))
        found = connection.execute(text("SELECT hash FROM log WHERE number = 3")).scalar_one()
        connection.execute(
            text("UPDATE heads SET number = 3, hash = :hash WHERE study_id = 7"), {"hash": found}
        )
    with store.read() as connection:
        verify(connection, 7)  # sound in itself
        with pytest.raises(InputError, match="had 5"):
            verify(connection, 7, kept=kept)
    filled(store, 2)
    with store.read() as connection, pytest.raises(InputError, match="entry 5 differs"):
        verify(connection, 7, kept=kept)


def test_many_writers_at_once_make_one_chain(store: Store) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: filled(store, 4), range(8)))
    with store.read() as connection:
        assert verify(connection, 7)[0] == 32


def test_two_people_never_get_the_same_slot(store: Store) -> None:
    """Everybody at once, each in two windows: a slot has one person, a person one slot at a time."""
    settings = StudySettings(sentences=6, repetitions=2, judges=0, checks=0)
    study = create(store, "race", Design.draw(sentences(), settings))
    places = [entered(store, study, account, "annotator") for account in people(store, 8)]
    with ThreadPoolExecutor(16) as pool:
        got = list(pool.map(lambda place: (place.account, next_slot(store, place)), places * 2))
    slots_of = {account: {slot for who, slot in got if who == account} for account, _ in got}
    assert all(len(each) == 1 for each in slots_of.values()), slots_of
    assert len({slot for _, slot in got}) == 8
    for place in places:
        finish(store, place)
    with store.read() as connection:
        rows = connection.execute(select(slots)).all()
        verify(connection, study.id)
    assert all(row.state == "done" for row in rows)
    assert len({(row.item_id, row.account_id) for row in rows}) == len(rows) == 24


def test_a_name_is_given_once(store: Store) -> None:
    design = Design.draw(sentences(), SMALL)
    create(store, "one", design)
    with pytest.raises(InputError, match="study one already"):
        create(store, "one", design)
