"""The tables of `benchmarks.table_rerank`, in the layout of the paper, published numbers beside ours.

Numbers are means over the tuning seeds. Two cells are compared over all seeds at once: each of 1,000 samples
draws sentences, the same for all seeds, and seeds, both with replacement; the difference is the mean over the
drawn seeds of BLEU on the drawn sentences. So intervals and p tell what other sentences and other tuning
seeds would change, as far as three seeds can tell it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from benchmarks.study import METRIC
from manyways.metrics.significance import Comparison, interval

__all__ = ["over_seeds", "print_report"]

PUBLISHED4 = {  # AR, ZH, DE; best and diverse
    "None": ("50.5", "50.7", "37.3", "37.1", "21.9", "21.6"),
    "+ INVMOD1": ("50.3", "50.8", "37.6", "37.1", "22.0", "21.8"),
    "+ MIXLM, SYN": ("50.5", "51.1", "37.4", "37.3", "21.7", "21.7"),
    "+ VERB, DISC": ("50.4", "51.3", "37.3", "37.3", "21.9", "22.2"),
    "+ GOOG": ("50.7", "51.3", "36.8", "37.1", "21.9", "22.2"),
    "+ WCLM (all)": ("51.2", "51.8", "37.3", "37.4", "22.2", "22.3"),
}
BASE4 = ("50.1", "36.9", "21.8")
PUBLISHED5 = {
    "20 best": ("50.3", "50.6"),
    "100 best": ("50.6", "50.8"),
    "200 best": ("50.4", "51.2"),
    "1000 best": ("50.5", "51.2"),
    "unique 20 best": ("50.5", "51.2"),
    "unique 100 best": ("50.6", "51.2"),
    "unique 200 best": ("50.4", "51.3"),
    "20 diverse": ("50.5", "51.1"),
    "20 div x 5 best": ("50.6", "51.4"),
    "20 div x 10 best": ("50.7", "51.3"),
    "20 div x 50 best": ("50.7", "51.8"),
}
PUBLISHED6 = {
    ("best", "best"): "51.2",
    ("best", "div"): "51.7",
    ("div", "best"): "50.5",
    ("div", "div"): "51.8",
}
LANGUAGE = {"tatoeba": "AR", "bible": "ZH", "bible-rules": "ZH", "europarl": "DE"}
ALL = "+ WCLM (all)"
BASE = "baseline"


SAMPLES, SEED = 1000, 12345


def over_seeds(base: Sequence[Any], system: Sequence[Any]) -> Comparison:
    """Two systems, each with statistics of the same sentences by every tuning seed."""
    rng = np.random.default_rng(SEED)
    seeds, count = len(base), len(base[0])
    drawn = rng.multinomial(count, np.full(count, 1 / count), size=SAMPLES).astype(np.float64)

    def score(rows: Any) -> Any:
        return METRIC.scores((drawn @ np.asarray(rows, dtype=np.float64)).astype(np.int64))

    def whole(rows: Any) -> float:
        return float(METRIC.scores(np.asarray(rows).sum(axis=0)[None])[0])

    by_seed = np.stack([score(b) - score(a) for a, b in zip(base, system, strict=True)], axis=1)
    told = np.take_along_axis(by_seed, rng.integers(seeds, size=(SAMPLES, seeds)), axis=1).mean(axis=1)
    observed = fmean(whole(b) - whole(a) for a, b in zip(base, system, strict=True))
    beyond = np.sum(np.abs(told - told.mean()) >= abs(observed))
    return Comparison(observed, float((beyond + 1) / (SAMPLES + 1)), *interval(told))


def told(comparison: Comparison) -> str:
    low, high, p = comparison.low, comparison.high, comparison.p_value
    return f"{comparison.difference:+.2f} [{low:+.2f}, {high:+.2f}] (p {p:.3f})"


Key = tuple[str, str, str]  # trained on, features, tested on


class Cells:
    """What was measured for one corpus, over the seeds that have the cell `last`."""

    def __init__(self, out: Path, corpus: str, last: str) -> None:
        ready = sorted((out / corpus).glob(f"seed*/{last.replace(' ', '_')}.json"))
        self.folders = [each.parent for each in ready]
        self._read: dict[str, dict[str, dict[str, Any]]] = {}

    def read(self, name: str) -> dict[str, dict[str, Any]]:
        """By seed."""
        if name not in self._read:
            paths = {each.name: each / f"{name.replace(' ', '_')}.json" for each in self.folders}
            self._read[name] = {
                seed: json.loads(path.read_text(encoding="utf-8"))
                for seed, path in paths.items()
                if path.exists()
            }
        return self._read[name]

    def found(self, train: str, row: str, test: str | None = None) -> dict[str, dict[str, Any]]:
        if row == BASE:
            return self.read("baseline")
        test = test or train
        return {seed: each[test] for seed, each in self.read(f"{train}, {row}").items() if test in each}

    def mean(self, train: str, row: str, test: str | None = None) -> str:
        found = self.found(train, row, test)
        return f"{fmean(each['bleu'] for each in found.values()):.2f}" if found else ""

    def more(self, train: str, row: str, seeds: Sequence[str]) -> str:
        """The mean gain over the baseline, of these seeds."""
        found = self.found(train, row)
        return f"{fmean(found[seed]['gain'] for seed in seeds):+.2f}" if seeds else ""

    def gain(self, train: str, row: str, test: str | None = None) -> str:
        """BLEU, the gain over the baseline over all seeds, and p of the single seeds."""
        found = self.found(train, row, test)
        if not found:
            return ""
        ps = ", ".join(f"{each['p']:.3f}" for each in found.values())
        return (
            f"{self.mean(train, row, test)}, {self.differ(('', BASE, ''), (train, row, test or train))}; {ps}"
        )

    def differ(self, one: Key, other: Key) -> str:
        """The second less the first, over the seeds that have both."""
        first, second = self.found(*one), self.found(*other)
        both = [seed for seed in first if seed in second]
        if not both:
            return ""
        return told(over_seeds(*([each[seed]["rows"] for seed in both] for each in (first, second))))


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print(f"| {' | '.join(head)} |")
    print("|---|" + "---:|" * (len(head) - 1))
    for row in rows:
        print(f"| {' | '.join(row)} |")


def print_report(
    out: Path,
    corpora: Sequence[str],
    rows: Sequence[str],
    beyond: str,
    every_kind: Sequence[str],
    kinds: tuple[str, str],
    curve: Sequence[int],
) -> None:
    """Markdown of all cells that are there; a cell that is not measured is empty."""
    best, div = kinds
    every = {name: Cells(out, name, f"{div}, {beyond}") for name in corpora}
    every = {name: cells for name, cells in every.items() if cells.read("baseline")}
    seeds = ", ".join(f"{name} {len(cells.read('baseline'))}" for name, cells in every.items())
    print(f"\nLists: {best}, {div}. Tuning seeds: {seeds}.")
    print("\n### Table 4: BLEU on TEST, features added one after the other\n")
    head = ["features", *(f"{c} {kind} (paper)" for c in ("AR", "ZH", "DE") for kind in ("best", "div"))]
    head += [f"{name} {kind}" for name in every for kind in ("best", "div")]
    base = [each for value in BASE4 for each in (value, "")]
    body = [["N/A (baseline)", *base, *(each for c in every.values() for each in (c.mean("", BASE), ""))]]
    for row in (*rows, beyond):
        ours = [cells.mean(kind, row) for cells in every.values() for kind in kinds]
        body.append([row, *PUBLISHED4.get(row, ("",) * 6), *ours])
    table(head, body)
    print("\n### BLEU and gain over the tuned 1-best: interval and p over all seeds; p of each seed\n")
    told_rows = ("None", ALL, beyond)
    body = [
        [f"{name}, {row}", *(cells.gain(kind, row) for kind in kinds)]
        for name, cells in every.items()
        for row in told_rows
    ]
    table(["corpus, features", *kinds], body)
    fifth = {name: Cells(out, name, f"20 div x 5 best, {ALL}") for name in corpora}
    named = [name for name, cells in fifth.items() if cells.folders]
    if named:
        print("\n### Table 5: kinds of lists, no features but the model's own, and all\n")
        head = ["lists", "None (paper, AR)", "All (paper, AR)"]
        head += [f"{name} {what}" for name in named for what in ("None", "All", "All less None")]
        body = []
        for kind in every_kind:
            ours = [
                said
                for cells in (fifth[each] for each in named)
                for said in (
                    cells.mean(kind, "None"),
                    cells.mean(kind, ALL),
                    cells.differ((kind, "None", kind), (kind, ALL, kind)),
                )
            ]
            if any(ours):
                body.append([kind, *PUBLISHED5[kind], *ours])
        table(head, body)
    print("\n### Table 6: trained on, tested on; all features\n")
    short = {"best": best, "div": div}
    body = [
        [
            f"test {test}, train {train}",
            PUBLISHED6[test, train],
            *(cells.mean(short[train], ALL, short[test]) for cells in every.values()),
        ]
        for test in short
        for train in short
    ]
    table(["", "paper (AR)", *every], body)
    print("\n### What the paper claims, over all seeds\n")
    claims: dict[str, tuple[Key, Key]] = {
        "all features less none, best": ((best, "None", best), (best, ALL, best)),
        "all features less none, diverse": ((div, "None", div), (div, ALL, div)),
        "diverse less best, all features": ((best, ALL, best), (div, ALL, div)),
        "tested on best: trained on diverse less on best": ((best, ALL, best), (div, ALL, best)),
        "tested on diverse: trained on best less on diverse": ((div, ALL, div), (best, ALL, div)),
        "WCLM less without, diverse": ((div, "+ GOOG", div), (div, ALL, div)),
        "consensus and basic less without, best": ((best, ALL, best), (best, beyond, best)),
        "consensus and basic less without, diverse": ((div, ALL, div), (div, beyond, div)),
    }
    table(
        ["difference", *every],
        [[name, *(cells.differ(*pair) for cells in every.values())] for name, pair in claims.items()],
    )
    print("\n### What stands in the way: oracles, what the features see of them, fewer sentences\n")
    last = f"{beyond}, {curve[-1]} of TUNE2"
    whole = {name: sorted(cells.found(div, last)) for name, cells in every.items()}
    numbers = sorted({seed for seeds in whole.values() for seed in seeds})
    print(f"Gain over the tuned 1-best in BLEU; tuning seeds: {', '.join(numbers) or 'none'}.\n")
    limits = [(f"oracle, {kind}", kind, "oracle") for kind in kinds]
    limits += [
        (f"{row}, {kind}, fitted to TEST itself", kind, f"{row}, best on TEST")
        for row in (ALL, beyond)
        for kind in kinds
    ]
    for row in (ALL, beyond):
        steps = [f"{row}, {most} of TUNE2" for most in curve]
        limits += [(f"{div}, {each}", div, each) for each in (*steps, row)]
    table(
        ["", *every],
        [
            [name, *(cells.more(kind, row, whole[corpus]) for corpus, cells in every.items())]
            for name, kind, row in limits
        ],
    )
