"""Tables 2 and 3 of Gimpel et al. (EMNLP 2013): one system's lists combined, on the corpora of `study`.

    python -m benchmarks.table_combine_lists --out runs/seed --only bible --seeds 1 2 3 --test 300
    python -m benchmarks.table_combine_lists --out runs/seed --only tatoeba bible europarl --report

Plain, distinct and diverse lists of each seed's tuned model. The combiner is the frontier search with
collective features alone, the model's own language model and the support vector machine, trained on TUNE2.
Quartiles of table 3 are made twice: by BLEU + 1 of the baseline itself, as published, and by that of another
system (a phrase model of the first --pairs training pairs), which does not punish or reward a change by
chance. Order and strength of diverse lists are chosen on TUNE1, for rounds of ten, not for each M.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from benchmarks.rerank_report import LANGUAGE, table
from benchmarks.study import METRIC, Cell, Corpus, Study, sizes, studies
from manyways.candidates import CandidateLists, read, write
from manyways.combine import Combiner, CombineSettings, WordSettings
from manyways.diverse import generate
from manyways.metrics import significance
from manyways.search import make_search
from manyways.text.column import TextColumn
from manyways.translator import Translator

SIZES = (10, 15, 20)
KINDS = ("best", "unique", "diverse")
BASE = {"AR": 50.1, "ZH": 36.9, "DE": 21.8}


def _table(text: str) -> dict[tuple[str, str], tuple[float, ...]]:
    """Of lines with a language, a kind of list, and numbers."""
    rows = (line.split() for line in text.strip().splitlines())
    return {(language, kind): tuple(map(float, numbers)) for language, kind, *numbers in rows}


PUBLISHED = _table("""
    AR best     50.2 50.1 50.0
    AR unique   50.6 50.0 50.8
    AR diverse  51.4 51.2 51.2
    ZH best     36.7 36.9 37.0
    ZH unique   37.1 36.9 37.1
    ZH diverse  37.6 37.6 37.5
    DE best     21.7 21.7 21.8
    DE unique   21.8 21.9 21.9
    DE diverse  22.0 21.8 21.6
""")
QUARTILES = _table("""
    AR baseline 30.1 44.1 55.1 70.0
    AR best     30.1 44.6 55.5 68.8
    AR unique   30.4 44.7 55.2 68.4
    AR diverse  31.3 45.3 57.8 69.1
    ZH baseline 15.2 28.9 41.0 57.5
    ZH best     15.9 29.2 40.5 56.8
    ZH unique   16.7 29.0 41.2 56.6
    ZH diverse  17.7 30.6 41.7 56.9
    DE baseline  5.3 14.4 23.7 40.9
    DE best      6.0 15.0 23.6 40.0
    DE unique    5.9 14.9 23.8 40.6
    DE diverse   7.6 15.2 23.4 39.6
