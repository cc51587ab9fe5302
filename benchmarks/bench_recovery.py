"""Planted weights found again: the synthetic problem of Hopkins and May (2011), for every tuner.

    python -m benchmarks.bench_recovery [DIMENSIONS ...]

500 sentences with 100 candidates each, features drawn from [0, 500], and a metric that is linear in planted
weights: what a tuner should find is known. The table has the cosine of what it found with what was planted.
The metric is TER with made-up counts, because its corpus score is a plain mean; a second table adds noise to
the features that tuners see.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace

from rich.console import Console
from rich.table import Table
from tests.support.recovery import cosine, planted

from manyways.tune import TUNERS, LpMert, Mert, Tuner, tune

DIMENSIONS = (10, 30, 100, 300, 1000)
NOISE = 0.1  # of the features' deviation
MOST = {"lp-mert": 30}  # its programs are for some dozens of features


def rows() -> dict[str, Tuner]:
    """The tuners as they are; MERT in its parts, and MERT before LP-MERT, without restarts: one climb each.

    MERT as it is begins also at the optimum of the expected score, where it stays if no line leads higher.
    Its own share is what it finds without that, and without lines along the gradient of the same score.
    """
    lines = Mert(restarts=0, smooth_start=False, gradient=False)
    mert: dict[str, Tuner] = {
        "mert, axes and random lines": lines,
        "mert, and along the gradient": replace(lines, gradient=True),
        "mert, and from the expected score": Mert(restarts=0),
        "lp-mert": LpMert(first=Mert(restarts=0)),
    }
    return mert | {name: made() for name, made in TUNERS.items() if name not in ("mert", "lp-mert")}


def main(dimensions: tuple[int, ...] = DIMENSIONS) -> None:
    console = Console()
    for noise in (0.0, NOISE):
        table = Table(title=f"cosine with the planted weights, noise {noise} (CPU seconds)")
        table.add_column("tuner")
        cells: dict[str, list[str]] = {name: [name] for name in rows()}
        for size in dimensions:
            table.add_column(f"D = {size}", justify="right")
            examples, weights = planted(size, noise=noise)
            for name, tuner in rows().items():
                if size > MOST.get(name, size):
                    cells[name].append("")
                    continue
                began = time.process_time()
                found = tune(examples, tuner, seed=1, threads=1).vector
                seconds = time.process_time() - began
                cells[name].append(f"{cosine(found, weights):.3f} ({seconds:.1f})")
                print(noise, size, cells[name][-1], name, file=sys.stderr, flush=True)
        for row in cells.values():
            table.add_row(*row)
        console.print(table)


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or DIMENSIONS)
