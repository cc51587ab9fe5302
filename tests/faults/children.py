"""Runs what may crash or hang in forked children, and says how each call ended."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence

__all__ = ["outcomes"]

PATIENCE = 60 if os.environ.get("MANYWAYS_SANITIZED") else 20  # seconds for one call


def outcomes(calls: Sequence[Callable[[], object]]) -> list[str]:
    """For each call: "returned", the name of the exception that it raised, "crash" or "hang".

    A child goes on with the next call as long as it lives; a dead one is followed by another.
    """
    ends: list[str] = []
    while len(ends) < len(calls):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _work(calls[len(ends) :], writer)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as lines:
            ends += [line.strip() for line in lines]
        status = os.waitpid(child, 0)[1]
        if status != 0 and len(ends) < len(calls):
            hung = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM
            ends.append("hang" if hung else "crash")
    return ends


def _work(calls: Sequence[Callable[[], object]], writer: int) -> None:
    """The child's whole life: a line for each call that ended."""
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if not os.environ.get("MANYWAYS_SANITIZED"):  # there the report of a crash is what one wants
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        for call in calls:
            signal.alarm(PATIENCE)
            try:
                call()
                end = "returned"
            except BaseException as error:
                end = type(error).__name__
            signal.alarm(0)
            os.write(writer, f"{end}\n".encode())
    except BaseException as error:
        print(f"the harness itself failed: {error!r}", file=sys.stderr)
        os._exit(3)
    os._exit(0)
