"""The beam search beside its peers: sentences per CPU second against the average model score.

Moses and Moses2 cannot be installed: their figures and totals are those recorded in ../shared/fixtures with
the same tables, weights and limits (loading excluded, measured on another day). sil-thot (PyPI) translates in
this run, with a model of its own kind.
"""

from __future__ import annotations

import gzip
import importlib.util
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import Pipe
from pathlib import Path

import numpy as np
import sacrebleu

from benchmarks import thot_peer
from benchmarks.corpora import SHARED
from manyways.model import Model
from manyways.model.moses import import_moses
from manyways.search import BeamSearch, BeamSettings, PhraseModel
from manyways.text.column import TextColumn
from manyways.train import Inputs, TextSettings, TrainSettings, train

PEERS = SHARED / "fixtures"
MULTI30K = SHARED / "data" / "multi30k-de-en"
RECORDED = {
    "moses-de-en-1000": "Moses, cube 500 and 1000: 39.6 at -46.5741, 25.4 at -46.5729; Moses2: 149 and 81",
    "europarl-de-en/test": "cube 1000, sample of 304: Moses 21.4, Moses2 59.6; a wide search -62.86998",
}
GOALS = {
    "moses-de-en-1000": [(220, -46.5741), (120, -46.5729)],
    "europarl-de-en/test": [(90, -62.8702)],
}
CURVE = [(200, 2.0), (500, 2.0), (1000, 2.0), (1000, 3.0), (1300, 4.0), (2000, 2.5), (2000, 3.0), (4000, 3.0)]
THREADS_SAMPLE, THREADS_ROUNDS = 300, 15
THOT_PAIRS = 5_000  # training on all of them takes minutes; more phrases make it slower, not faster


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def bench_curve(decoder: PhraseModel, sources: TextColumn) -> None:
    for pops, margin in CURVE:
        settings = BeamSettings(pops=pops, stack=pops, margin=margin)
        start = cpu_seconds()
        found = BeamSearch(decoder.with_weights(decoder.weights), settings, threads=1).best(sources)
        rate = len(sources) / (cpu_seconds() - start)
        score = found.scores.mean()
        print(f"  pops {pops:5d} margin {margin:.1f}: {rate:7.1f} / CPU s at {score:.5f}", flush=True)


def bench_lists(decoder: PhraseModel, sources: TextColumn) -> None:
    for size, goal in ((100, 180), (1000, 75)):
        start = cpu_seconds()
        lists = BeamSearch(decoder, BeamSettings(pops=500, stack=500, margin=2.0), threads=1).lists(
            sources, size
        )
        rate = len(sources) / (cpu_seconds() - start)
        print(f"  {size} distinct with features: {rate:.1f} / CPU s (goal {goal}; Moses 1000 distinct 0.5);"
              f" {lists.candidate_count / len(sources):.1f} per sentence")  # fmt: skip


def in_process(work: Callable[[], object]) -> None:
    if (child := os.fork()) == 0:
        work()
        os._exit(0)
    os.waitpid(child, 0)


class Worker:
    """A process of its own that decodes when told, so that what a first run pays once is not measured."""

    def __init__(self, decoder: PhraseModel, sample: TextColumn) -> None:
        self.pipe, theirs = Pipe()
        if (child := os.fork()) == 0:
            while threads := theirs.recv():
                fresh = decoder.with_weights(decoder.weights)
                start, wall = cpu_seconds(), time.perf_counter()
                BeamSearch(fresh, threads=threads).best(sample)
                theirs.send((cpu_seconds() - start, time.perf_counter() - wall))
            os._exit(0)
        self.child = child

    def close(self) -> None:
        self.pipe.send(0)
        os.waitpid(self.child, 0)


def timed(workers: list[Worker], threads: int) -> tuple[float, float]:
    """CPU seconds of each and wall seconds of all, working at once."""
    for worker in workers:
        worker.pipe.send(threads)
    answers = [worker.pipe.recv() for worker in workers]
    return statistics.mean(cpu for cpu, _ in answers), max(wall for _, wall in answers)


def bench_threads(decoder: PhraseModel, sources: TextColumn) -> None:
    """One thread, two threads, two processes, one thread again, in turn: ratios and medians."""
    sample = TextColumn.from_texts(list(sources)[:THREADS_SAMPLE])
    workers = [Worker(decoder, sample), Worker(decoder, sample)]
    timed(workers, 2)  # arenas grow, pages are copied
    ratios: dict[str, list[float]] = {"cpu": [], "processes": [], "gain": []}
    for _ in range(THREADS_ROUNDS):
        one = [timed(workers[:1], 1)]
        two, two_wall = timed(workers[:1], 2)
        each, both_wall = timed(workers, 1)
        one.append(timed(workers[:1], 1))
        alone = statistics.mean(cpu for cpu, _ in one)
        ratios["cpu"].append(two / alone)
        ratios["processes"].append(each / alone)
        ratios["gain"].append(both_wall / (2 * two_wall))
    for worker in workers:
        worker.close()
    cpu, processes, gain = (statistics.median(values) for values in ratios.values())
    print(f"  2 threads: {cpu:.3f} of the CPU time of one (goal 1.05); two processes: {processes:.3f} each;"
          f" gain by the clock {gain:.3f} of that of two processes (goal 0.95)")  # fmt: skip
    for name, values in ratios.items():
        print(f"    {name}, round by round: " + " ".join(f"{value:.2f}" for value in values), flush=True)


