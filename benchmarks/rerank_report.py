"""The tables of `benchmarks.table_rerank`, in the layout of the paper, published numbers beside ours."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

__all__ = ["print_report"]

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


class Cells:
    """What was measured for one corpus, over its seeds."""

    def __init__(self, out: Path, corpus: str) -> None:
        self.folders = [each for each in sorted((out / corpus).glob("seed*")) if any(each.glob("*,_*.json"))]

    def read(self, name: str) -> list[dict[str, Any]]:
        paths = [each / f"{name.replace(' ', '_')}.json" for each in self.folders]
        return [json.loads(each.read_text(encoding="utf-8")) for each in paths if each.exists()]

    def found(self, train: str, row: str, test: str | None = None) -> list[dict[str, Any]]:
        return [each[test or train] for each in self.read(f"{train}, {row}") if (test or train) in each]

    def told(self, train: str, row: str, test: str | None = None, *, gain: bool = False) -> str:
        found = self.found(train, row, test)
        if not found:
            return ""
        said = f"{fmean(each['bleu'] for each in found):.2f}"
        if gain:
            low, high = (fmean(each[end] for each in found) for end in ("low", "high"))
            ps = ", ".join(f"{each['p']:.3f}" for each in found)
            said += f" [{low:.1f}, {high:.1f}], {fmean(each['gain'] for each in found):+.2f} (p {ps})"
        return said

    def base(self) -> str:
        found = self.read("baseline")
        return f"{fmean(each['bleu'] for each in found):.2f}" if found else ""


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
) -> None:
    """Markdown of all cells that are there; a cell that is not measured is empty."""
    named_kinds = dict(zip(("best", "div"), kinds, strict=True))
    every = {name: Cells(out, name) for name in corpora}
    every = {name: cells for name, cells in every.items() if cells.read("baseline")}
    print("\n### Table 4: BLEU on TEST, features added one after the other\n")
    head = ["features", *(f"{c} {kind} (paper)" for c in ("AR", "ZH", "DE") for kind in named_kinds)]
    head += [f"{name} {kind}" for name in every for kind in named_kinds]
    base = [each for value in BASE4 for each in (value, "")]
    body = [["N/A (baseline)", *base, *(each for c in every.values() for each in (c.base(), ""))]]
    for row in (*rows, beyond):
        ours = [cells.told(kind, row) for cells in every.values() for kind in named_kinds.values()]
        body.append([row, *PUBLISHED4.get(row, ("",) * 6), *ours])
    table(head, body)
    print("\n### All features and beyond: interval, gain over the tuned 1-best, p by paired bootstrap\n")
    table(
        ["corpus, features", *named_kinds],
        [
            [f"{name}, {row}", *(cells.told(kind, row, gain=True) for kind in named_kinds.values())]
            for name, cells in every.items()
            for row in ("None", ALL, beyond)
        ],
    )
    named = [name for name, cells in every.items() if cells.found("20 best", "None")]
    if named:
        print("\n### Table 5: kinds of lists, no features but the model's own, and all\n")
        head = ["lists", "None (paper, AR)", "All (paper, AR)"]
        head += [f"{name} {what}" for name in named for what in ("None", "All")]
        body = [
            [kind, *PUBLISHED5[kind], *(every[n].told(kind, row) for n in named for row in ("None", ALL))]
            for kind in every_kind
        ]
        table(head, body)
    print("\n### Table 6: trained on, tested on; all features\n")
    body = [
        [
            f"test {test}, train {train}",
            PUBLISHED6[test, train],
            *(cells.told(named_kinds[train], ALL, named_kinds[test]) for cells in every.values()),
        ]
        for test in named_kinds
        for train in named_kinds
    ]
    table(["", "paper (AR)", *every], body)
