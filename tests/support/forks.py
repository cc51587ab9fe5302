"""`manyways`, started hundreds of times for the price of one: a process that has it imported and forks.

    python -m tests.support.forks       # a request in JSON on each line, an answer to each

A child is a process of its own, with folder, environment, pipes and status as if it had been started anew;
what it does not do is import everything again, which takes longer than most commands.
"""

from __future__ import annotations

import io
import json
import os
import pkgutil
import selectors
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

__all__ = ["become", "preload", "status_of"]

SECONDS = 120.0
LIBRARY = ("translator", "tune", "train", "diverse", "model.moses", "metrics.evaluation", "report.tuning")


def preload() -> Callable[[], None]:
    """Import all that verbs import, and give what `manyways` calls."""
    import typer

    import manyways.cli
    from manyways.cli.main import app, main

    for module in pkgutil.iter_modules(manyways.cli.__path__):
        __import__(f"manyways.cli.{module.name}")
    for name in LIBRARY:
        __import__(f"manyways.{name}")
    group = typer.main.get_command(app)
    group.make_context("manyways", ["convert", "in", "--out", "-"])  # what Typer imports when it is needed
    return main


def become(arguments: list[str]) -> None:
    """This process is `manyways ARGUMENTS`, and its first three descriptors are the streams."""
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(io.FileIO(0)))
    sys.stdout = sys.__stdout__ = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")))
    sys.stderr = sys.__stderr__ = io.TextIOWrapper(io.FileIO(2, "w"), write_through=True)  # type: ignore[arg-type]
    sys.argv = ["manyways", *arguments]


def status_of(main: Callable[[], None]) -> int:
    """What the process ends with."""
    code = 1
    try:
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        sys.stdout.flush()  # as the interpreter does at its end
    except BaseException:
        traceback.print_exc()
        code = 1
    return code


def _answer(request: dict[str, Any], main: Callable[[], None]) -> dict[str, Any]:
    pipes = [os.pipe(), os.pipe()]
    child = os.fork()
    if child == 0:
        os.environ.clear()
        os.environ.update(request["environment"])
        os.chdir(request["folder"])
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, (_, end) in enumerate(pipes, 1):
            os.dup2(end, number)
        os.closerange(3, 256)
        become(request["arguments"])
        os._exit(status_of(main))
    for _, end in pipes:
        os.close(end)
    told: dict[int, bytearray] = {start: bytearray() for start, _ in pipes}
    with selectors.DefaultSelector() as selector:
        for start in told:
            selector.register(start, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(SECONDS)
            if not ready:
                os.kill(child, signal.SIGKILL)
            for key, _ in ready:
                piece = os.read(key.fd, 1 << 16)
                told[key.fd] += piece
                if not piece:
                    selector.unregister(key.fd)
                    os.close(key.fd)
    _, status = os.waitpid(child, 0)
    out, error = (bytes(each).decode(errors="surrogateescape") for each in told.values())
    return {"status": os.waitstatus_to_exitcode(status), "out": out, "error": error}


if __name__ == "__main__":
    known = preload()
    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line), known)), flush=True)
