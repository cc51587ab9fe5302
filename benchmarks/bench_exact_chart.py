"""Exact search of hierarchical models: how many sentences are proved, in what time, by length.

    python -m benchmarks.bench_exact_chart                              # hiero of ../shared, both orders
    python -m benchmarks.bench_exact_chart --model DIR --source FILE    # a model of your own, tokenised text
    python -m benchmarks.bench_exact_chart ... --seen 1 3 4             # those that settings were chosen on
    python -m benchmarks.bench_exact_chart --method lagrangian          # the published relaxation beside it

Limits and times are CPU seconds of one thread, so a busy machine changes no figure; the first chart search
is included, loading is not. `error` counts sentences in which that search missed the best translation. Of
hiero with 5-grams, `below Moses` counts totals more than 0.001 below those that Moses found. Sentences that
were looked at while settings were chosen are in the tables, and have a line of their own, as have all others.
With --rows every sentence is written down as soon as its proof ends.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TextIO

from benchmarks.corpora import absent
from benchmarks.hiero import FIXTURES, HIERO, hiero_model, hiero_rules, hiero_sources
from manyways.exact import ExactChartSettings, ExactSearch
from manyways.model import SearchSettings
from manyways.search import AnyModel, RuleModel
from manyways.text.column import read_column

SEEN = (12, 36)  # of hiero, counted from 1
LENGTHS = ((1, 10), (11, 20), (21, 30), (31, 40), (41, 500))
MOSES_ORDER = 5  # of the language model that Moses's totals were made with


@dataclass(frozen=True)
class Row:
    number: int  # of the sentence, from 1
    words: int
    proved: bool
    error: bool
    seconds: float
    total: float


def fixtures(folder: Path) -> Iterator[tuple[int, RuleModel]]:
    """The model of hiero/ with both of the language models there are."""
    rules = hiero_rules(folder)
    settings = SearchSettings(table_limit=0, span_limit=20)
    for order in (3, 5):
        yield order, hiero_model(rules, settings, order=order)


def moses_totals() -> list[float]:
    """Of the best candidate of each sentence."""
    found: dict[str, float] = {}
    with gzip.open(HIERO / "chart.nbest100.distinct.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            index, _, _, total = line.rstrip("\n").split(" ||| ")
            found.setdefault(index, float(total))
    return list(found.values())


def measure(
    model: AnyModel, sentences: Sequence[Any], settings: Any, note: TextIO | None = None
) -> list[Row]:
    search = ExactSearch(model, settings, threads=1)
    search.prove("")  # the language models' indices are made when they are first asked
    rows = []
    for number, sentence in enumerate(sentences, start=1):
        proof = search.prove(sentence)
        error = proof.lower > proof.beam_score + 1e-4
        proved = proof.status == "optimal"
        rows.append(Row(number, len(sentence.split()), proved, error, proof.seconds, proof.lower))
        if note is not None:
            told = (
                number,
                rows[-1].words,
                proof.status,
                proof.lower,
                proof.upper,
                proof.beam_score,
                proof.seconds,
            )
            print(*told, sep="\t", file=note, flush=True)
    return rows


def show(name: str, rows: Sequence[Row], seen: Collection[int]) -> None:
    print(f"{name}\nwords     sentences  proved  error  mean s  worst s")
    for low, high in (*LENGTHS, (1, 20), (0, 500)):
        show_row(f"{low}-{high}", [row for row in rows if low <= row.words <= high])
    show_row("seen", [row for row in rows if row.number in seen])
    show_row("not seen", [row for row in rows if row.number not in seen])


def show_row(name: str, rows: Sequence[Row]) -> None:
    if not rows:
        return
    times = [row.seconds for row in rows]
    proved, errors = sum(row.proved for row in rows), sum(row.error for row in rows)
    print(
        f"{name:<9} {len(rows):>9} {proved:>7} {errors:>6} {statistics.mean(times):>7.2f} {max(times):>8.2f}",
        flush=True,
    )


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--model", help="a hierarchical model")
    parser.add_argument("--source", help="tokenised sentences")
    parser.add_argument("--first", type=int, default=300, help="how many of them")
    parser.add_argument("--limit", type=float, default=10.0, help="CPU seconds for each sentence")
    parser.add_argument("--method", choices=("certified", "lagrangian"), default="certified")
    parser.add_argument("--seen", type=int, nargs="*", default=[], help="sentences (from 1) told apart")
    parser.add_argument("--rows", type=argparse.FileType("w"), help="a file for a line about each sentence")
    given = parser.parse_args(arguments)
    method: Literal["certified", "lagrangian"] = given.method
    settings = ExactChartSettings(time_limit=given.limit, cpu_time=True, method=method)
    if given.model is not None:
        sentences = list(read_column(given.source))[: given.first]
        rows = measure(RuleModel.open(given.model), sentences, settings, given.rows)
        show(given.model, rows, given.seen)
        return
    if absent(FIXTURES):
        return
    sentences = hiero_sources()[: given.first]
    with tempfile.TemporaryDirectory() as folder:
        for order, model in fixtures(Path(folder)):
            rows = measure(model, sentences, settings)
            show(f"hiero, {order}-gram", rows, SEEN)
            if order == MOSES_ORDER:
                below = sum(
                    row.total < total - 1e-3 for row, total in zip(rows, moses_totals(), strict=False)
                )
                print(f"below Moses: {below} of {len(rows)}")


if __name__ == "__main__":
    main(sys.argv[1:])
