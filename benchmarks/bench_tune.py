"""Tuners on the lists that Moses's tuned: score and CPU seconds, from the same start, on one thread.

    python -m benchmarks.bench_tune

The lists are three merged runs of a Multi30k German-English system (1,014 sentences, 105,947 candidates, 14
features). Moses's weights are scored by the same metric; its CPU seconds are those noted with the lists.
"""

from __future__ import annotations

import json
import statistics
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from manyways.candidates import read, read_references
from manyways.metrics import Bleu
from manyways.model.weights import Weights
from manyways.tune import TUNERS, Examples, Result, tune

LISTS = Path(__file__).resolve().parent.parent.parent / "shared" / "fixtures" / "mert"
MOSES = {"mert": ("mert_n20_default", "47"), "mira": ("kbmira.out", "0.77"), "pro": ("pro_r1_logreg", "")}
SEEDED = {"mert", "mira", "pro"}
SEEDS = 5


def show(table: Table, name: str, results: list[Result], peer: float | None) -> None:
    values = [each.score.value for each in results]
    seconds = max(each.seconds for each in results)
    spread = f"{statistics.fmean(values):.2f} ({min(values):.2f} to {max(values):.2f})"
    theirs = "" if peer is None else f"{peer:.2f}"
    table.add_row(name, spread, f"{seconds:.2f}", theirs, MOSES.get(name, ("", ""))[1])


def main() -> None:
    console = Console()
    if not LISTS.is_dir():
        console.print("the lists of Moses's tuners are not at hand")
        return
    lists = replace(read(LISTS / "nbest.gz"), references=read_references([LISTS / "reference.en"]))
    examples = Examples.from_lists(lists, Bleu(tokenise="none"))
    known = json.loads((LISTS / "weights.json").read_text(encoding="utf-8"))
    start = Weights.from_components(lists.feature_names, known["default"])
    table = Table(title=f"BLEU on the lists; {SEEDS} seeds where chance plays a part")
    for heading in ("tuner", "Manyways: mean (range)", "CPU s at most", "Moses", "CPU s"):
        table.add_column(heading, justify="left" if heading == "tuner" else "right")
    for name, tuner in TUNERS.items():
        seeds = range(1, SEEDS + 1 if name in SEEDED else 2)
        results = [tune(examples, tuner(), start=start, seed=seed, threads=1) for seed in seeds]
        peer = None
        if name in MOSES:
            weights = Weights.from_components(lists.feature_names, known[MOSES[name][0]])
            peer = examples.score(weights.vector(lists.feature_names)).value
        show(table, name, results, peer)
    console.print(table)


if __name__ == "__main__":
    main()
