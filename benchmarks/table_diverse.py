"""Table 1 of Gimpel et al. (EMNLP 2013) on three corpora: oracle BLEU of plain, distinct and diverse lists.

The Bible has two columns: of a phrase-based model, and of a hierarchical one like the paper's Chinese system.

    python -m benchmarks.table_diverse --out runs/diverse --test 200 --dev 100

Order and strength are chosen on development sentences only. Every cell is a file under --out: a run that was
stopped goes on, and another sample size is another set of cells. Multi30k and the Bible are trained and tuned
here by `manyways train` and `manyways tune`; the Europarl model is the one in ../shared/fixtures, which knows
only its test set, so its development sentences are the first of that set and its test sentences the last.

Intervals are the middle 95 % of 1,000 corpora drawn from the sentences; of differences: the same ones
for both. The paper's unique lists are what is left of 1,000 derivations: these rows are told apart from
unique lists that are as long as they say.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks import corpora
from benchmarks.corpora import SHARED
from manyways.candidates import CandidateLists
from manyways.diverse import Dissimilarity, DiverseSettings, generate, profile, tune_search
from manyways.files import atomic_write
from manyways.metrics import Bleu
from manyways.metrics.oracle import best_each
from manyways.metrics.significance import bootstrap, interval, paired_bootstrap
from manyways.model.moses import import_moses
from manyways.search import AnyModel, make_search, open_model

ORDERS, STRENGTHS = (2, 4, 5, 6, 7, 9), (0.005, 0.01, 0.02, 0.05)
FEW_ORDERS, FEW_STRENGTHS = (4, 6), (0.02, 0.05, 0.1)  # for M x N, whose trials are dearer
PLAIN = {"1 best": 1, "20 best": 20, "200 best": 200, "1000 best": 1000}
UNIQUE = {"unique 20 best": 20, "unique 200 best": 200, "unique 1000 best": 1000}
DIVERSE = {"20 diverse": 1, "20 diverse x 10 best": 10, "20 diverse x 50 best": 50}
MERGED = {"20 diverse x 50 best, repeats merged": 50}  # as published: a text may win several rounds
CUT = {"unique 20 of 1000 best": 20, "unique 200 of 1000 best": 200}  # the published unique lists
PUBLISHED = {
    "1 best": {"zh": 36.9, "de": 21.8},
    "20 best": {"zh": 40.3, "de": 24.7},
    "200 best": {"zh": 43.8, "de": 27.7},
    "1000 best": {"zh": 46.4, "de": 29.8},
    "unique 20 of 1000 best": {"zh": 44.1, "de": 26.7},
    "unique 200 of 1000 best": {"zh": 46.4, "de": 29.5},
    "20 diverse": {"zh": 46.4, "de": 28.6},
    "20 diverse x 10 best": {"zh": 48.7, "de": 30.3},
    "20 diverse x 50 best": {"zh": 50.6, "de": 31.6},
}
GAINS = (
    ("20 diverse", "20 best"),
    ("20 diverse", "unique 20 of 1000 best"),
    ("20 diverse", "unique 20 best"),
    ("20 diverse x 50 best", "1000 best"),
    ("20 diverse x 50 best", "unique 1000 best"),
)
BLEU = Bleu(tokenise="none")


@dataclass(frozen=True)
class Cell:
    """best: BLEU's statistics of the best candidate of each sentence."""

    figures: dict[str, float]
    best: list[list[int]]


@dataclass(frozen=True)
class Corpus(corpora.Corpus):
    """test: the split that is scored. kind: of the model."""

    test: str = "test"
    kind: str = "phrase"

    def sentences(self, split: str, part: slice) -> tuple[list[str], list[list[str]]]:
        references = [self.lines(split, each)[part] for each in self.references]
        return self.lines(split, self.source)[part], references


CORPORA = (
    Corpus("multi30k", "data/multi30k-de-en", "de", ("en",), "devtest"),
    Corpus("europarl", "data/europarl-de-en", "de", ("en",)),
    Corpus("bible", "data/bible-zh-en", "zh", ("en.0", "en.1", "en.2", "en.3")),
    Corpus("bible-rules", "data/bible-zh-en", "zh", ("en.0", "en.1", "en.2", "en.3"), kind="hierarchical"),
)
FEW = 40  # development sentences for the dearer trials
TUNED = 400  # development sentences for the weights; order and strength are chosen on the last ones


def model_of(corpus: Corpus, out: Path) -> Path:
    """The corpus's model, made if it is not there."""
    model = out / "models" / corpus.name
    if model.exists():
        return model
    if corpus.name == "europarl":
        import_moses(SHARED / "fixtures/europarl-de-en/test/moses.ini", model)
        return model
    data, untuned = SHARED / corpus.folder, out / "models" / f"{corpus.name}-untuned"
    ends = ["--source", str(data / f"train.{corpus.source}.gz"), "--target", str(data / "train.en.gz")]
    manyways("train", *ends, "--kind", corpus.kind, "--tokenised", "--casing", "lower", "--out", str(untuned))
    sources, references = corpus.sentences("dev", slice(0, TUNED))
    files = []
    for name, lines in [("source", sources), *((f"reference{i}", r) for i, r in enumerate(references))]:
        files.append(str(out / f"{corpus.name}.{name}"))
        with atomic_write(files[-1]) as file:
            file.writelines(line + "\n" for line in lines)
    options = ["--tokenised", "--tokenise", "none", "--iterations", "5", "--out", str(model)]
    manyways("tune", str(untuned), *files, *options)
    return model


def manyways(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "manyways", *arguments], check=True)


