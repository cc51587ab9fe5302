"""The command, run as a user runs it."""

from __future__ import annotations

import subprocess
import sys


def manyways_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from manyways.cli.main import main; main()", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
    )
