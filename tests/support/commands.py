"""The command, run as a user runs it."""

from __future__ import annotations

import atexit
import functools
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def manyways_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`manyways ARGUMENTS` in this folder and environment: a process of its own."""
    if sys.platform != "linux":
        command = [sys.executable, "-m", "manyways", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    request = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    answer = json.loads(server.stdout.readline())
    return subprocess.CompletedProcess(
        ["manyways", *arguments], answer["status"], answer["out"], answer["error"]
    )


@functools.cache
def _server() -> subprocess.Popen[str]:
    """The process that forks (tests/support/forks.py), one for all tests of this one."""
    one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.support.forks"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | one,
        text=True,
    )
    atexit.register(_end, server)
    return server


def _end(server: subprocess.Popen[str]) -> None:
    assert server.stdin is not None
    server.stdin.close()
    server.wait()
