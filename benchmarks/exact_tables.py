"""The tables of Chang & Collins (2011) and ours, in Markdown, from what runs recorded."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

BUCKETS = [(1, 10), (11, 20), (21, 30), (31, 40), (41, 50)]
ITERATIONS = [(0, 7), (8, 15), (16, 30), (31, 60), (61, 120), (121, 250)]
CONSTRAINTS = [(0, 0), (1, 3), (4, 6), (7, 9), (10, 10**6)]


@dataclass(frozen=True)
class Run:
    """One search of one sentence; seconds of CPU time, the graph included, loading excluded."""

    id: int
    words: int
    status: str
    seconds: float
    iterations: int
    constraints: int
    lower: float
    upper: float
    beam: float

    @property
    def certified(self) -> bool:
        return self.status == "optimal"


def bucket_of(words: int) -> int:
    return (words - 1) // 10


def markdown(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def by_bucket(runs: Sequence[Run]) -> list[list[Run]]:
    """One list for each bucket of lengths, and all."""
    return [[r for r in runs if bucket_of(r.words) == b] for b in range(len(BUCKETS))] + [list(runs)]


def counts_table(runs: Sequence[Run], name: str, groups: dict[str, Callable[[Run], bool]]) -> str:
    """Sentences of each length in each group, with per cent; the last column adds up."""
    header = [name, *(f"{low}-{high} words" for low, high in BUCKETS), "all", "cumulative"]
    rows, so_far = [], 0
    for title, belongs in groups.items():
        cells = []
        for column in by_bucket(runs):
            found = sum(belongs(run) for run in column)
            share = 100 * found / len(column) if column else 0.0
            cells.append(f"{found} ({share:.1f} %)")
        so_far += sum(belongs(run) for run in runs)
        rows.append([title, *cells, f"{100 * so_far / max(1, len(runs)):.1f} %"])
    return markdown(header, rows)


def iterations_table(runs: Sequence[Run]) -> str:
    """Table 1."""
    groups: dict[str, Callable[[Run], bool]] = {
        f"{low}-{high}": lambda r, low=low, high=high: r.certified and low <= r.iterations <= high  # type: ignore[misc]
        for low, high in ITERATIONS
    }
    return counts_table(runs, "iterations", {**groups, "x": lambda r: not r.certified})


def constraint_group(run: Run) -> str:
    low, high = next(group for group in CONSTRAINTS if group[0] <= run.constraints <= group[1])
    if low == high:
        return f"{low}"
    return f"{low}-{high}" if high < 10**6 else f"{low} and more"


def constraints_table(runs: Sequence[Run]) -> str:
    """Table 2."""
    names = [constraint_group(Run(0, 1, "", 0, 0, low, 0, 0, 0)) for low, _ in CONSTRAINTS]
    groups: dict[str, Callable[[Run], bool]] = {
        name: lambda r, name=name: r.certified and constraint_group(r) == name  # type: ignore[misc]
        for name in names
    }
    return counts_table(runs, "constraints", {**groups, "x": lambda r: not r.certified})


def seconds_table(columns: Mapping[str, Sequence[Run]]) -> str:
    """Table 3: mean seconds by length and constraints of the first way, for each way side by side (a/b/...).

    Only sentences that every way certified count, so that all figures of a cell are of the same sentences; a
    dash where there are none.
    """
    common = common_set(columns)
    group = {run.id: constraint_group(run) for run in next(iter(columns.values()))}
    names, count = "/".join(columns), len(next(iter(common.values())))
    header = [f"constraints ({names}; {count} sentences)", *(f"{low}-{high}" for low, high in BUCKETS), "all"]
    rows: list[list[str]] = []
    for low, _ in CONSTRAINTS:
        title = constraint_group(Run(0, 1, "", 0, 0, low, 0, 0, 0))
        chosen = {n: [r for r in runs if group[r.id] == title] for n, runs in common.items()}
        rows.append([title, *_cells(chosen, statistics.mean)])
    rows.append(["mean", *_cells(common, statistics.mean)])
    rows.append(["median", *_cells(common, statistics.median)])
    return markdown(header, rows)


def common_set(columns: Mapping[str, Sequence[Run]]) -> dict[str, list[Run]]:
    """Of each way the sentences that all ways certified."""
    certified = [{run.id for run in runs if run.certified} for runs in columns.values()]
    ids = set.intersection(*certified)
    return {name: [run for run in runs if run.id in ids] for name, runs in columns.items()}


def _cells(columns: dict[str, list[Run]], value: Callable[[list[float]], float]) -> list[str]:
    split = [by_bucket(runs) for runs in columns.values()]
    cells = []
    for bucket in range(len(BUCKETS) + 1):
        seconds = [[run.seconds for run in each[bucket]] for each in split]
        cells.append("/".join(f"{value(s):.2f}" if s else "-" for s in seconds))
    return cells


def summary_row(title: str, runs: Sequence[Run]) -> list[str]:
    """Certified, and CPU seconds: median, mean, 95th percentile, worst."""
    seconds = sorted(run.seconds for run in runs)
    certified = sum(run.certified for run in runs)
    late = seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))]
    figures = (statistics.median(seconds), statistics.mean(seconds), late, seconds[-1])
    share = f"{certified} of {len(runs)} ({100 * certified / len(runs):.1f} %)"
    within = sum(run.certified and run.seconds <= 10 for run in runs)
    return [title, share, f"{100 * within / len(runs):.1f} %", *(f"{x:.3f}" for x in figures)]


SUMMARY = ["", "certified", "within 10 s", "median", "mean", "95th percentile", "worst"]


def gap_table(runs: Sequence[Run]) -> str:
    """How far apart the bounds were left where no certificate was found."""
    gaps = sorted(run.upper - run.lower for run in runs if not run.certified)
    limits = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, float("inf")]
    rows, low = [], 0.0
    for high in limits:
        found = sum(low <= gap < high for gap in gaps)
        title = f"{low:g} to {high:g}" if high < float("inf") else f"{low:g} and more"
        rows.append([title, found])
        low = high
    return markdown(["difference", "sentences"], rows)


def programs_table(linear: Sequence[dict[str, Any]], whole: Sequence[dict[str, Any]]) -> str:
    """Table 4; programs that were cut off count with the time they had."""
    header = ["set", "edges (mean)"]
    header += [f"{kind} {what}" for kind in ("ILP", "LP") for what in ("mean", "median", "worst", "solved")]
    header += ["LP fractional", "lagrangian mean", "proved", "certified mean"]
    lines = []
    for tight, name in ((False, "Y\u2033"), (True, "Y\u2032")):
        rows = [row for row in linear if row["set"] == tight]
        if not rows:
            continue
        cells: list[object] = [name, f"{statistics.mean(r['edges'] for r in rows):,.0f}"]
        for chosen in ([row for row in whole if row["set"] == tight], rows):
            seconds = [row["seconds"] for row in chosen] or [0.0]
            cells += [f"{value(seconds):.2f}" for value in (statistics.mean, statistics.median, max)]
            cells.append(f"{sum(row['done'] for row in chosen)} of {len(chosen)}")
        cells.append(f"{sum(row['fractional'] for row in rows)}")
        cells.append(f"{statistics.mean(row['lagrangian'] for row in rows):.4f}")
        cells.append(sum(row["lagrangian_done"] for row in rows))
        lines.append([*cells, f"{statistics.mean(row['certified'] for row in rows):.4f}"])
    return markdown(header, lines)
