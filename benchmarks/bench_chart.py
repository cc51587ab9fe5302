"""The chart search beside Moses: sentences per CPU second against the average model score.

    python -m benchmarks.bench_chart                                # hiero of ../shared, and Multi30k
    python -m benchmarks.bench_chart --model DIR --source FILE      # a model of your own, tokenised text

The model of your own is searched by both methods, grouping and cube pruning. Moses cannot be installed: its
figures are those recorded in ../shared/fixtures with the same rules, weights and limits (loading excluded,
measured on another day). The average leaves out the -100 of unknown words.
"""

from __future__ import annotations

import argparse
import gzip
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.corpora import absent
from benchmarks.hiero import FIXTURES, hiero_model, hiero_rules, hiero_sources
from manyways.model import SearchSettings
from manyways.search import ChartSearch, ChartSettings, RuleModel
from manyways.text.column import read_column
from manyways.train import Inputs, TextSettings, TrainSettings, train

MULTI30K = FIXTURES.parent / "data" / "multi30k-de-en"
RECORDED = "Moses cube pruning 4.1 at -2.9154, 11 at -2.9192; incremental 16.5 at -2.9180, 35 at -2.9205"
GOALS = [(100, -2.9205), (60, -2.9180), (25, -2.9154)]
CURVE = [(100, 2.5), (200, 2.5), (4000, 2.0), (400, 2.5), (1000, 2.5), (4000, 2.5)]
CUBES = (20, 50, 100, 200, 400, 1000)  # pops of cube pruning, which has no margin
PAIRS = 10_000  # all of them take ten minutes
ROUNDS = 7


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measure(model: RuleModel, sources: list[str], settings: ChartSettings) -> tuple[float, float]:
    """Sentences per CPU second and the average score; every run begins with empty caches."""
    fresh = model.with_weights(model.weights)
    start = cpu_seconds()
    found = ChartSearch(fresh, settings, threads=1).best(sources)
    rate = len(sources) / (cpu_seconds() - start)
    unknown = model.feature_names.index("UnknownWordPenalty0")
    return rate, float(np.mean(found.scores - model.core.weights[unknown] * found.features[:, unknown]))


def bench_curve(name: str, model: RuleModel, sources: list[str], rounds: int) -> None:
    for pops, margin in CURVE:
        rows = [measure(model, sources, ChartSettings(pops=pops, margin=margin)) for _ in range(rounds)]
        rate, score = max(rows)
        met = [f"{goal} at {least}" for goal, least in GOALS if rate >= goal and round(score, 4) >= least]
        told = f"   goals: {', '.join(met) or '-'}" if name == "hiero" else ""
        print(
            f"{name}  pops {pops:5}  margin {margin}  {rate:6.1f} sentences/CPU s  {score:.4f}{told}",
            flush=True,
        )


def bench_cubes(name: str, model: RuleModel, sources: list[str]) -> None:
    for pops in CUBES:
        rate, score = measure(model, sources, ChartSettings(pops=pops, method="cube"))
        print(f"{name}  pops {pops:5}  cube pruning  {rate:6.1f} sentences/CPU s  {score:.4f}", flush=True)


def bench_threads(model: RuleModel, sources: list[str], rounds: int = ROUNDS) -> None:
    """CPU time of two threads relative to one, in turns."""
    used: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for threads, row in used.items():
            start = cpu_seconds()
            ChartSearch(model, threads=threads).best(sources)
            row.append(cpu_seconds() - start)
    ratio = float(np.median(used[2]) / np.median(used[1]))
    spread = ", ".join(f"{two / one:.3f}" for one, two in zip(used[1], used[2], strict=True))
    print(f"two threads: {ratio:.3f} of one thread's CPU time (by round: {spread})")


def multi30k_model(folder: Path) -> RuleModel:
    for side in ("de", "en"):
        with gzip.open(MULTI30K / f"train.{side}.gz", "rt", encoding="utf-8") as lines:
            text = "".join(line for line, _ in zip(lines, range(PAIRS), strict=False))
        (folder / f"train.{side}").write_text(text, encoding="utf-8")
    pairs = Inputs(source=folder / "train.de", target=folder / "train.en")
    settings = TrainSettings(kind="hierarchical", text=TextSettings(tokenised=True, casing="keep"))
    return RuleModel.open(train(pairs, folder / "model", settings).model)


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--model", help="a hierarchical model")
    parser.add_argument("--source", help="tokenised sentences")
    given = parser.parse_args(arguments)
    if given.model is not None:
        model, sources = RuleModel.open(given.model), list(read_column(given.source))
        bench_curve("own", model, sources, 1)
        bench_cubes("own", model, sources)
        bench_threads(model, sources, 3)
        return
    if absent(FIXTURES):
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        model = hiero_model(hiero_rules(folder), SearchSettings(table_limit=0))
        sources = hiero_sources()
        print(RECORDED)
        bench_curve("hiero", model, sources, ROUNDS)
        bench_threads(model, sources * 2)
        model = multi30k_model(folder)
        sources = (MULTI30K / "devtest.de").read_text(encoding="utf-8").splitlines()
        bench_curve("multi30k", model, sources, 1)
        start = time.perf_counter()
        RuleModel.open(folder / "model")
        print(f"opening: {1000 * (time.perf_counter() - start):.1f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
