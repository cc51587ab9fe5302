"""Exact search of hierarchical models: how many sentences are proved, in what time, by length.

    python -m benchmarks.bench_exact_chart                              # hiero of ../shared, both orders
    python -m benchmarks.bench_exact_chart --model DIR --source FILE    # a model of your own, tokenised text

CPU seconds of one thread, the first chart search included, loading excluded. `error` counts sentences in
which that search missed the best translation.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.hiero import FIXTURES, hiero_model, hiero_rules, hiero_sources
from manyways.exact import ExactChartSettings, ExactSearch
from manyways.model import SearchSettings
from manyways.search import RuleModel
from manyways.text.column import read_column

LENGTHS = ((1, 10), (11, 20), (21, 30), (31, 500))
Row = tuple[int, bool, bool, float]  # words, proved, error, seconds


def fixtures(folder: Path) -> Iterator[tuple[str, RuleModel]]:
    """The model of hiero/ with both of the language models there are."""
    rules = hiero_rules(folder)
    settings = SearchSettings(table_limit=0, span_limit=20)
    for order in (3, 5):
        yield f"hiero, {order}-gram", hiero_model(rules, settings, order=order)


def measure(model: RuleModel, sentences: Sequence[str], time_limit: float) -> list[Row]:
    search = ExactSearch(model, ExactChartSettings(time_limit=time_limit), threads=1)
    rows = []
    for sentence in sentences:
        started = time.process_time()
        proof = search.prove(sentence)
        seconds = time.process_time() - started
        error = proof.lower > proof.beam_score + 1e-4
        rows.append((len(sentence.split()), proof.status == "optimal", error, seconds))
    return rows


def show(name: str, rows: Sequence[Row]) -> None:
    print(f"{name}\nwords  sentences  proved  error  mean s  worst s")
    for low, high in (*LENGTHS, (0, 500)):
        own = [row for row in rows if low <= row[0] <= high]
        if not own:
            continue
        times = [seconds for *_, seconds in own]
        proved, errors = sum(row[1] for row in own), sum(row[2] for row in own)
        print(
            f"{low:>3}-{high:<3} {len(own):>9} {proved:>7} {errors:>6}"
            f" {statistics.mean(times):>7.2f} {max(times):>8.2f}"
        )


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--model", help="a hierarchical model")
    parser.add_argument("--source", help="tokenised sentences")
    parser.add_argument("--first", type=int, default=300, help="how many of them")
    parser.add_argument("--time-limit", type=float, default=10.0, help="seconds for each sentence")
    given = parser.parse_args(arguments)
    if given.model is not None:
        sentences = list(read_column(given.source))[: given.first]
        show(given.model, measure(RuleModel.open(given.model), sentences, given.time_limit))
        return
    if not FIXTURES.is_dir():
        print("skipped: ../shared/fixtures is absent")
        return
    sentences = hiero_sources()
    with tempfile.TemporaryDirectory() as folder:
        for name, model in fixtures(Path(folder)):
            show(name, measure(model, sentences, given.time_limit))


if __name__ == "__main__":
    main(sys.argv[1:])
