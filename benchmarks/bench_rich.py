"""The rich features: CPU seconds of each family on real lists, and what 2,000 lists of 1,000 would take.

    python -m benchmarks rich

Lists of Moses on Multi30k (../shared/fixtures/mert: 1,014 sentences, 201,899 candidates); the pack is trained
on the same corpus, tagger and parser on GUM in lower case, quickly (their quality is no matter here).
"""

from __future__ import annotations

import gzip
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.corpora import SHARED
from benchmarks.lower_parser import lower_tree
from manyways.candidates import ReferenceFile, read, with_reference_files, write
from manyways.choose.reranker import Reranker
from manyways.features import FEATURES, Columns, Resources, ResourceSettings, Wanted, compute
from manyways.features.compute import values_of
from manyways.features.rich import PackInputs, PackSettings
from manyways.features.rich.preparing import prepare
from manyways.linguistics import ParserSettings, read_treebank, train_parser
from manyways.text.column import read_column

CORPUS, LISTS = SHARED / "data" / "multi30k-de-en", SHARED / "fixtures" / "mert"
WHOLE = 2_000_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder))


def make_parser(folder: Path) -> Path:
    with gzip.open(SHARED / "data" / "treebank" / "gum.train.mrg.gz", "rt", encoding="utf-8") as file:
        lines = file.read().splitlines()[::40]
    (folder / "gum.mrg").write_text("\n".join(map(lower_tree, lines)), encoding="utf-8")
    train_parser(read_treebank(folder / "gum.mrg"), folder / "parser", ParserSettings(passes=1, folds=1))
    return folder / "parser"


def run(folder: Path) -> None:
    lists = read(LISTS / "nbest.gz")
    references = ReferenceFile.read_all([str(LISTS / "reference.en")])
    lists = with_reference_files(lists, references, path="nbest.gz")
    lists = replace(lists, sources=read_column(LISTS / "source.de"))
    write(lists.split(range(100)), folder / "spare.jsonl", format="jsonl")
    inputs = PackInputs(
        source=CORPUS / "train.de.gz",
        target=CORPUS / "train.en.gz",
        lists=folder / "spare.jsonl",
        parser=make_parser(folder),
    )
    settings = PackSettings(tokenised=True, trees_most=1000)
    made = prepare(inputs, folder / "pack", settings, threads=1)
    for name, facts, seconds in made.rows():
        print(f"{'train ' + name:28} {seconds:8.1f} s   {facts}")
    columns = Columns(lists, Resources.open(ResourceSettings(pack=str(folder / "pack"))), threads=1)
    print(f"{lists.candidate_count:,} candidates, one thread")
    total = 0.0
    for each in FEATURES:
        if each.pack == "rich":
            start = time.process_time()
            values_of(each, columns)
            seconds = time.process_time() - start
            total += seconds
            print(f"{each.names[0]:28} {seconds:8.2f} s   {seconds * WHOLE / lists.candidate_count:8.0f} s")
    start = time.process_time()
    basic = compute(lists, Wanted.named_by(["basic"]), threads=1)
    seconds = time.process_time() - start
    total += seconds
    print(f"{'basic':28} {seconds:8.2f} s   {seconds * WHOLE / lists.candidate_count:8.0f} s")
    print(f"{'all':28} {total:8.2f} s   {total * WHOLE / lists.candidate_count:8.0f} s for {WHOLE:,}")
    names = basic.names[:50]
    reranker = Reranker(names=names, units=(1.0,) * len(names), weights=(1.0,) * len(names))
    few = basic.lists.split(range(100)).cut(100)
    start = time.process_time()
    for i in range(100):
        reranker(few.split([i]))
    milliseconds = 10 * (time.process_time() - start)
    print(f"a reranker of {len(names)} features, list by list: {milliseconds:.2f} ms a list of up to 100")


if __name__ == "__main__":
    main()
