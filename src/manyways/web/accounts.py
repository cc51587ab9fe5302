"""Accounts: who someone is, by a password or an invitation; sessions, roles, and who may try how often.

    accounts = Accounts(store)
    link = accounts.invite(role="annotator", study=3, places=20)
    session = accounts.accept(link, "anna", "a long password")
    accounts.caller(session)                   # a Caller with their roles

Passwords are kept as argon2id hashes, sessions and invitations as SHA-256 of random words: whoever reads the
store can enter nothing. A session lasts two weeks. A name or an address that tries too often has to wait.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from manyways.errors import ConfigError, ManywaysError
from manyways.web.gate import Caller, Role
from manyways.web.limits import Rate
from manyways.web.store import Entry, Store, append
from manyways.web.store.tables import accounts, invitations, keys, members, sessions
from manyways.web.studies.creating import Study
from manyways.web.studies.working import is_member, join

__all__ = ["Accounts", "BadPasswordError", "TooOftenError"]

SESSION_SECONDS = 14 * 24 * 3600
SHORTEST, LONGEST = 10, 1000
INVITED = ("annotator", "judge", "admin")
_TRIES = 5  # a minute, ten at once
_NAME = re.compile(r"[^\s\x00-\x1f\x7f<>\"](?:[^\x00-\x1f\x7f<>\"]{0,62}[^\s\x00-\x1f\x7f<>\"])?")


class BadPasswordError(ManywaysError):
    """The name is not there, or the password is not its own: it is not said which."""


class TooOftenError(ManywaysError):
    """Somebody tries passwords. wait: seconds until the next try."""

    def __init__(self, wait: float) -> None:
        self.wait = wait
        super().__init__("too many tries", remedy=f"Wait {max(1, round(wait))} seconds.")


class Accounts:
    """All accounts of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._hasher = PasswordHasher()
        self._tries = Rate(_TRIES)

    @cached_property
    def secret(self) -> bytes:
        """What signs tokens of forms: the same after a restart, so that open pages go on working."""
        with self.store.write() as connection:
            found = connection.execute(select(keys.c.value).where(keys.c.name == "csrf")).scalar()
            if found is None:
                found = secrets.token_hex(32)
                connection.execute(insert(keys).values(name="csrf", value=found))
        return bytes.fromhex(found)

    def has_admin(self) -> bool:
        query = select(func.count()).where(accounts.c.role == Role.ADMIN, accounts.c.closed.is_(None))
        with self.store.read() as connection:
            return bool(connection.execute(query).scalar_one())

    def invite(self, role: str, *, study: Study | None = None, places: int = 1, days: float = 30) -> str:
        """The secret word of a link that so many people can enter by."""
        if role not in INVITED or (role != Role.ADMIN and study is None):
            raise ConfigError("role", role, f"one of {', '.join(INVITED)}")
        if not 1 <= places <= 100_000:
            raise ConfigError("places", places, "a number from 1 to 100,000")
        word, now = secrets.token_urlsafe(24), time.time()
        with self.store.write() as connection:
            values = {"study_id": None if study is None else study.id, "role": role, "places": places}
            times = {"created": now, "expires": now + 86400 * days}
            connection.execute(insert(invitations).values(mark=_mark(word), **values, **times))
            append(
                connection,
                Entry(kind="invited", data={"role": role, "places": places, "study": values["study_id"]}),
            )
        return word

    def invited_to(self, word: str) -> tuple[str, int | None]:
        """The role and the study of an invitation; a ManywaysError if it is none, or too old."""
        with self.store.read() as connection:
            row = connection.execute(select(invitations).where(invitations.c.mark == _mark(word))).first()
        if row is None or row.expires < time.time():
            raise ManywaysError("this invitation is not valid any more", remedy="Ask for a new one.")
        return row.role, row.study_id

    def accept(self, word: str, name: str, password: str, *, caller: Caller | None = None) -> str:
        """Enter by an invitation; the word of a new session. caller: who has an account already.

        Whoever has entered before takes no second place: the link may be opened again.
        """
        role, study = self.invited_to(word)
        known = int(caller.id) if caller is not None and caller.id else None
        kind = Role.ADMIN.value if role == Role.ADMIN else Role.USER.value
        with self.store.write() as connection:
            if known is not None and study is not None and is_member(connection, study, known, role):
                return _begin(connection, known)
            taken = connection.execute(
                update(invitations)
                .where(invitations.c.mark == _mark(word), invitations.c.places > 0)
                .values(places=invitations.c.places - 1)
            )
            if taken.rowcount != 1:
                raise ManywaysError("this invitation is not valid any more", remedy="Ask for a new one.")
            account = self._add(connection, name, password, kind) if known is None else known
            if known is not None and kind == Role.ADMIN:
                connection.execute(update(accounts).where(accounts.c.id == known).values(role=kind))
            append(connection, Entry(kind="entered", account=account, data={"role": role, "study": study}))
            if study is not None:
                join(connection, study, account, role)
            return _begin(connection, account)

    def add(self, name: str, password: str, role: str = Role.USER) -> int:
        """A new account, without an invitation: for those who have the store in their hands."""
        with self.store.write() as connection:
            return self._add(connection, name, password, role)

    def _add(self, connection: Connection, name: str, password: str, role: str) -> int:
        if not _NAME.fullmatch(name):
            raise ManywaysError("a name has 1 to 64 characters, without quotes or angle brackets")
        if password and not SHORTEST <= len(password) <= LONGEST:
            raise ManywaysError(f"a password has at least {SHORTEST} characters")
        values = {"name": name, "role": role, "created": time.time()}
        hashed = self._hasher.hash(password) if password else None
        try:
            with connection.begin_nested():
                row = connection.execute(
                    insert(accounts).returning(accounts.c.id), [values | {"password": hashed}]
                )
                account = int(row.scalar_one())
        except IntegrityError:
            raise ManywaysError(f"the name {name} is taken", remedy="Choose another.") from None
        append(connection, Entry(kind="account", account=account, data={"role": role}))
        return account

    def sign_in(self, name: str, password: str, *, client: str = "") -> str:
        """The word of a new session."""
        now = time.monotonic()
        for who in (f"name {name}", f"client {client}"):
            if wait := self._tries.wait(who, now):
                raise TooOftenError(wait)
        with self.store.read() as connection:
            row = connection.execute(select(accounts).where(accounts.c.name == name)).first()
        kept = self._nobody if row is None or row.password is None else row.password
        try:
            self._hasher.verify(kept, password[:LONGEST])
        except (VerificationError, InvalidHashError):
            raise BadPasswordError("the name or the password is wrong") from None
        if row is None or row.password is None or row.closed is not None:
            raise BadPasswordError("the name or the password is wrong")
        with self.store.write() as connection:
            if self._hasher.check_needs_rehash(kept):
                renewed = self._hasher.hash(password)
                connection.execute(update(accounts).where(accounts.c.id == row.id).values(password=renewed))
            append(connection, Entry(kind="signed in", account=row.id))
            return _begin(connection, row.id)

    @cached_property
    def _nobody(self) -> str:
        """A hash that nothing fits: a name that is not there takes as long to refuse as one that is."""
        return self._hasher.hash(secrets.token_hex(16))

    def sign_out(self, session: str) -> None:
        with self.store.write() as connection:
            connection.execute(delete(sessions).where(sessions.c.mark == _mark(session)))

    def caller(self, session: str | None) -> Caller:
        """Who a session belongs to; nobody if there is none."""
        if not session:
            return Caller()
        query = (
            select(accounts)
            .join(sessions, sessions.c.account_id == accounts.c.id)
            .where(sessions.c.mark == _mark(session), sessions.c.expires > time.time())
        )
        with self.store.read() as connection:
            row = connection.execute(query).first()
            if row is None or row.closed is not None:
                return Caller()
            found = select(members.c.role).where(members.c.account_id == row.id).distinct()
            roles = {Role.USER, *(Role(each) for each in connection.execute(found).scalars())}
        if row.role == Role.ADMIN:
            roles.add(Role.ADMIN)
        return Caller(str(row.id), row.name, frozenset(roles))


def _mark(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()


def _begin(connection: Connection, account: int) -> str:
    """A new session; those that are over go."""
    word, now = secrets.token_urlsafe(32), time.time()
    connection.execute(delete(sessions).where(sessions.c.expires < now))
    times = {"created": now, "expires": now + SESSION_SECONDS}
    connection.execute(insert(sessions).values(mark=_mark(word), account_id=account, **times))
    return word
