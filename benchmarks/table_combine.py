"""What combining gains on real systems' outputs: trained on one year of WMT, tested on another.

    python -m benchmarks.table_combine --out runs/combine > benchmarks/results/combine.md

Each set of ../shared/data/wmt-systems is tested with combiners that were trained on the other year's set of
the same languages, on its first --train sentences. All that is chosen (the best single system, settings,
weights, the threshold of the gate) sees the training year alone. Every cell is a file under --out: a run that
was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from manyways.candidates import (
    Candidate,
    CandidateLists,
    Sentence,
    from_sentences,
    read_references,
    read_systems,
)
from manyways.choose import Consensus, choose
from manyways.combine import Combiner, CombineSettings, VoteSettings
from manyways.files import atomic_write
from manyways.metrics import Metric, significance
from manyways.metrics.base import Rows
from manyways.metrics.evaluation import make_metrics

WMT = Path(__file__).resolve().parents[2] / "shared" / "data" / "wmt-systems"
PAIRS = [
    ("wmt21-de-en", "wmt22-de-en"),
    ("wmt22-de-en", "wmt21-de-en"),
    ("wmt21-zh-en", "wmt22-zh-en"),
    ("wmt22-zh-en", "wmt21-zh-en"),
]  # trained on, tested on
METHODS: dict[str, dict[str, Any]] = {
    "frontier": {"beam": 100},
    "confusion": {},
    "fusion": {},
    "select": {},
}
METRICS: dict[str, Metric] = make_metrics(["bleu", "chrf", "ter"])
VOTES = VoteSettings(kind="system", temperature=2.0)
SIGNIFICANT = 0.05
Cell = dict[str, Any]


def read_set(name: str) -> CandidateLists:
    lists = read_systems(sorted((WMT / name).glob("hyp.*")))
    return lists.with_references(*read_references(sorted((WMT / name).glob("ref.*"))))


def rows_of(lists: CandidateLists, texts: list[str]) -> dict[str, Rows]:
    """The statistics of one text per sentence, by metric."""
    made = from_sentences([Sentence(str(i), [Candidate(text)]) for i, text in enumerate(texts)])
    made = made.with_references(*(lists.references or []))
    return {name: metric.statistics(made, threads=1) for name, metric in METRICS.items()}


def system_texts(lists: CandidateLists, name: str) -> list[str]:
    return list(lists.texts.take(np.flatnonzero(lists.systems == lists.system_names.index(name))))


def best_system(train: CandidateLists, test: CandidateLists) -> str:
    """The best by BLEU in the training year of those that took part in both."""
    bleu = METRICS["bleu"]
    both = [name for name in train.system_names if name in test.system_names]
    rows = bleu.statistics(train, threads=1)
    sums = {name: rows[train.systems == train.system_names.index(name)].sum(axis=0) for name in both}
    return max(both, key=lambda name: float(bleu.scores(sums[name][None])[0]))


def combined(method: str, train: CandidateLists, test: CandidateLists) -> Cell:
    """The texts with and without the gate, and what training took and said."""
    start = time.process_time()
    settings = CombineSettings(
        method=method,  # type: ignore[arg-type]
        own=METHODS[method],
        votes=VOTES,
        rounds=2,
        size=100,
        gate=True,
    )
    trained = Combiner.train(train, None, settings, threads=1)
    middle = time.process_time()
    always = trained.combiner.apply(test, gate=False, threads=1)
    gated = trained.combiner.apply(test, threads=1)
    assert gated.gated is not None
    return {
        "always": always.texts(),
        "gate": gated.texts(),
        "kept": float(gated.gated.mean()),
        "by_folds": trained.gate,
        "train_cpu": middle - start,
        "apply_cpu": (time.process_time() - middle) / 2,
    }


def cell(out: Path, name: str, train: CandidateLists, test: CandidateLists, method: str) -> Cell:
    path = out / f"{name}.{method}.{len(train)}.json"
    if not path.exists():
        found = combined(method, train, test)
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as file:
            json.dump(found, file)
        print(
            f"{name}, {method}: {found['train_cpu']:.0f} CPU s, {found['by_folds']}",
            file=sys.stderr,
            flush=True,
        )
    made: Cell = json.loads(path.read_text(encoding="utf-8"))
    return made


def line(name: str, rows: dict[str, Rows], base: dict[str, Rows], references: int) -> str:
    """A row of a table: scores, and differences from the base with p."""
    cells, gains = [], []
    for key, metric in METRICS.items():
        cells.append(f"{metric.score(rows[key].sum(axis=0), references=references).value:.2f}")
        compared = significance.paired_bootstrap(metric, base[key], rows[key])
        told = f"{compared.difference:+.2f}"
        gains.append(f"{f'**{told}**' if compared.p_value < SIGNIFICANT else told} ({compared.p_value:.3f})")
    return f"| {name} | {' | '.join([*cells, *gains])} |"


def table(out: Path, trained_on: str, tested_on: str, sentences: int) -> list[str]:
    train, test = read_set(trained_on), read_set(tested_on)
    count = len(test.references or [])
    single = best_system(train, test)
    train = train.split(np.arange(min(sentences, len(train))))
    base = rows_of(test, system_texts(test, single))
    chosen = choose(test, Consensus(names="bleu+chrf"), threads=1).top_texts()
    size = f"{len(test):,} sentences, {len(test.system_names)} systems"
    lines = [f"## {tested_on}, trained on {trained_on} ({size})", ""]
    lines.append("| | BLEU | chrF | TER | BLEU − dev-best (p) | chrF − dev-best (p) | TER − dev-best (p) |")
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    lines.append(line(f"{single} (best single system in the training year)", base, base, count))
    lines.append(line("`choose --by mbr:bleu+chrf`", rows_of(test, chosen), base, count))
    for method in METHODS:
        found = cell(out, tested_on, train, test, method)
        lines.append(line(method, rows_of(test, found["always"]), base, count))
        kept = f"{method}, gate ({100 * found['kept']:.0f} % left as they were)"
        lines.append(line(kept, rows_of(test, found["gate"]), base, count))
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("runs/combine"))
    parser.add_argument("--train", type=int, default=500, help="sentences to train on")
    parser.add_argument("--only", help="one set to test")
    given = parser.parse_args()
    for trained_on, tested_on in PAIRS:
        if given.only in (None, tested_on):
            print("\n".join(table(given.out, trained_on, tested_on, given.train)), flush=True)


if __name__ == "__main__":
    main()
