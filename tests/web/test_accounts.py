"""Accounts: passwords that nobody can read, sessions that end, invitations that run out."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from manyways.errors import ConfigError, ManywaysError
from manyways.web.accounts import Accounts, BadPasswordError, TooOftenError
from manyways.web.gate import Role
from manyways.web.store import Store
from manyways.web.store.tables import accounts as table
from manyways.web.store.tables import invitations, sessions
from manyways.web.studies.creating import Study, create
from manyways.web.studies.design import Design
from tests.support.studies import SMALL, quick_passwords, sentences

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with quick_passwords():
        yield


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "s.db", create=True)


@pytest.fixture
def accounts(store: Store) -> Accounts:
    return Accounts(store)


@pytest.fixture
def study(store: Store) -> Study:
    return create(store, "pilot", Design.draw(sentences(), SMALL))


def everything(store: Store) -> str:
    with store.read() as connection:
        names = ("accounts", "sessions", "invitations", "log", "keys")
        return "".join(str(connection.execute(text(f"SELECT * FROM {name}")).all()) for name in names)


def test_a_session_from_the_password_to_the_end(accounts: Accounts, store: Store) -> None:
    accounts.add("Ada", PASSWORD, Role.ADMIN)
    session = accounts.sign_in("Ada", PASSWORD)
    caller = accounts.caller(session)
    assert (caller.name, caller.roles) == ("Ada", {Role.USER, Role.ADMIN})
    for secret in (PASSWORD, session):
        assert secret not in everything(store)
    assert "$argon2id$" in everything(store)
    accounts.sign_out(session)
    assert not accounts.caller(session).id
    assert not accounts.caller("made up").id
    assert not accounts.caller(None).id


def test_a_session_ends_by_itself_and_with_its_account(accounts: Accounts, store: Store) -> None:
    accounts.add("Ada", PASSWORD)
    session = accounts.sign_in("Ada", PASSWORD)
    with store.write() as connection:
        connection.execute(update(sessions).values(expires=0.0))
    assert not accounts.caller(session).id
    session = accounts.sign_in("Ada", PASSWORD)
    with store.read() as connection:
        assert len(connection.execute(select(sessions)).all()) == 1  # the old one is gone
    with store.write() as connection:
        connection.execute(update(table).values(closed=1.0))
    assert not accounts.caller(session).id
    with pytest.raises(BadPasswordError):
        accounts.sign_in("Ada", PASSWORD)


def test_a_wrong_name_and_a_wrong_password_look_the_same(accounts: Accounts) -> None:
    accounts.add("Ada", PASSWORD)
    accounts.add("Bob", "")  # has none: enters by the invitation alone
    said = set()
    for name, password in (("Ada", "wrong"), ("Nobody", PASSWORD), ("Bob", ""), ("Ada", "")):
        with pytest.raises(BadPasswordError) as error:
            accounts.sign_in(name, password, client=name + password)
        said.add(str(error.value))
    assert len(said) == 1


@pytest.mark.parametrize("which", ["name", "client"])
def test_whoever_tries_passwords_has_to_wait(accounts: Accounts, which: str) -> None:
    accounts.add("Ada", PASSWORD)
    for i in range(10):
        name, client = ("Ada", f"c{i}") if which == "name" else (f"n{i}", "c")
        with pytest.raises(BadPasswordError):
            accounts.sign_in(name, "wrong", client=client)
    with pytest.raises(TooOftenError) as error:
        accounts.sign_in("Ada", PASSWORD, client="c")
    assert error.value.wait > 1


@pytest.mark.parametrize("name", ["", " ", "a\nb", '<b>"', "x" * 65, "a\x00"])
def test_names_that_are_none(accounts: Accounts, name: str) -> None:
    with pytest.raises(ManywaysError):
        accounts.add(name, PASSWORD)


def test_names_are_given_once_and_passwords_are_long(accounts: Accounts) -> None:
    accounts.add("Ada", PASSWORD)
    with pytest.raises(ManywaysError, match="taken"):
        accounts.add("Ada", PASSWORD)
    with pytest.raises(ManywaysError, match="10 characters"):
        accounts.add("Bob", "short")


def test_an_invitation_makes_a_member(accounts: Accounts, study: Study, store: Store) -> None:
    word = accounts.invite("annotator", study=study, places=2)
    assert word not in everything(store)
    caller = accounts.caller(accounts.accept(word, "Bea", ""))
    assert caller.roles == {Role.USER, Role.ANNOTATOR}
    judging = accounts.invite("judge", study=study)
    again = accounts.caller(accounts.accept(judging, "", "", caller=caller))
    assert (again.id, again.roles) == (caller.id, {Role.USER, Role.ANNOTATOR, Role.JUDGE})
    for _ in range(3):  # the link may be opened again, and leaves the place to others
        assert accounts.caller(accounts.accept(word, "", "", caller=caller)).id == caller.id
    accounts.accept(word, "Cid", "")
    with pytest.raises(ManywaysError, match="not valid"):
        accounts.accept(word, "Dot", "")


def test_an_invitation_runs_out(accounts: Accounts, study: Study, store: Store) -> None:
    word = accounts.invite("annotator", study=study, places=3)

    def enter(number: int) -> bool:
        try:
            accounts.accept(word, f"person {number}", "")
        except ManywaysError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(enter, range(8))) == 3
    late = accounts.invite("judge", study=study)
    with store.write() as connection:
        connection.execute(update(invitations).values(expires=1.0))
    for word in (late, "made up"):
        with pytest.raises(ManywaysError, match="not valid"):
            accounts.invited_to(word)


def test_a_name_that_is_taken_costs_no_place(accounts: Accounts, study: Study) -> None:
    accounts.add("Bea", PASSWORD)
    word = accounts.invite("annotator", study=study)
    with pytest.raises(ManywaysError, match="taken"):
        accounts.accept(word, "Bea", "")
    accounts.accept(word, "Cid", "")


def test_invitations_that_make_no_sense(accounts: Accounts, study: Study) -> None:
    for role, places in (("king", 1), ("judge", 0)):
        with pytest.raises(ConfigError):
            accounts.invite(role, study=study, places=places)
    with pytest.raises(ConfigError):
        accounts.invite("judge")


def test_the_first_admin_and_the_secret(accounts: Accounts, store: Store) -> None:
    assert not accounts.has_admin()
    accounts.accept(accounts.invite("admin"), "Ada", PASSWORD)
    assert accounts.has_admin()
    assert accounts.secret == Accounts(store).secret  # pages that are open survive a restart
