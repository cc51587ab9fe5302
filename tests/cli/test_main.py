from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

import manyways
from tests.support.commands import manyways_command


def test_version() -> None:
    done = manyways_command("--version")
    assert (done.returncode, done.stdout) == (0, f"manyways {manyways.__version__}\n")


def test_unknown_verb_is_the_users_to_mend() -> None:
    done = manyways_command("trnslate")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGPIPE")
@pytest.mark.parametrize("arguments", [["--help"], ["translate", "--help"], ["--version"], ["check", "-"]])
def test_a_reader_that_goes_away_ends_the_program_as_it_ends_other_tools(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-c", "from manyways.cli.main import main; main()", *arguments]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, input=b"a ||| b\n", timeout=120)
    os.close(write)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")
