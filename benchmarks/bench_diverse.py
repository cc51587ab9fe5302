"""Diverse lists: selection from a file of 1,000 sentences x 100 candidates, and generation by a decoder.

CPU time of one thread. Selection has the limit of 5 s with reading and writing; the peer is the same greedy
selection in plain Python on a hundredth of the lists, without files.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.bench_candidates import make_list
from manyways.candidates import CandidateLists, read, write
from manyways.diverse import Dissimilarity, DiverseSettings, SelectSettings, generate, select
from manyways.diverse.grid import score_of
from manyways.model.moses import import_moses
from manyways.search import BeamSearch, PhraseModel
from manyways.text.column import read_column


def select_in_python(lists: CandidateLists, size: int, strength: float, near: Dissimilarity) -> float:
    """CPU seconds of the greedy method with dictionaries."""
    start = time.process_time()
    texts = list(lists.texts)
    for s in range(len(lists)):
        rows = range(int(lists.sentence_offsets[s]), int(lists.sentence_offsets[s + 1]))
        counts = {row: near.counts(texts[row]) for row in rows}
        value = {row: float(lists.scores[row]) for row in rows}
        for _ in range(min(size, len(rows))):
            best = max(value, key=lambda row: value[row])
            del value[best]
            for row in value:
                common = counts[row].keys() & counts[best].keys()
                value[row] -= strength * sum(counts[row][g] * counts[best][g] for g in common)
    return time.process_time() - start


def bench_selection() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "nbest", Path(folder) / "out"
        make_list(path, 1000, 100)
        print("selection of 20 from 1,000 x 100 in a file, CPU s with reading and writing")
        for method in ("greedy", "coverage", "dpp"):
            settings = SelectSettings(size=20, method=method)
            start = time.process_time()
            lists = read(path)
            middle = time.process_time()
            chosen = select(lists, settings, threads=1)
            end = time.process_time()
            write(chosen, out)
            total = time.process_time() - start
            print(f"  {method:9s} {total:6.2f}   of that selecting {end - middle:5.2f}")
        few = lists.split(np.arange(10))
        python = select_in_python(few, 20, 0.1, Dissimilarity.of(4)) * 100
        print(f"  Python    {python:6.2f}   selecting alone, {python / (end - middle):.0f} times as long")


SETTINGS = ((1, 4, 0.02), (50, 6, 0.05))  # each, order, strength


def bench_generation(sentences: int = 200) -> None:
    """A Moses model of 1,000 sentences. Moses itself needs 20 decodes for 20 diverse: 0.7 sentences per s."""
    fixture = Path(__file__).resolve().parents[2] / "shared" / "fixtures" / "moses-de-en-1000"
    if not fixture.is_dir():
        print("no ../shared/fixtures beside the project: generation is not measured")
        return
    sources, references = (
        list(read_column(fixture / name))[:sentences] for name in ("source.de", "reference.en")
    )
    with tempfile.TemporaryDirectory() as folder:
        import_moses(fixture / "moses.ini", Path(folder) / "model")
        decoder = PhraseModel.open(Path(folder) / "model")
        start = time.process_time()
        BeamSearch(decoder, threads=1).best(sources)
        once = time.process_time() - start
        rate = sentences / once
        print(f"generation, sentences per CPU s, the search included; one search alone {rate:.0f}")
        for each, order, strength in SETTINGS:
            settings = DiverseSettings(
                rounds=20, each=each, strength=strength, dissimilarity=Dissimilarity.of(order)
            )
            start = time.process_time()
            generate(decoder, sources, settings, threads=1)
            spent = time.process_time() - start
            name = f"20 x {each}, order {order}, strength {strength}"
            print(f"  {name:32s} {sentences / spent:6.0f}   {spent / once:.2f} times one search")
        bench_engines(decoder, sources[-40:], references[-40:])


def bench_engines(decoder: PhraseModel, sources: list[str], references: list[str]) -> None:
    """The same lists by one search, by one in every round, and in between."""
    print(f"engines, 20 diverse, {len(sources)} sentences: oracle BLEU and sentences per CPU s")
    engines = {
        "graph": DiverseSettings(),
        "graph, fall 0.5": DiverseSettings(fall=0.5),
        "groups": DiverseSettings(engine="groups"),
        "sample": DiverseSettings(engine="sample", strength=0.3),
        "redecode": DiverseSettings(engine="redecode"),
    }
    for name, settings in engines.items():
        start = time.process_time()
        lists = generate(decoder, sources, settings, threads=1)
        spent = time.process_time() - start
        oracle = score_of(lists.with_references(references), "oracle", tokenise="none").value
        print(f"  {name:16s} {oracle:6.2f} {len(sources) / spent:6.0f}", flush=True)


def main() -> None:
    bench_selection()
    bench_generation()


if __name__ == "__main__":
    main()
