"""Tuned hierarchical models beside tuned phrase-based ones: BLEU of two test sets, over tuning seeds.

    python -m benchmarks.table_hierarchical --out runs/hierarchical --seeds 3

Both models of a corpus are trained from the same text and tuned alike (`manyways tune --with mert`, 100-best
lists) on the first sentences of the development set. Every model and every cell is a file under --out: a run
that was stopped goes on. With --pairs the training text is cut, for a quick look.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from manyways.files import atomic_write, make_directory
from manyways.metrics import Bleu
from manyways.text.column import TextColumn
from manyways.translator import Translator

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
KINDS = ("phrase", "hierarchical")
Cell = dict[str, float]


@dataclass(frozen=True)
class Corpus:
    name: str
    source: str
    references: tuple[str, ...]
    tests: tuple[str, str]

    def lines(self, split: str, suffix: str, size: int | None = None) -> list[str]:
        path = DATA / self.name / f"{split}.{suffix}"
        if not path.exists():
            return (
                gzip.decompress(path.with_name(path.name + ".gz").read_bytes()).decode().splitlines()[:size]
            )
        return path.read_text(encoding="utf-8").splitlines()[:size]


CORPORA = (
    Corpus("multi30k-de-en", "de", ("en",), ("test", "test2")),
    Corpus("bible-zh-en", "zh", ("en.0", "en.1", "en.2", "en.3"), ("devtest", "test")),
)


@dataclass(frozen=True)
class Table:
    out: Path
    pairs: int | None
    dev: int
    iterations: int

    def text(self, corpus: Corpus, split: str, suffix: str, size: int | None) -> str:
        """A file with the first lines of a split, lower-cased."""
        path = make_directory(self.out / corpus.name) / f"{split}.{suffix}"
        if not path.exists():
            with atomic_write(path) as file:
                file.writelines(line.lower() + "\n" for line in corpus.lines(split, suffix, size))
        return str(path)

    def model(self, corpus: Corpus, kind: str, seed: int) -> Path:
        tuned = self.out / corpus.name / f"{kind}-{seed}"
        if (tuned / "model.toml").exists():
            return tuned
        model = str(self.out / corpus.name / kind)
        ends = [self.text(corpus, "train", suffix, self.pairs) for suffix in (corpus.source, "en")]
        text = ["--tokenised", "--casing", "lower", "--target-language", "en"]
        manyways("train", "--source", ends[0], "--target", ends[1], "--kind", kind, *text, "--out", model)
        dev = [self.text(corpus, "dev", suffix, self.dev) for suffix in (corpus.source, *corpus.references)]
        options = ["--tokenised", "--tokenise", "none", "--iterations", str(self.iterations)]
        manyways("tune", model, *dev, *options, "--seed", str(seed), "--out", str(tuned))
        return tuned

    def cell(self, corpus: Corpus, kind: str, seed: int) -> Cell:
        """BLEU of both test sets, and the CPU seconds of a sentence."""
        path = make_directory(self.out / corpus.name) / f"{kind}-{seed}.json"
        if not path.exists():
            translator = Translator(self.model(corpus, kind, seed), tokenised=True, threads=1)
            found: Cell = {}
            for split in corpus.tests:
                sources = [line.lower() for line in corpus.lines(split, corpus.source)]
                references = [
                    TextColumn.from_texts([line.lower() for line in corpus.lines(split, each)])
                    for each in corpus.references
                ]
                start = time.process_time()
                texts = translator.translate(sources).texts
                found[f"{split} seconds"] = (time.process_time() - start) / len(sources)
                found[split] = Bleu(tokenise="none").corpus_score(texts, references).value
            with atomic_write(path) as file:
                json.dump(found, file)
        loaded: Cell = json.loads(path.read_text(encoding="utf-8"))
        return loaded


def manyways(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "manyways", *arguments, "--threads", "1", "--quiet"], check=True)


def print_table(table: Table, corpora: list[Corpus], kinds: list[str], seeds: int) -> None:
    print(
        f"{'BLEU, mean (spread) of ' + str(seeds) + ' seeds':40s}{'set':>10s}{'BLEU':>16s}{'s/sentence':>12s}"
    )
    for corpus in corpora:
        for kind in kinds:
            cells = [table.cell(corpus, kind, seed) for seed in range(1, seeds + 1)]
            for split in corpus.tests:
                values = [cell[split] for cell in cells]
                spread = statistics.stdev(values) if len(values) > 1 else 0.0
                seconds = statistics.mean(cell[f"{split} seconds"] for cell in cells)
                told = f"{statistics.mean(values):.2f} ({spread:.2f})"
                print(f"{corpus.name + ', ' + kind:40s}{split:>10s}{told:>16s}{seconds:12.4f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("runs/hierarchical"))
    parser.add_argument("--pairs", type=int, help="of the training text; default: all")
    parser.add_argument("--dev", type=int, default=400)
    parser.add_argument("--iterations", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", help="one corpus: " + ", ".join(each.name for each in CORPORA))
    parser.add_argument("--kind", choices=KINDS, help="default: both")
    given = parser.parse_args()
    table = Table(given.out, given.pairs, given.dev, given.iterations)
    corpora = [each for each in CORPORA if given.only in (None, each.name)]
    print_table(table, corpora, [given.kind] if given.kind else list(KINDS), given.seeds)


if __name__ == "__main__":
    main()
