"""tests/support/forks.py with input and output that fail.

    with Server(work) as server:
        done = server.run(["convert", "a", "b"], cwd=folder, strike=17)       # killed at its 17th I/O call
        done.status, done.out, done.error, done.calls

io_faults.c, which does the killing, is compiled here by the compiler that is at hand.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.support.forks import become, preload, status_of

__all__ = ["Done", "Server", "compiler"]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def compiler() -> str | None:
    """A C compiler, where there is one and libraries can be preloaded."""
    if not sys.platform.startswith("linux"):
        return None
    return next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)


@dataclass(frozen=True)
class Done:
    """How a process ended: its status (minus the signal, if one did it), what it said and called."""

    status: int
    out: str
    error: str
    calls: list[str]


class Server:
    """The parent of all processes; `work` is a folder for it alone."""

    def __init__(self, work: Path) -> None:
        self.work = work

    def __enter__(self) -> Server:
        self.work.mkdir(parents=True, exist_ok=True)
        library = self.work / "io_faults.so"
        source = HERE / "io_faults.c"
        found = compiler()
        assert found is not None
        subprocess.run([found, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
        before = os.environ.get("LD_PRELOAD", "").split()  # a sanitizer wants to be the first
        preloaded = " ".join([*before, str(library)])
        environment = {**os.environ, **one, "LD_PRELOAD": preloaded, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.fork_server"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def run(
        self,
        arguments: list[str],
        *,
        cwd: Path,
        temporary: Path | None = None,
        strike: int = 0,
        failure: int = 0,
        stdout: str = "",
    ) -> Done:
        """One process; `failure` is the error number of the struck call, 0 kills it."""
        out, error, count = (self.work / name for name in ("stdout", "stderr", "calls"))
        count.write_text("")
        values = {
            "arguments": arguments,
            "cwd": str(cwd),
            "temporary": str(temporary or self.work),
            "strike": strike,
            "failure": failure,
            "streams": [os.devnull, stdout or str(out), str(error)],
            "count": str(count),
        }
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(values) + "\n")
        self.process.stdin.flush()
        status = int(self.process.stdout.readline())
        told = "" if stdout else out.read_text(encoding="utf-8", errors="replace")
        return Done(status, told, error.read_text(encoding="utf-8"), count.read_text().split())


def serve() -> None:
    """Fork for each line of standard input; answer with the status."""
    main = preload()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _child(json.loads(line), main)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _child(values: dict[str, Any], main: Any) -> None:
    faults = ctypes.CDLL(None)
    faults.faults_trace.restype = ctypes.c_char_p
    code = 1
    try:
        os.chdir(values["cwd"])
        os.environ["TMPDIR"] = values["temporary"]
        for number, path in enumerate(values["streams"]):
            flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            os.dup2(os.open(path, flags, 0o666), number)
        become(values["arguments"])
        faults.faults_arm(values["strike"], values["failure"])
        code = status_of(main)
    except BaseException:
        traceback.print_exc()
        code = 1
    finally:
        calls = faults.faults_trace().decode()
        faults.faults_arm(0, 0)
        with open(values["count"], "w") as out:
            out.write(calls)
        os._exit(code)


if __name__ == "__main__":
    serve()
