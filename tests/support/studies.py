"""Studies for tests: sentences with planted lists, people who do something, a PostgreSQL of one's own."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from argon2 import PasswordHasher
from sqlalchemy import insert

from manyways.web.store import Store
from manyways.web.store.tables import accounts
from manyways.web.studies.assigning import Place
from manyways.web.studies.creating import Study
from manyways.web.studies.design import Listed
from manyways.web.studies.settings import StudySettings
from manyways.web.studies.working import Save, Work, agree, join, judge, submit, work_of

_SPOKEN = "the a cat dog sat ran on mat red big house tree with from over under blue green man woman child"
WORDS = _SPOKEN.split()
SMALL = StudySettings(sentences=4, repetitions=1, judges=1, checks=0, code_after=2)


def sentences(count: int = 12, seed: int = 0) -> list[Listed]:
    """The best lists are alike, the diverse ones are not; how bad the first is differs."""
    rng = np.random.default_rng(seed)

    def spoiled(words: list[str], share: float) -> list[str]:
        return [WORDS[rng.integers(len(WORDS))] if rng.random() < share else each for each in words]

    found = []
    for i in range(count):
        right = [WORDS[k] for k in rng.integers(len(WORDS), size=rng.integers(6, 15))]
        share = float(rng.random()) * 0.6
        first = spoiled(right, share)
        lists = [
            tuple(dict.fromkeys([" ".join(first), *(" ".join(spoiled(words, size)) for _ in range(40))]))[:5]
            for words, size in ((first, 0.15), (right, max(share, 0.15)))
        ]
        bleu = 100 * (1 - share)
        found.append(Listed(f"s{i}", f"quelle {i}", " ".join(right), lists[0][0], bleu, *lists))
    return found


def people(store: Store, count: int, start: int = 0) -> list[int]:
    """Accounts without passwords."""
    with store.write() as connection:
        rows = [{"name": f"person {start + i}", "role": "user", "created": 0.0} for i in range(count)]
        made = connection.execute(
            insert(accounts).returning(accounts.c.id, sort_by_parameter_order=True), rows
        )
        return [int(each) for each in made.scalars()]


def entered(store: Store, study: Study, account: int, role: str) -> Place:
    """A person who has agreed to everything."""
    place = Place(study, account, role)
    with store.write() as connection:
        join(connection, study.id, account, role)
    for what in ("consented", "begun"):
        agree(store, place, what=what)
    return place


def finish(store: Store, place: Place, text: str = "", *, most: int = 10**6) -> list[Work]:
    """All that is left for a person, done; what they were shown."""
    shown: list[Work] = []
    while len(shown) < most and (work := work_of(store, place)) is not None:
        done = submit if work.kind == "edit" else judge
        words = text or (work.shown[0] if work.kind == "edit" else "first")
        events = [[0, "open", 0], [1000 * (1 + len(shown)), "insert", 1]]
        done(store, place.study, place.account, work.key, Save(work.sequence + 1, "s", words, events))
        shown.append(work)
    return shown


@contextmanager
def quick_passwords() -> Iterator[None]:
    """argon2id as everywhere, with less memory and time: what it costs is not tested."""
    with pytest.MonkeyPatch.context() as patch:
        cheap = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr("manyways.web.accounts.PasswordHasher", cheap)
        yield


def postgres_programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The address of a server of this test's own, which listens on a socket in `folder`."""
    programs = postgres_programs()
    assert programs is not None
    user, drop = _unprivileged(folder)
    data = folder / "data"
    # What is preloaded for a Python with sanitizers has no business in a database.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    run = {"check": True, "env": environment, "preexec_fn": drop, **quiet}
    subprocess.run([programs / "initdb", "-D", data, "-U", user, "-A", "trust", "--no-sync"], **run)  # type: ignore[call-overload]
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    control = [str(programs / "pg_ctl"), "-D", str(data), "-w"]
    subprocess.run([*control, "-o", options, "-l", str(folder / "log"), "start"], **run)  # type: ignore[call-overload]
    try:
        yield f"postgresql://{user}@/postgres?host={folder}"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], **run)  # type: ignore[call-overload]


def _unprivileged(folder: Path) -> tuple[str, object]:
    """PostgreSQL does not run as root: there it runs as the user that Debian made for it."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid()).pw_name, None
    user = pwd.getpwnam("postgres")
    os.chown(folder, user.pw_uid, user.pw_gid)
    for parent in folder.parents:
        if parent.stat().st_uid == 0 and str(parent).startswith("/tmp/"):
            parent.chmod(parent.stat().st_mode | 0o011)

    def drop() -> None:
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)

    return "postgres", drop