@dataclass(frozen=True)
class Table:
    """The cells of one run."""

    out: Path
    dev: int
    test: int

    def cell(self, corpus: Corpus, name: str, compute: Callable[[], Cell]) -> Cell:
        """What is in the cell's file; computed and written if there is none."""
        path = self.out / "cells" / f"{corpus.name}.{self.dev}.{self.test}.{name.replace(' ', '-')}.json"
        if not path.exists():
            start = time.process_time()
            value = compute()
            value.figures["cpu"] = time.process_time() - start
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(path) as file:
                json.dump(asdict(value), file)
            print(f"{corpus.name}, {name}: {value.figures}", file=sys.stderr, flush=True)
        return Cell(**json.loads(path.read_text(encoding="utf-8")))

    def splits(self, corpus: Corpus) -> tuple[tuple[str, slice], tuple[str, slice]]:
        """Where the development and the test sentences are."""
        if corpus.name == "europarl":
            return ("test", slice(0, self.dev)), ("test", slice(-self.test, None))
        return ("dev", slice(-self.dev, None)), (corpus.test, slice(0, self.test))

    def column(self, corpus: Corpus) -> dict[str, Cell]:
        """All rows of one corpus."""
        decoder = open_model(model_of(corpus, self.out))
        dev, test = (corpus.sentences(*part) for part in self.splits(corpus))

        def measured(lists: CandidateLists) -> Cell:
            given = lists.with_references(*test[1])
            found = profile(given, tokenise="none", threads=1).as_json()
            rows = BLEU.statistics(given, threads=1)
            best = rows[best_each(BLEU, rows, given.sentence_offsets)]
            return Cell({k: v for k, v in found.items() if isinstance(v, float)}, best.tolist())

        def listed(size: int, *, distinct: bool) -> CandidateLists:
            return make_search(decoder, threads=1).lists(test[0], size, distinct=distinct)

        ways: dict[str, Callable[[], CandidateLists]] = {}
        for name, size in PLAIN.items():
            ways[name] = partial(listed, size, distinct=False)
        for name, size in UNIQUE.items():
            ways[name] = partial(listed, size, distinct=True)
        for name, size in CUT.items():
            ways[name] = partial(lambda size: listed(1000, distinct=False).distinct().cut(size), size)
        cells = {
            name: self.cell(corpus, name, partial(lambda way: measured(way()), way))
            for name, way in ways.items()
        }
        for name, each in (DIVERSE | MERGED).items():
            distinct = name not in MERGED
            chosen = self.chosen(corpus, decoder, dev, 50 if each > 1 else 1, distinct=distinct)
            settings = replace(chosen, each=each)
            cells[name] = self.cell(
                corpus,
                name,
                lambda settings=settings: measured(generate(decoder, test[0], settings, threads=1)),  # type: ignore[misc]
            )
        return cells

    def chosen(
        self,
        corpus: Corpus,
        decoder: AnyModel,
        dev: tuple[list[str], list[list[str]]],
        each: int,
        *,
        distinct: bool = True,
    ) -> DiverseSettings:
        """The order and strength of the highest oracle BLEU on the development sentences."""

        def best() -> Cell:
            settings = DiverseSettings(rounds=20, each=each, unit="weights", distinct=distinct)
            orders, strengths = (ORDERS, STRENGTHS) if each == 1 else (FEW_ORDERS, FEW_STRENGTHS)
            sources, references = dev if each == 1 else (dev[0][:FEW], [r[:FEW] for r in dev[1]])
            trials = tune_search(
                decoder, sources, references, settings, orders=orders, strengths=strengths, threads=1
            )
            chosen = trials[0].settings
            (order,) = chosen.dissimilarity.orders
            return Cell({"order": order, "strength": chosen.strength, "oracle": trials[0].value}, [])

        found = self.cell(corpus, f"chosen for 20 x {each}{'' if distinct else ', merged'}", best).figures
        near = Dissimilarity.of(int(found["order"]))
        return DiverseSettings(
            rounds=20,
            each=each,
            unit="weights",
            strength=found["strength"],
            dissimilarity=near,
            distinct=distinct,
        )


def print_column(corpus: Corpus, cells: dict[str, Cell]) -> None:
    print(f"{corpus.name + ', oracle BLEU':38s}{'published':>10s}{'ours':>8s}{'95 %':>16s}{'texts':>7s}")
    for row in (*PLAIN, *CUT, *UNIQUE, *DIVERSE, *MERGED):
        figures = cells[row].figures
        low, high = interval(bootstrap(BLEU, np.array(cells[row].best)))
        published = PUBLISHED.get(row, {}).get(corpus.source, "-")
        print(
            f"{row:38s}{published:>10}{figures['oracle']:8.2f}{f'{low:.2f} .. {high:.2f}':>16s}"
            f"{figures['size']:7.0f}"
        )
    for one, other in GAINS:
        gain = paired_bootstrap(BLEU, np.array(cells[other].best), np.array(cells[one].best))
        theirs = [PUBLISHED.get(name, {}).get(corpus.source) for name in (one, other)]
        published = f"{theirs[0] - theirs[1]:+.1f}" if theirs[0] and theirs[1] else "-"
        spread = f"{gain.low:+.2f} .. {gain.high:+.2f}"
        print(f"{one} - {other}:  published {published}, ours {gain.difference:+.2f} ({spread})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("runs/diverse"))
    parser.add_argument("--dev", type=int, default=100)
    parser.add_argument("--test", type=int, default=200)
    parser.add_argument("--only", help="one corpus: " + ", ".join(each.name for each in CORPORA))
    given = parser.parse_args()
    table = Table(given.out, given.dev, given.test)
    wanted = [each for each in CORPORA if given.only in (None, each.name)]
    for corpus in wanted:
        print_column(corpus, table.column(corpus))


if __name__ == "__main__":
    main()
