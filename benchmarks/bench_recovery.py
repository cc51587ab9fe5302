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

import numpy as np
from rich.console import Console
from rich.table import Table

from manyways.metrics import Ter
from manyways.tune import TUNERS, Examples, LpMert, Mert, Tuner, tune

SENTENCES, SIZE = 500, 100
DIMENSIONS = (10, 30, 100, 300, 1000)
NOISE = 0.1  # of the features' deviation
LENGTH = 1000  # of a made-up reference
MOST = {"lp-mert": 30}  # its programs are for some dozens of features


def planted(
    dimensions: int, *, sentences: int = SENTENCES, size: int = SIZE, noise: float = 0.0, seed: int = 1
) -> tuple[Examples, np.ndarray]:  # type: ignore[type-arg]
    """Examples whose metric is linear in the features, and the weights it is linear with."""
    rng = np.random.default_rng(seed)
    weights = rng.normal(size=dimensions)
    features = rng.uniform(0, 500, size=(sentences * size, dimensions))
    gold = features @ weights
    edits = np.rint(LENGTH * (gold.max() - gold) / (gold.max() - gold.min())).astype(np.int64)
    length = round(LENGTH * Ter().kernel.size_unit)
    statistics = np.column_stack([edits, np.full(len(edits), length)])
    offsets = np.arange(0, len(edits) + 1, size, dtype=np.int64)
    if noise > 0:
        features += rng.normal(scale=noise * features.std(), size=features.shape)
    names = tuple(f"f{i}" for i in range(dimensions))
    return Examples(names, features, statistics, offsets, Ter()), weights


def made(name: str) -> Tuner:
    """The tuner as it is; MERT, and MERT before LP-MERT, without restarts: one climb shows what it can."""
    without = Mert(restarts=0)
    made: dict[str, Tuner] = {"mert": without, "lp-mert": LpMert(first=without)}
    return made.get(name) or TUNERS[name]()


def cosine(one: np.ndarray, other: np.ndarray) -> float:  # type: ignore[type-arg]
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def main(dimensions: tuple[int, ...] = DIMENSIONS) -> None:
    console = Console()
    for noise in (0.0, NOISE):
        table = Table(title=f"cosine with the planted weights, noise {noise} (CPU seconds)")
        table.add_column("tuner")
        rows: dict[str, list[str]] = {name: [name] for name in TUNERS}
        for size in dimensions:
            table.add_column(f"D = {size}", justify="right")
            examples, weights = planted(size, noise=noise)
            for name in TUNERS:
                if size > MOST.get(name, size):
                    rows[name].append("")
                    continue
                began = time.process_time()
                found = tune(examples, made(name), seed=1, threads=1).vector
                seconds = time.process_time() - began
                rows[name].append(f"{cosine(found, weights):.3f} ({seconds:.1f})")
                print(noise, size, rows[name][-1], name, file=sys.stderr, flush=True)
        for row in rows.values():
            table.add_row(*row)
        console.print(table)


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or DIMENSIONS)
