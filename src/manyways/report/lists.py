"""What lists are like, side by side: tables for the terminal and for the report, and two pictures.

compared = {"20 best": best, "20 diverse": diverse}        # lists with references
add_lists(report, compared)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from manyways.candidates import CandidateLists
from manyways.diverse import oracle_curve, profile, signatures, spread
from manyways.metrics.bleu import DEFAULT_TOKENISER, Tokeniser
from manyways.report import Report
from manyways.report.svg import Plot, series

if TYPE_CHECKING:
    from manyways.metrics.quality import Quartile

__all__ = [
    "add_lists",
    "curve_table",
    "curves_figure",
    "curves_of",
    "how_made",
    "profile_table",
    "spread_figure",
    "spread_table",
]

Compared = Mapping[str, CandidateLists]
Rows = list[list[object]]
SIZES = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST = 100  # texts of a list that self-BLEU is worth its time for


def profile_table(
    compared: Compared, *, tokenise: Tokeniser = DEFAULT_TOKENISER, threads: int = 0
) -> tuple[list[str], Rows]:
    """Header and a row for each; columns that need references are left out where there are none."""
    found = {
        name: profile(lists, tokenise=tokenise, threads=threads).as_json() for name, lists in compared.items()
    }
    columns = [c for c in next(iter(found.values())) if all(each[c] is not None for each in found.values())]
    names = [name.replace("_", "-") for name in columns]
    return ["list", *names], [[name, *(each[c] for c in columns)] for name, each in found.items()]


def curve_table(curves: Mapping[str, Mapping[int, float]]) -> tuple[list[str], Rows]:
    """Oracle BLEU by size, a row for each kind of list; sizes that a kind does not reach are left empty."""
    sizes = sorted({size for curve in curves.values() for size in curve})
    rows: Rows = [[name, *(curve.get(size, "") for size in sizes)] for name, curve in curves.items()]
    return ["oracle BLEU of the first", *map(str, sizes)], rows


def curves_of(
    compared: Compared, *, tokenise: Tokeniser = DEFAULT_TOKENISER, threads: int = 0
) -> dict[str, dict[int, float]]:
    """Oracle BLEU by size, as far as the lists go."""
    curves = {}
    for name, lists in compared.items():
        longest = int(lists.sizes.max(initial=1))
        sizes = [size for size in SIZES if size < longest] + [longest]
        curves[name] = oracle_curve(lists, sizes, tokenise=tokenise, threads=threads)
    return curves


def spread_table(spreads: Mapping[str, Sequence[Quartile]]) -> tuple[list[str], Rows]:
    """Worst, middle and best BLEU+1 by quartile of the first candidate's: figure 1 in numbers."""
    rows: Rows = [
        [number + 1, f"{each.low:.0f} to {each.high:.0f}", name, each.minimum, each.median, each.maximum]
        for number in range(4)
        for name, quarters in spreads.items()
        for each in quarters[number : number + 1]
    ]
    return ["quartile", "BLEU+1 of the first", "list", "worst", "middle", "best"], rows


def curves_figure(curves: Mapping[str, Mapping[int, float]]) -> Plot:
    """Oracle BLEU against the size of the lists."""
    sizes = sorted({size for curve in curves.values() for size in curve if size in SIZES})
    ticks = [(float(size), str(size)) for size in sizes]
    plot = Plot(x="candidates per sentence", y="oracle BLEU", log=True, ticks=ticks)
    for number, (name, curve) in enumerate(curves.items()):
        plot.line(list(curve), list(curve.values()), name, colour=series(number), dots=True)
    return plot


def spread_figure(spreads: Mapping[str, Sequence[Quartile]]) -> Plot:
    """BLEU+1 within lists, by quartile: a line from the worst to the best, a dot in the middle."""
    ticks = list(enumerate(("lowest quarter", "second", "third", "highest quarter"), 1))
    plot = Plot(
        x="sentences by BLEU+1 of their first candidate",
        y="BLEU+1: worst, middle, best",
        ticks=ticks,
        x_range=(0.5, 4.5),
    )
    width = 0.6 / max(len(spreads), 1)
    for place, (name, quarters) in enumerate(spreads.items()):
        shift = (place - (len(spreads) - 1) / 2) * width
        xs = [number + shift for number in range(1, len(quarters) + 1)]
        ranges = [(each.minimum, each.median, each.maximum) for each in quarters]
        plot.bars(xs, ranges, name, series(place))
    return plot


def how_made(compared: Compared, *, tokenise: Tokeniser = DEFAULT_TOKENISER) -> str:
    """The signatures of the measures, a line each."""
    found = signatures(next(iter(compared.values())), tokenise=tokenise)
    return "\n".join(f"{name.replace('_', '-')}: {signature}" for name, signature in found.items())


def add_lists(
    report: Report, compared: Compared, *, tokenise: Tokeniser = DEFAULT_TOKENISER, threads: int = 0
) -> None:
    """Tables and, with references, pictures of the kinds of lists side by side."""
    short = {name: lists.cut(MOST) for name, lists in compared.items()}
    report.section("What the lists are like")
    made = f"Of longer lists the first {MOST}. {how_made(compared, tokenise=tokenise)}"
    report.table(*profile_table(short, tokenise=tokenise, threads=threads), caption=made)
    if not all(lists.references for lists in compared.values()):
        return
    curves = curves_of(compared, tokenise=tokenise, threads=threads)
    report.section("How many are worth showing?")
    report.figure(curves_figure(curves), "BLEU of the best choice out of the first n candidates.")
    report.table(*curve_table(curves))
    spreads = {name: spread(lists, tokenise=tokenise, threads=threads) for name, lists in compared.items()}
    report.section("Easy and hard sentences")
    report.figure(spread_figure(spreads), "BLEU+1 within lists, by how good the first candidate is.")
    report.table(*spread_table(spreads))
