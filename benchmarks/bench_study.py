"""Studies under load: 20 people type and every letter is saved, while the server is killed (SIGKILL) 50
times.

    python -m benchmarks.bench_study [KILLS]

Everything that was acknowledged must be in the log afterwards, and the log must be whole. Beside that: how
long an acknowledgement takes (each is a commit that has reached the disk), with all 20 typing as fast as they
can.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np
from tests.support.killing import type_and_kill

PEOPLE, KILLS = 20, 50


def main(kills: int = KILLS) -> None:
    with tempfile.TemporaryDirectory(prefix="manyways-") as folder:
        tally = type_and_kill(Path(folder), people=PEOPLE, kills=kills, saves=200)
    middle, high = np.percentile(tally.seconds, [50, 95])
    saved, done = len(tally.saved), len(tally.done)
    print(f"{PEOPLE} people, {tally.kills} kills: {saved:,} saves acknowledged, {done:,} texts done")
    print(f"a save takes {1000 * middle:.0f} ms (median), {1000 * high:.0f} ms (95 %)")
    print(f"refused after a lost answer, and loaded again: {tally.refused}")
    print("\n".join(tally.problems) or "nothing was lost")
    if tally.problems:
        sys.exit(1)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
