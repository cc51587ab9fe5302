"""A program that scores: candidates go to its standard input, numbers come from its standard output.

    Program("comet=python -m comet_lines --gpu 0")

It gets a line of JSON for each candidate, `{"source": "...", "text": "..."}` (without `source` where that is
not known), and answers each with a line: a number, or an object of numbers by name. It may collect as many
lines as it likes before it answers, and ends when its input does. One that answers nothing for longer than
the time limit, ends early or says something else is started again with what is still open, as often as
retries allow; its own words on standard error are shown as they are.

It is started as it is written, without a shell: for pipes and variables, sh -c '...'.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import shlex
import subprocess
import threading
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from manyways.errors import ConfigError, InputError
from manyways.features.outside import Answer, Item, OutsideSettings, Told
from manyways.wording import counted

__all__ = ["Program"]

_NAME = re.compile(r"([A-Za-z0-9._-]+)=(.*)", re.DOTALL)
_LONGEST = 1 << 20  # characters of an answer


@dataclass(frozen=True)
class Program:
    """given: the command, perhaps with a name for the column before it: `NAME=COMMAND`."""

    given: str

    def __post_init__(self) -> None:
        try:
            words = self.words
        except ValueError as error:
            raise ConfigError("--command", self.given, f"a command: {error}") from None
        if not words or not self.name:
            raise ConfigError("--command", self.given, "a command, or NAME=COMMAND")

    @property
    def words(self) -> list[str]:
        match = _NAME.fullmatch(self.given)
        return shlex.split(match.group(2) if match else self.given)

    @property
    def name(self) -> str:
        match = _NAME.fullmatch(self.given)
        return match.group(1) if match else os.path.basename(self.words[0])

    @property
    def identity(self) -> str:
        return f"program\0{shlex.join(self.words)}"

    def ask(self, items: Sequence[Item], settings: OutsideSettings, told: Told) -> None:
        left = list(range(len(items)))
        for _ in range(settings.retries + 1):
            fault = None
            done = 0
            answers = self._run([items[i] for i in left], settings.wait)
            with contextlib.closing(answers):
                try:
                    for answer in answers:
                        told(left[done], answer)
                        done += 1
                except _FailedError as error:
                    fault = str(error)
            left = left[done:]
            if not left:
                return
            fault = fault or f"ended after {done:,} of {len(left) + done:,} answers"
        raise InputError(
            f"{self.words[0]}: {fault}; the next was a candidate of sentence {items[left[0]].id!r}"
            f" (started {counted(settings.retries + 1, 'times')})",
            remedy='It must answer every line of JSON with a number: {"source": ..., "text": ...} -> 0.7',
        )

    def _run(self, items: Sequence[Item], limit: float) -> Generator[Answer, None, None]:
        """Answers in the order of the items, until the program fails or all are there."""
        try:
            process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            told = f"cannot be started: {error.strerror}"
            raise InputError(f"{self.words[0]} {told}", remedy="Is it installed, and spelt right?") from None
        lines: queue.Queue[bytes | None] = queue.Queue(maxsize=10000)
        stop = threading.Event()
        workers = [
            threading.Thread(target=_write, args=(process, items), daemon=True),
            threading.Thread(target=_read, args=(process, lines, stop), daemon=True),
        ]
        for each in workers:
            each.start()
        try:
            for _ in items:
                try:
                    line = lines.get(timeout=limit)
                except queue.Empty:
                    raise _FailedError(f"no answer in {limit:g} seconds") from None
                if line is None:
                    code = process.wait()
                    raise _FailedError(f"ended with status {code}" if code else "ended too early")
                yield _answer(line)
        finally:
            stop.set()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, 9)  # its own group: the program and what it started
            process.wait()
            for each in workers:
                each.join(timeout=1)


class _FailedError(Exception):
    """What was wrong with a run; another may go well."""


def _write(process: subprocess.Popen[bytes], items: Sequence[Item]) -> None:
    assert process.stdin is not None
    with contextlib.suppress(OSError, ValueError), process.stdin as out:
        for item in items:
            known = {} if item.source is None else {"source": item.source}
            out.write(json.dumps({**known, "text": item.text}, ensure_ascii=False).encode() + b"\n")


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes | None], stop: threading.Event) -> None:
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError), process.stdout as stream:
        while not stop.is_set() and (line := stream.readline(_LONGEST)):
            _put(lines, line, stop)
    _put(lines, None, stop)


def _put(lines: queue.Queue[bytes | None], line: bytes | None, stop: threading.Event) -> None:
    while not stop.is_set():
        with contextlib.suppress(queue.Full):
            lines.put(line, timeout=0.1)
            return


def _answer(line: bytes) -> Answer:
    """A number, or numbers by name."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    answer = value if isinstance(value, dict) else {"": value}
    if not answer or not all(_is_number(each) for each in answer.values()):
        said = line.decode(errors="replace").strip()[:80]
        raise _FailedError(f"answered {said!r}, not with a number")
    return {name: float(each) for name, each in answer.items()}


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300