def bench_memory(decoder: PhraseModel, sources: TextColumn) -> None:
    """What a sentence adds to the process's peak, at 1,000 pops."""
    texts = sorted(sources, key=lambda text: len(text.split()))
    words = " ".join(texts).split()
    for text in (texts[len(texts) // 2], texts[-1], " ".join(words[-200:])):

        def work(text: str = text) -> None:
            BeamSearch(decoder, threads=1).best([texts[0]])
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            BeamSearch(decoder, threads=1).best([text])
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            print(f"  a sentence of {len(text.split())} words: {grown / 1024:.1f} MB more", flush=True)

        sys.stdout.flush()
        in_process(work)


def bench_recorded(folder: Path) -> None:
    for name, recorded in RECORDED.items():
        model = import_moses(PEERS / name / "moses.ini", folder / name.replace("/", "-"))
        model = replace(model, search=replace(model.search, table_limit=20))
        start = time.perf_counter()
        decoder = PhraseModel.open(model)
        opened = 1000 * (time.perf_counter() - start)
        text = (PEERS / name / "source.de").read_text(encoding="utf-8")
        sources = TextColumn.from_texts(text.splitlines())
        print(f"{name}: {len(sources)} sentences; opened in {opened:.1f} ms (goal 50); recorded: {recorded}")
        print("  goals: " + ", ".join(f"{speed} / CPU s at {score}" for speed, score in GOALS[name]))
        if name == "moses-de-en-1000":
            bench_memory(decoder, sources)
            bench_threads(decoder, sources)
            bench_lists(decoder, sources)
        bench_curve(decoder, sources)


def read(name: str) -> list[str]:
    path = MULTI30K / name
    data = gzip.decompress(path.read_bytes()) if name.endswith(".gz") else path.read_bytes()
    return data.decode().splitlines()


def bleu(candidates: list[str]) -> float:
    references = read("devtest.en")[: len(candidates)]
    return float(sacrebleu.corpus_bleu(candidates, [references], tokenize="none", force=True).score)


def bench_own(folder: Path) -> PhraseModel:
    """The model that `manyways train` makes of all 29,000 pairs, neither filtered nor tuned."""
    start = cpu_seconds()
    text = TextSettings(source_language="de", target_language="en", tokenised=True, casing="keep")
    inputs = Inputs(source=MULTI30K / "train.de.gz", target=MULTI30K / "train.en.gz")
    train(inputs, folder / "own", TrainSettings(text=text))
    print(f"Multi30k, trained in {cpu_seconds() - start:.1f} CPU s, test 2016, weights not tuned:")
    decoder = PhraseModel.open(Model.open(folder / "own"))
    sources = TextColumn.from_texts(read("devtest.de"))
    bench_curve(decoder, sources)
    return decoder


def bench_thot(folder: Path, decoder: PhraseModel, sentences: int = 200) -> None:
    if importlib.util.find_spec("thot") is None:
        print("sil-thot is not installed: make bench installs it")
        return
    peer = thot_peer.build(folder, read("train.de.gz")[:THOT_PAIRS], read("train.en.gz")[:THOT_PAIRS])
    texts = read("devtest.de")[:sentences]
    start = cpu_seconds()
    theirs = [peer(text) for text in texts]
    rate = len(texts) / (cpu_seconds() - start)
    start = cpu_seconds()
    ours = BeamSearch(decoder, BeamSettings(), threads=1).best(texts)
    own_rate = len(texts) / (cpu_seconds() - start)
    forced = [each.translation for each in BeamSearch(decoder).force(texts, theirs)]
    reached = [i for i, each in enumerate(forced) if each is not None]
    score = np.mean([each.score for each in forced if each is not None])
    print(f"sil-thot, {sentences} sentences, {THOT_PAIRS} pairs: {rate:.1f} / CPU s, BLEU {bleu(theirs):.2f}")
    print(f"  manyways: {own_rate:.1f} / CPU s, BLEU {bleu(list(ours.texts)):.2f}; average model score on the"
          f" {len(reached)} sentences whose sil-thot translation we can make:"
          f" {ours.scores[reached].mean():.3f},"
          f" of sil-thot's {score:.3f}")  # fmt: skip


def main() -> None:
    if not PEERS.is_dir():
        print(f"no {PEERS}: nothing to measure on")
        return
    with tempfile.TemporaryDirectory() as folder:
        bench_recorded(Path(folder))
        if MULTI30K.is_dir():
            bench_thot(Path(folder), bench_own(Path(folder)))


if __name__ == "__main__":
    main()
