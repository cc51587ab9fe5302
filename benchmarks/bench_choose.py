"""Consensus (MBR) over lists: ours, fastchrf's and sacreBLEU's, from strings, in the same run.

    python -m benchmarks.bench_choose

CPU time on one thread, from samples. Candidates are real references (bible-zh-en) with words lost,
doubled and moved, about 120 characters each. fastchrf compares all pairs of a few sentences, sacreBLEU a
few pairs; the values of fastchrf and ours are compared, too. Peak memory is that of a process of its
own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import fastchrf
import numpy as np
import sacrebleu
from rich.console import Console
from rich.table import Table

from benchmarks.bench_metrics import make_lists
from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences, write
from manyways.features import Computation, Wanted, compute
from manyways.metrics.consensus import ConsensusMethod, ConsensusSettings, consensus, utilities

SENTENCES, SIZE, PEER, PAIRS = 1000, 300, 3, 300
MANY, LONG, SAMPLE = 2000, 500, 100  # for features
Slow = sacrebleu.metrics.base.Metric


def cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def as_lists(texts: list[list[str]]) -> CandidateLists:
    return from_sentences([Sentence(str(s), [Candidate(t) for t in each]) for s, each in enumerate(texts)])


def ours(lists: CandidateLists, names: str, method: ConsensusMethod) -> float:
    """CPU seconds for a thousand sentences."""
    settings = ConsensusSettings(method=method)
    seconds = cpu_seconds(lambda: consensus(lists, utilities(names), settings=settings, threads=1))
    return seconds * SENTENCES / len(lists)


def theirs(texts: list[list[str]], function: Callable[..., object]) -> float:
    return cpu_seconds(lambda: function(texts[:PEER], texts[:PEER])) * SENTENCES / PEER


def sacrebleu_pairs(texts: list[list[str]], metric: Slow) -> float:
    """The same from a few pairs."""

    def some() -> None:
        for candidate in texts[0][:PAIRS]:
            metric.sentence_score(candidate, [texts[0][-1]])

    return cpu_seconds(some) / min(PAIRS, SIZE) * SIZE * SIZE * SENTENCES


def check(texts: list[list[str]]) -> tuple[float, float]:
    """The largest differences to fastchrf: pairs, aggregated."""
    few = [each[:60] for each in texts[:PEER]]
    lists, metrics = as_lists(few), utilities("chrf")
    pairs = np.array([np.mean(row) for each in fastchrf.pairwise_chrf(few, few) for row in each])
    whole = np.concatenate([np.ravel(each) for each in fastchrf.aggregate_chrf(few, few)])
    mine = consensus(lists, metrics)[:, 0]
    averaged = consensus(lists, metrics, settings=ConsensusSettings(method="aggregate"))[:, 0]
    return float(np.abs(mine - pairs).max()), float(np.abs(averaged - whole).max())


def peak(lists: str, out: str, method: str) -> float:
    """Megabytes that the command takes at most, from a file of lists to a file of choices."""
    command = [sys.executable, "-m", "manyways", "choose", lists, "--by", "mbr", "--consensus", method]
    process = subprocess.Popen([*command, "--out", out, "--force", "--threads", "1", "--quiet"])
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, f"choose ended with {status}"
    return usage.ru_maxrss / 1024


def basic() -> tuple[float, int]:
    """CPU seconds of the pack `basic` for all of MANY x LONG candidates, and its columns."""
    texts, sources = make_lists(SAMPLE, LONG)
    lists = as_lists(texts).with_sources(sources[0])
    found: list[Computation] = []
    wanted = Wanted.named_by(["basic"])
    seconds = cpu_seconds(lambda: found.append(compute(lists, wanted, threads=1)))
    return seconds * MANY / SAMPLE, len(found[0].names)


def main() -> None:
    texts, _ = make_lists(20, SIZE)
    lists = as_lists(texts)
    table = Table(title=f"MBR of {SENTENCES:,} x {SIZE} candidates, CPU seconds on one thread")
    for heading in ("utility", "Manyways", "fastchrf", "sacreBLEU", "goal"):
        table.add_column(heading, justify="left" if heading == "utility" else "right")
    rows: list[tuple[str, str, ConsensusMethod, Callable[..., object] | None, Slow | None, str]] = [
        ("chrF, all pairs", "chrf", "pairs", fastchrf.pairwise_chrf, sacrebleu.CHRF(), "below fastchrf"),
        ("chrF, aggregated", "chrf", "aggregate", fastchrf.aggregate_chrf, None, "5"),
        ("BLEU, all pairs", "bleu", "pairs", None, sacrebleu.BLEU(effective_order=True), ""),
        ("BLEU, aggregated", "bleu", "aggregate", None, None, ""),
        ("TER, all pairs", "ter", "pairs", None, sacrebleu.TER(), ""),
        ("TER, pruned", "ter", "prune", None, None, ""),
        ("BLEU + chrF, all pairs", "bleu+chrf", "pairs", None, None, ""),
    ]
    for name, names, method, peer, slow, goal in rows:
        few = lists if names != "ter" else lists.split(range(2))
        table.add_row(
            name,
            f"{ours(few, names, method):,.1f}",
            "" if peer is None else f"{theirs(texts, peer):,.0f}",
            "" if slow is None else f"{sacrebleu_pairs(texts, slow):,.0f}",
            goal,
        )
    console = Console()
    console.print(table)
    pairs, aggregated = check(texts)
    console.print(f"largest difference to fastchrf: {pairs:.1e} pairs, {aggregated:.1e} aggregated")
    seconds, columns = basic()
    told = f"{columns} features `basic` of {MANY:,} x {LONG}: {seconds:,.1f} CPU s from {SAMPLE} sentences"
    console.print(f"{told} (goal 60)")
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/lists.jsonl"
        write(as_lists(make_lists(SENTENCES, SIZE)[0]), path)
        peaks = [f"{way} {peak(path, f'{folder}/out', way):.0f} MB" for way in ("pairs", "aggregate")]
        size = os.path.getsize(path) >> 20
    console.print(f"peak memory of choosing from {SENTENCES:,} x {SIZE} ({size} MB): {', '.join(peaks)}")


if __name__ == "__main__":
    main()
