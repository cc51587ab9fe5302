from __future__ import annotations

import subprocess
import sys

import manyways


def manyways_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from manyways.cli.main import main; main()", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_version() -> None:
    done = manyways_command("--version")
    assert (done.returncode, done.stdout) == (0, f"manyways {manyways.__version__}\n")


def test_unknown_verb_is_the_users_to_mend() -> None:
    done = manyways_command("trnslate")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
