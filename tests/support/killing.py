"""A server of studies that is killed (SIGKILL) and started again, and people who go on typing meanwhile.

    python -m tests.support.killing STORE PORT        # one that can be started again without loading again

The program loads everything once; for each line that it reads it forks a child that serves.
"""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

from manyways.web.accounts import Accounts
from manyways.web.people.simulating import visit
from manyways.web.people.visitor import Page, Visitor
from manyways.web.store import Store, entries, verify
from manyways.web.store.tables import slots
from manyways.web.studies.creating import Study, create
from manyways.web.studies.design import Design
from manyways.web.studies.settings import StudySettings
from tests.support.studies import sentences

__all__ = ["Tally", "type_and_kill"]

LOST = (http.client.HTTPException, OSError)


@dataclass
class Tally:
    """What was acknowledged, by slot and sequence; done: texts that were submitted."""

    saved: dict[tuple[str, int], str] = field(default_factory=dict)
    done: dict[str, str] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)  # that an acknowledgement took
    problems: list[str] = field(default_factory=list)
    kills: int = 0
    refused: int = 0


class Server:
    """Forked children of one process, on one port."""

    def __init__(self, store: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "tests.support.killing", str(store), str(self.port)]
        self.parent = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.child = 0

    def start(self) -> None:
        assert self.parent.stdin is not None
        assert self.parent.stdout is not None
        self.parent.stdin.write("start\n")
        self.parent.stdin.flush()
        self.child = int(self.parent.stdout.readline())
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.01)

    def kill(self) -> None:
        """And wait until it is gone, and its port free."""
        os.kill(self.child, signal.SIGKILL)
        while Path(f"/proc/{self.child}").exists():
            time.sleep(0.005)

    def close(self) -> None:
        self.kill()
        assert self.parent.stdin is not None
        assert self.parent.stdout is not None
        self.parent.stdin.close()
        self.parent.wait(30)
        self.parent.stdout.close()


def type_and_kill(folder: Path, *, people: int, kills: int, saves: int) -> Tally:
    """What was acknowledged to people who type while the server is killed every so many saves."""
    store = Store.open(folder / "killed.db", create=True)
    settings = StudySettings(sentences=60, repetitions=10, judges=0, code_after=0)
    study = create(store, "killed", Design.draw(sentences(80), settings))
    word = Accounts(store).invite("annotator", study=study, places=100 * people)
    server, tally, over = Server(folder / "killed.db"), Tally(), threading.Event()
    server.start()
    address = f"http://127.0.0.1:{server.port}"
    typists = [_Typist(Visitor(address), word, number, tally, over) for number in range(people)]
    threads = [threading.Thread(target=each.run) for each in typists]
    for each in threads:
        each.start()
    for _ in range(kills):
        before = len(tally.saved)
        while len(tally.saved) < before + saves:
            time.sleep(0.01)
        server.kill()
        tally.kills += 1
        server.start()
    over.set()
    for each in threads:
        each.join(60)
    server.close()
    _compare(store, study, tally)
    store.close()
    return tally


class _Typist:
    """Types letters one by one, sends each, and remembers what was acknowledged."""

    def __init__(self, visitor: Visitor, word: str, number: int, tally: Tally, over: threading.Event) -> None:
        self.visitor, self.word, self.number, self.tally, self.over = visitor, word, number, tally, over
        self.begun = False
        self.last: dict[str, int] = {}  # the last number that was acknowledged, by slot

    def run(self) -> None:
        while not self.over.is_set():
            try:
                self._work()
            except LOST:
                self.visitor.close()
                time.sleep(0.02)
            except Exception as error:
                self.tally.problems.append(repr(error))
                break
        self.visitor.close()

    def _page(self) -> Page:
        if self.begun:
            return self.visitor.get("/work/killed/annotator")
        name = (
            f"typist {self.number}.{time.monotonic_ns()}"  # the name may be taken by an answer that was lost
        )
        page = visit(self.visitor, self.word, name)
        self.begun = True
        return page

    def _work(self) -> None:
        page = self._page()
        while page.form and not self.over.is_set():
            key = page.form.rpartition("/")[2]
            known = self.last.get(key, 0)
            if page.sequence <= known:
                self.tally.problems.append(
                    f"{key}: {known} was acknowledged, the page has {page.sequence - 1}"
                )
            text = ""
            for number in range(page.sequence, page.sequence + 12):
                text += "abcdefghijkl"[number % 12]
                draft = {"sequence": number, "sitting": f"{self.number}", "text": text, "events": []}
                start = time.perf_counter()
                answer = self.visitor.send(f"{page.form}/save", draft)
                self.tally.seconds.append(time.perf_counter() - start)
                if answer.status != 200:
                    self.tally.refused += 1
                    if answer.status != 409:  # after a lost answer that was saved: load again
                        self.tally.problems.append(f"{answer.status}: {answer.body[:200]}")
                    return
                self.tally.saved[key, number] = text
                self.last[key] = number
            values = {"sequence": number + 1, "sitting": f"{self.number}", "text": text, "events": "[]"}
            page = self.visitor.post(page.form, values)
            self.tally.done[key] = text


def _compare(store: Store, study: Study, tally: Tally) -> None:
    """Everything that was acknowledged is in the log, and the log is whole."""
    with store.read() as connection:
        verify(connection, study.id)
        names = {row.id: row for row in connection.execute(select(slots))}
        kept = {
            (names[each.slot].key, each.sequence): each.data["text"]
            for each in entries(connection, study.id, "saved", "submitted")
            if each.slot is not None
        }
        states = {row.key: (row.state, row.text) for row in names.values()}
    tally.problems += [f"{at} is lost" for at, text in tally.saved.items() if kept.get(at) != text]
    tally.problems += [
        f"{key} is not done" for key, text in tally.done.items() if states[key] != ("done", text)
    ]


def main(store: str, port: int) -> None:
    from manyways.web.people import create_study_app
    from manyways.web.serving import serve
    from manyways.web.settings import ServeSettings

    settings = ServeSettings(port=port, rate=0)
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            serve(create_study_app(settings, Store.open(store)), settings, lambda address: None)
            os._exit(0)
        print(child, flush=True)
        threading.Thread(target=os.waitpid, args=(child, 0), daemon=True).start()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
