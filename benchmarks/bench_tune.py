"""Tuners on the lists that Moses's tuned: score and CPU seconds, from the same start, on one thread.

    python -m benchmarks.bench_tune            # all but the long search
    python -m benchmarks.bench_tune long       # MERT with 300 restarts, five seeds

The lists are three merged runs of a Multi30k German-English system (1,014 sentences, 105,947 candidates, 14
features). All scores, of our weights and of Moses's, are sacreBLEU's, of candidates that NumPy finds best;
Moses's CPU seconds are those noted with the lists.
Then: how fast candidates are tested, the best point of a plane, and the cost of MERT and APRO on lists drawn
at random, against their number, their length and the number of features.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import sacrebleu
from rich.console import Console
from rich.table import Table

from manyways._core import geometry
from manyways.candidates import CandidateLists, read, read_references
from manyways.metrics import Bleu
from manyways.model.weights import Weights
from manyways.tune import TUNERS, Apro, Examples, LpMert, Mert, Result, tune
from manyways.tune.surface import surface

LISTS = Path(__file__).resolve().parent.parent.parent / "shared" / "fixtures" / "mert"
MOSES = {"mert": ("mert_n20_default", "47"), "mira": ("kbmira.out", "0.77"), "pro": ("pro_r1_logreg", "")}
SEEDED = {"mert", "lp-mert", "mira", "pro"}
SEEDS = 5
LONG = 300  # restarts, for about 60 CPU seconds
SIZES = [(250, 200, 14), (1000, 200, 14), (1000, 200, 50), (1000, 1000, 14), (1000, 2000, 14)]


def separate_score(lists: CandidateLists, weights: Weights) -> float:
    """BLEU of the candidates that the weights like best, computed without our tuners and metrics."""
    scores = lists.features @ weights.vector(lists.feature_names)
    offsets = lists.sentence_offsets.tolist()
    best = [first + int(scores[first:last].argmax()) for first, last in pairwise(offsets)]
    texts, references = [lists.texts[i] for i in best], [list(each) for each in lists.references or ()]
    return float(sacrebleu.corpus_bleu(texts, references, tokenize="none", force=True).score)


def show(table: Table, name: str, lists: CandidateLists, results: list[Result], peer: float | None) -> None:
    values = [separate_score(lists, each.weights) for each in results]
    seconds = max(each.seconds for each in results)
    spread = f"{statistics.fmean(values):.2f} ({min(values):.2f} to {max(values):.2f})"
    theirs = "" if peer is None else f"{peer:.2f}"
    table.add_row(name, spread, f"{seconds:.2f}", theirs, MOSES.get(name, ("", ""))[1])


def show_geometry(console: Console, examples: Examples, start: Weights) -> None:
    """Tests whether a candidate can win, LP-MERT from MERT's best point, the best point of a plane."""
    offsets = examples.offsets[:101]
    few = replace(
        examples,
        features=examples.features[: offsets[-1]],
        statistics=examples.statistics[: offsets[-1]],
        offsets=offsets,
    )
    points = geometry.Points(few.lists)
    began = time.process_time()
    wins = points.corners()
    seconds = time.process_time() - began
    rate = len(wins) / seconds
    console.print(
        f"can win its list: {rate:,.0f} tests per CPU s; {100 * wins.mean():.1f} % of {len(wins):,} can"
    )
    best = tune(examples, Mert(), start=start, seed=1, threads=1)
    better = tune(examples, LpMert(first=None), start=best.weights, seed=1, threads=1)
    values = f"{best.score.value:.4f} to {better.score.value:.4f}"
    console.print(f"LP-MERT from MERT's best point: {values}, {better.seconds:.1f} CPU s")
    began = time.process_time()
    found = surface(examples, start.vector(examples.names), "LM0", "WordPenalty0", threads=1)
    console.print(
        f"the plane of LM0 and WordPenalty0: best {found.best_value:.2f}, {found.pieces:,} pieces of "
        f"{found.edges:,} edges, {time.process_time() - began:.1f} CPU s"
    )


def drawn(sentences: int, size: int, features: int) -> Examples:
    """Lists whose candidates are the better the higher some weights score them, with noise."""
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(sentences * size, features)) @ rng.normal(size=(features, features))
    quality = rows @ rng.normal(size=features)
    quality = 30 + 5 * quality / quality.std() + rng.normal(scale=5, size=len(rows))
    matches = np.clip(np.rint(quality[:, None] - [0, 5, 9, 12]), 1, 60)
    lengths = np.tile([64, 64], (len(rows), 1))
    totals = np.tile([64, 63, 62, 61], (len(rows), 1))
    statistics = np.column_stack([lengths, matches, totals]).astype(np.int64)
    names = tuple(f"f{d}" for d in range(features))
    return Examples(names, rows, statistics, np.arange(0, len(rows) + 1, size), Bleu())


def show_scale(console: Console) -> None:
    table = Table(title="CPU seconds on lists drawn at random, one thread")
    for heading in ("sentences", "candidates of each", "features", "MERT, 20 restarts", "APRO"):
        table.add_column(heading, justify="right")
    for sentences, size, features in SIZES:
        examples = drawn(sentences, size, features)
        seconds = [tune(examples, tuner, threads=1).seconds for tuner in (Mert(), Apro())]
        table.add_row(*map(str, (sentences, size, features)), *(f"{each:.1f}" for each in seconds))
    console.print(table)


def moses_lists() -> tuple[CandidateLists, Examples, dict[str, list[float]]]:
    """The lists, the same as examples, and weights: the default ones and those that Moses's tuners found."""
    lists = replace(read(LISTS / "nbest.gz"), references=read_references([LISTS / "reference.en"]))
    known = json.loads((LISTS / "weights.json").read_text(encoding="utf-8"))
    return lists, Examples.from_lists(lists, Bleu(tokenise="none")), known


def show_long_search(console: Console) -> None:
    lists, examples, known = moses_lists()
    start = Weights.from_components(lists.feature_names, known["default"])
    for seed in range(1, SEEDS + 1):
        result = tune(examples, Mert(restarts=LONG), start=start, seed=seed, threads=1)
        score = separate_score(lists, result.weights)
        console.print(f"MERT, {LONG} restarts, seed {seed}: {score:.4f}, {result.seconds:.1f} CPU s")


def show_moses_lists(console: Console) -> None:
    lists, examples, known = moses_lists()
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
            peer = separate_score(lists, weights)
        show(table, name, lists, results, peer)
    console.print(table)
    show_geometry(console, examples, start)


def main(*parts: str) -> None:
    console = Console()
    if parts == ("long",):
        show_long_search(console)
        return
    if LISTS.is_dir():
        show_moses_lists(console)
    else:
        console.print("the lists of Moses's tuners are not at hand")
    show_scale(console)


if __name__ == "__main__":
    main(*sys.argv[1:])
