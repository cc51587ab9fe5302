"""Exact search of a model as people train it: how many sentences are proved, in what time, by length.

    manyways train --source train.de --target train.en --tokenised --out models/de-en
    python -m benchmarks.table_exact --model models/de-en --source test.de --each 12

Every k-th sentence of each range of lengths, tokenised; limits and times are CPU seconds of one thread, the
first search, which is that of `translate`, included. `error` counts sentences whose best
translation it missed. With --offset other sentences are taken; each row is written to stderr as its proof
ends.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.bench_exact_chart import measure, show
from manyways.exact import ExactSettings
from manyways.text.column import read_column
from manyways.translator import Translator

LENGTHS = ((1, 10), (11, 20), (21, 30), (31, 40), (41, 50))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--each", type=int, default=12, help="sentences of each length")
    parser.add_argument("--offset", type=int, default=0, help="of each length, the first to take")
    parser.add_argument("--limit", type=float, default=10.0, help="CPU seconds for each sentence")
    given = parser.parse_args()
    translator = Translator(given.model, threads=1)
    lines = list(read_column(given.source))
    chosen = []
    for low, high in LENGTHS:
        own = [line for line in lines if low <= len(line.split()) <= high]
        chosen += own[given.offset :: max(1, len(own) // given.each)][: given.each]
    settings = ExactSettings(time_limit=given.limit, cpu_time=True)
    rows = measure(translator.opened, translator.sources(chosen), settings, note=sys.stderr)
    show(given.model, rows, ())


if __name__ == "__main__":
    main()
