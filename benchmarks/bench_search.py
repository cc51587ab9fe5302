"""The beam search beside Moses and Moses2: sentences per CPU second against the average model score.

The models, and the peers' figures and totals, are those of ../shared/fixtures (same tables, weights, limits;
loading excluded; measured on another day, so compare orders of magnitude). sil-thot trains its own models:
its figure is also the one recorded there.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from manyways.model.moses import import_moses
from manyways.search import BeamSettings, Decoder
from manyways.text.column import TextColumn

PEERS = Path(__file__).resolve().parent.parent.parent / "shared" / "fixtures"
RECORDED = {
    "moses-de-en-1000": (
        "Moses, cube 500 and 1000: 39.6 at -46.5741, 25.4 at -46.5729; Moses2: 149 and 81; sil-thot 31.8"
    ),
    "europarl-de-en/test": "cube 1000, sample of 304: Moses 21.4, Moses2 59.6; a wide search -62.86998",
}
GOALS = {
    "moses-de-en-1000": [(220, -46.5741), (120, -46.5729)],
    "europarl-de-en/test": [(90, -62.8702)],
}
CURVE = [(200, 2.0), (500, 2.0), (1000, 2.0), (1000, 3.0), (1300, 4.0), (2000, 2.5), (2000, 3.0), (4000, 3.0)]


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def bench_curve(name: str, decoder: Decoder, sources: TextColumn) -> None:
    print(f"{name}: {len(sources)} sentences; recorded: {RECORDED[name]}")
    for speed, score in GOALS[name]:
        print(f"  goal: {speed} sentences per CPU s at {score}")
    for pops, margin in CURVE:
        settings = BeamSettings(pops=pops, stack=pops, margin=margin)
        start = cpu_seconds()
        found = decoder.with_weights(decoder.weights).decode(sources, settings, threads=1)
        rate = len(sources) / (cpu_seconds() - start)
        print(
            f"  pops {pops:5d} margin {margin:.1f}: {rate:7.1f} / CPU s at {found.scores.mean():.5f}",
            flush=True,
        )


def bench_lists(decoder: Decoder, sources: TextColumn) -> None:
    for size, goal in ((100, 180), (1000, 75)):
        start = cpu_seconds()
        lists = decoder.kbest(sources, size, BeamSettings(pops=500, stack=500, margin=2.0), threads=1)
        rate = len(sources) / (cpu_seconds() - start)
        print(f"  {size} distinct with features: {rate:.1f} / CPU s (goal {goal}; Moses 1000 distinct 0.5);"
              f" {lists.candidate_count / len(sources):.1f} per sentence")  # fmt: skip


def bench_threads(decoder: Decoder, sources: TextColumn) -> None:
    times = []
    for threads in (1, 2):
        start, wall = cpu_seconds(), time.perf_counter()
        found = decoder.decode(sources, threads=threads)
        times.append((cpu_seconds() - start, time.perf_counter() - wall, found.scores))
    (one, one_wall, scores), (two, two_wall, others) = times
    assert np.array_equal(scores, others)
    print(
        f"  2 threads: {two / one:.3f} of the CPU time, {one_wall / two_wall:.2f} times as fast by the clock"
    )


def main() -> None:
    if not PEERS.is_dir():
        print(f"no {PEERS}: nothing to measure on")
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in RECORDED:
            model = import_moses(PEERS / name / "moses.ini", Path(folder) / name.replace("/", "-"))
            model = replace(model, search=replace(model.search, table_limit=20))
            start = time.perf_counter()
            decoder = Decoder.open(model)
            opened = time.perf_counter() - start
            text = (PEERS / name / "source.de").read_text(encoding="utf-8")
            sources = TextColumn.from_texts(text.splitlines())
            bench_curve(name, decoder, sources)
            print(f"  opening the model: {1000 * opened:.1f} ms")
            if name == "moses-de-en-1000":
                bench_lists(decoder, sources)
                bench_threads(decoder, sources)


if __name__ == "__main__":
    sys.exit(main())
