"""The support vector machine with its folds: CPU time for 2,000 lists of 1,000 candidates with 60 features.

    python -m benchmarks.bench_rerank

Features are drawn at random, BLEU's statistics from a sum of them and chance. Needs 4.2 GB.
"""

from __future__ import annotations

import time

import numpy as np

from manyways.metrics import Bleu
from manyways.rerank.learners import Task, learn_svm
from manyways.tune import Examples

SENTENCES, SIZE, FEATURES = 2000, 1000, 60
LENGTH = 20


def drawn(sentences: int, size: int, features: int) -> Examples:
    rng = np.random.default_rng(1)
    count = sentences * size
    mix = rng.normal(size=(features, features)) / np.sqrt(features)
    values = rng.normal(size=(count, features)) @ mix
    latent = values @ rng.normal(size=features) / np.sqrt(features) / 2 + rng.normal(size=count)
    right = 1 / (1 + np.exp(-latent))
    totals = LENGTH - np.arange(4)
    matches = [rng.binomial(total, right ** (1 + n / 2)) for n, total in enumerate(totals)]
    lengths = np.full((count, 2), LENGTH)
    statistics = np.column_stack([lengths, *matches, np.tile(totals, (count, 1))]).astype(np.int64)
    names = tuple(f"f{i}" for i in range(features))
    return Examples(names, values, statistics, np.arange(0, count + 1, size, dtype=np.int64), Bleu())


def main() -> None:
    examples = drawn(SENTENCES, SIZE, FEATURES)
    wall, cpu = time.perf_counter(), time.process_time()
    task = Task(examples, folds=5, seed=1, threads=2)
    found = learn_svm(task, (0.01, 0.1, 1.0, 10.0), {})
    print(f"{time.process_time() - cpu:.1f} CPU s, {time.perf_counter() - wall:.1f} s with 2 threads")
    for each in found.tried:
        print(f"{each.name:28} {each.score.value:.2f}")
    print(*found.remarks)


if __name__ == "__main__":
    main()