""")


@dataclass(frozen=True)
class How:
    """Sizes of what the combiner learns from."""

    rounds: int
    nbest: int
    beam: int
    pairs: int


class Combinations(Study):
    """One corpus with one tuning seed: its lists combined."""

    def __init__(self, out: Path, corpus: Corpus, seed: int, how: How) -> None:
        super().__init__(out, corpus, seed)
        self.how = how

    def lists(self, kind: str, split: str) -> CandidateLists:
        """Twenty candidates of every sentence; those of a list are distinct unless they are the plain
        best.
        """
        part = self.tune2 if split == "tune2" else self.test
        path = self.out / f"combine.{self.seed}.{kind}.{split}.{len(part.sources)}.jsonl.gz"
        if not path.exists():
            if kind == "diverse":
                made = generate(self.decoder, part.sources, replace(self.chosen, each=1), threads=1)
            else:
                search = make_search(self.decoder, threads=1)
                made = search.lists(part.sources, max(SIZES), distinct=kind == "unique")
            write(replace(made, sparse=None), path)
        return part.whole(read(path))

    def combined(self, kind: str, size: int) -> Cell:
        settings = CombineSettings(
            words=WordSettings(tokenised=True, models=(str(self.model / "LM0.bin"),)),
            own={"beam": self.how.beam},
            size=self.how.nbest,
            rounds=self.how.rounds,
            tokenise="none",
            seed=self.seed,
        )
        trained = Combiner.train(self.lists(kind, "tune2").cut(size), None, settings, threads=1)
        texts = trained.combiner.apply(self.lists(kind, "test").cut(size), threads=1).texts()
        return {"rows": self.rows(texts).tolist()}

    def other_system(self) -> Cell:
        """The test sentences by a model of fewer sentences, not tuned."""
        suffixes = (self.corpus.source, "en")
        one, other = (
            self.lower(f"{self.corpus.folder}/train.{each}.gz", f"few.{each}", self.how.pairs)
            for each in suffixes
        )
        translator = Translator(self.trained("few", (one, other)), threads=1)
        return {"rows": self.rows([each.text for each in translator.translate(self.test.sources)]).tolist()}

    def rows(self, texts: Sequence[str]) -> Any:
        lists = self.lists("best", "test").cut(1)
        said = replace(lists, texts=TextColumn.from_texts(texts))
        return METRIC.statistics(said, threads=1)

    def all(self) -> None:
        self.cell("combine other", self.other_system)
        self.cell("combine baseline", lambda: {"rows": self.base_rows.tolist()})
        for kind in KINDS:
            for size in SIZES:
                self.cell(f"combine {kind} {size}", lambda kind=kind, size=size: self.combined(kind, size))  # type: ignore[misc]


class Found:
    """What was measured for one corpus, over its seeds."""

    def __init__(self, out: Path, corpus: str) -> None:
        self.language = LANGUAGE[corpus]
        folders = sorted((out / corpus).glob("seed*"))
        self.seeds = [
            {
                path.stem.removeprefix("combine_"): np.array(json.loads(path.read_text())["rows"], np.int64)
                for path in sorted(folder.glob("combine_*.json"))
            }
            for folder in folders
        ]
        self.seeds = [each for each in self.seeds if "baseline" in each]

    def mean(self, name: str, groups: Sequence[Any] | None = None) -> float | None:
        """BLEU over the seeds that have it; groups: sentences, by seed."""
        rows = [each.get(name) for each in self.seeds]
        found = [
            score(each if groups is None else each[groups[i]])
            for i, each in enumerate(rows)
            if each is not None
        ]
        return fmean(found) if found else None

    def gain(self, name: str) -> str:
        """Mean difference from the baseline, mean ends of the intervals, how many seeds are significant."""
        pairs = [
            significance.paired_bootstrap(METRIC, each["baseline"], each[name])
            for each in self.seeds
            if name in each
        ]
        if not pairs:
            return "not run"
        low, high = (fmean(float(getattr(each, end)) for each in pairs) for end in ("low", "high"))
        ps = ", ".join(f"{each.p_value:.3f}" for each in pairs)
        return f"{fmean(each.difference for each in pairs):+.2f} [{low:+.2f}, {high:+.2f}] (p {ps})"


def score(rows: Any) -> float:
    return float(METRIC.scores(rows.sum(axis=0)[None])[0])


def report(out: Path, corpora: Sequence[str]) -> None:
    """Both tables of every corpus that was measured."""
    for name in corpora:
        found = Found(out, name)
        if not found.seeds:
            continue
        count = len(found.seeds[0]["baseline"])
        print(f"\n### {name}: {count} sentences of TEST, seeds: {len(found.seeds)}\n")
        base = found.mean("baseline")
        body = [["baseline, not combined", f"{base:.2f} ({BASE[found.language]})", "", ""]]
        for kind in KINDS:
            cells = []
            for place, size in enumerate(SIZES):
                mean = found.mean(f"{kind}_{size}")
                said = "" if mean is None else f"{mean:.2f}"
                published = PUBLISHED[found.language, kind][place]
                cells.append(f"{said} ({published}); {found.gain(f'{kind}_{size}')}")
            body.append([kind, *cells])
        table([f"%BLEU (published, {found.language})", *map(str, SIZES)], body)
        for judge, said in (("baseline", "as published, by the baseline"), ("other", "by another system")):
            groups = [
                np.array_split(np.argsort(METRIC.sentence_scores(each[judge]), kind="stable"), 4)
                for each in found.seeds
            ]
            body = []
            for kind in ("baseline", *KINDS):
                cells = []
                for q in range(4):
                    own = kind if kind == "baseline" else f"{kind}_15"
                    mean = found.mean(own, [each[q] for each in groups])
                    theirs = f" ({QUARTILES[found.language, kind][q]})" if judge == "baseline" else ""
                    cells.append("" if mean is None else f"{mean:.1f}{theirs}")
                body.append([kind, *cells])
            print()
            table([f"quartiles {said}; M = 15", "q1", "q2", "q3", "q4"], body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    sizes(parser, "runs/seed")
    parser.add_argument("--pairs", type=int, default=15_000, help="of the other system")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--nbest", type=int, default=300)
    parser.add_argument("--beam", type=int, default=100)
    given = parser.parse_args()
    if given.report:
        report(given.out, [each for each in given.only if each in LANGUAGE])
        return
    for corpus, seed in studies(given):
        Combinations(given.out, corpus, seed, How(given.rounds, given.nbest, given.beam, given.pairs)).all()


if __name__ == "__main__":
    main()
