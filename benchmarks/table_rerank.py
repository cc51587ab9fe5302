"""Tables 4, 5 and 6 of Gimpel et al. (EMNLP 2013) on corpora at hand, and what lies beyond them.

    python -m benchmarks.table_rerank --out runs/rerank --only bible --seeds 1
    python -m benchmarks.table_rerank --out runs/rerank --report > benchmarks/results/rerank_tables.md

TUNE1 tunes the model (MERT, a seed each), gives order and strength of diverse lists, and the lists that the
models of good and bad translations are learnt from; TUNE2 trains rerankers; TEST is scored. Text is in
lower case and tokenised, as the paper's BLEU is uncased. Every cell is a file under --out: a run that
was stopped goes on. Models come from `manyways train` and `manyways tune`, the pack from `manyways rerank
prepare`, all under --out.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import corpora
from benchmarks.corpora import SHARED
from benchmarks.rerank_report import print_report
from manyways.candidates import CandidateLists, write
from manyways.choose.choosing import order_of
from manyways.diverse import Dissimilarity, DiverseSettings, generate, tune_search
from manyways.features import Resources, ResourceSettings, Wanted, compute
from manyways.files import atomic_write
from manyways.metrics import Bleu, significance
from manyways.metrics.oracle import first_of_each
from manyways.rerank import RerankSettings, train_reranker
from manyways.search import AnyModel, make_search, open_model
from manyways.text.column import TextColumn
from manyways.text.content import mark_of, marks_of

METRIC = Bleu(tokenise="none")
ROWS = {  # of Table 4, each with those before it
    "None": (),
    "+ INVMOD1": ("invmod1",),
    "+ MIXLM, SYN": ("mixlm", "syn"),
    "+ VERB, DISC": ("verb", "disc", "disc-tags"),
    "+ GOOG": ("goog",),
    "+ WCLM (all)": ("wclm",),
}
BEYOND = "+ consensus and basic"
BEST = {f"{n} best": n for n in (20, 100, 200, 1000)}
UNIQUE = {f"unique {n} best": n for n in (20, 100, 200)}
DIVERSE = {"20 diverse": 1, "20 div x 5 best": 5, "20 div x 10 best": 10, "20 div x 50 best": 50}
ORDERS, STRENGTHS, TRIED = (4, 6), (0.01, 0.02, 0.05), 40
Cell = dict[str, Any]


@dataclass(frozen=True)
class Corpus(corpora.Corpus):
    """How many sentences of each part are used."""

    tune1: int
    tune2: int
    test: int
    kind: str = "phrase"
    disc: int = 1000
    text: tuple[str, ...] = ()


MONO, CAPTIONS = "data/europarl-de-en/mono.en.gz", "data/lm/multi30k-captions.en.gz"
SPEECH = (MONO, "data/lm/us-speeches.en.gz")  # English that no corpus's sentences are from
FOUR = ("en.0", "en.1", "en.2", "en.3")
CORPORA = (
    Corpus("tatoeba", "data/tatoeba-ar-en", "ar", FOUR[:2], 500, 500, 500, text=(CAPTIONS, *SPEECH)),
    Corpus("bible", "data/bible-zh-en", "zh", FOUR, 726, 500, 707, text=SPEECH),
    Corpus("bible-rules", "data/bible-zh-en", "zh", FOUR, 726, 500, 707, "hierarchical", text=SPEECH),
    Corpus("europarl", "data/europarl-de-en", "de", ("en",), 400, 300, 600, text=(MONO, SPEECH[1])),
)
SPLITS = {"tune1": "dev", "tune2": "devtest", "test": "test"}


@dataclass(frozen=True)
class Part:
    """Sentences of one part with their references; none is among those of an earlier part."""

    sources: list[str]
    references: list[list[str]]

    @staticmethod
    def of(corpus: Corpus, name: str, known: frozenset[str]) -> Part:
        most = getattr(corpus, name)
        sources = corpus.lines(SPLITS[name], corpus.source, most)
        kept = [i for i, each in enumerate(sources) if mark_of(each) not in known]
        references = [corpus.lines(SPLITS[name], each, most) for each in corpus.references]
        return Part([sources[i] for i in kept], [[each[i] for i in kept] for each in references])


class Work:
    """One corpus with one tuning seed."""

    def __init__(
        self,
        out: Path,
        corpus: Corpus,
        seed: int,
        *,
        kinds: tuple[str, str] = ("1000 best", "20 div x 50 best"),
        tagger: Path | None = None,
        parser: Path | None = None,
    ) -> None:
        self.out, self.corpus, self.seed = out / corpus.name, corpus, seed
        self.tagger, self.parser, self.kinds = tagger, parser, kinds
        self.tune2 = Part.of(corpus, "tune2", frozenset())
        self.test = Part.of(corpus, "test", marks_of(self.tune2.sources))
        known = marks_of(self.tune2.sources) | marks_of(self.test.sources)
        self.tune1 = Part.of(corpus, "tune1", known)
        self._lists: dict[tuple[str, str], CandidateLists] = {}

    def cell(self, name: str, compute_it: Callable[[], Cell]) -> Cell:
        """What is in the cell's file; computed and written if there is none."""
        path = self.out / f"seed{self.seed}" / f"{name.replace(' ', '_').replace('/', '|')}.json"
        if not path.exists():
            start = time.process_time()
            found = compute_it()
            found["cpu"] = round(time.process_time() - start, 1)
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(path) as file:
                file.write(json.dumps(found))
            print(f"{self.corpus.name} seed {self.seed}: {name}: {json.dumps(found)}", flush=True)
        found = json.loads(path.read_text(encoding="utf-8"))
        return dict(found)

    def file(self, name: str, lines: Sequence[str]) -> str:
        path = self.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as file:
            file.writelines(line + "\n" for line in lines)
        return str(path)

    @cached_property
    def train_files(self) -> tuple[str, str]:
        names = (self.corpus.source, "en")
        one, other = (self.lower(f"{self.corpus.folder}/train.{each}.gz", f"train.{each}") for each in names)
        return one, other

    def lower(self, path: str, name: str) -> str:
        with gzip.open(SHARED / path, "rt", encoding="utf-8") as text:
            return self.file(name, text.read().lower().splitlines())

    @cached_property
    def decoder(self) -> AnyModel:
        untuned, tuned = self.out / "untuned", self.out / f"tuned{self.seed}"
        if not (untuned / "model.toml").exists():
            ends = [
                "--source",
                self.train_files[0],
                "--target",
                self.train_files[1],
                "--kind",
                self.corpus.kind,
            ]
            manyways("train", *ends, "--tokenised", "--casing", "lower", "--out", str(untuned))
        if not (tuned / "model.toml").exists():
            files = [self.file("tune1.source", self.tune1.sources)]
            files += [self.file(f"tune1.{i}", each) for i, each in enumerate(self.tune1.references)]
            options = ["--tokenise", "none", "--tokenised", "--iterations", "6", "--seed", str(self.seed)]
            manyways("tune", str(untuned), *files, *options, "--out", str(tuned))
        return open_model(tuned)

    @cached_property
    def chosen(self) -> DiverseSettings:
        """Order and strength of the highest oracle BLEU of 20 x 50 lists on sentences of TUNE1."""

        def best() -> Cell:
            settings = DiverseSettings(rounds=20, each=50, unit="weights")
            references = [each[:TRIED] for each in self.tune1.references]
            trials = tune_search(
                self.decoder,
                self.tune1.sources[:TRIED],
                references,
                settings,
                orders=ORDERS,
                strengths=STRENGTHS,
                threads=1,
            )
            (order,) = trials[0].settings.dissimilarity.orders
            return {"order": order, "strength": trials[0].settings.strength, "oracle": trials[0].value}

        found = self.cell("diverse settings", best)
        near = Dissimilarity.of(int(found["order"]))
        return DiverseSettings(
            rounds=20, each=50, unit="weights", strength=found["strength"], dissimilarity=near
        )

    @cached_property
    def resources(self) -> Resources:
        """The pack, with lists of TUNE1 by this seed's model."""
        pack = self.out / f"pack{self.seed}"
        if not (pack / "pack.toml").exists():
            lists = self.whole(
                make_search(self.decoder, threads=1).lists(self.tune1.sources, self.corpus.disc), self.tune1
            )
            spare = self.out / f"tune1.{self.seed}.jsonl"
            write(lists, spare, format="jsonl")
            options = ["--source", self.train_files[0], "--target", self.train_files[1], "--tokenised"]
            options += ["--spare-lists", str(spare), "--threads", "1", "--out", str(pack)]
            for i, each in enumerate(self.corpus.text):
                options += ["--text", self.lower(each, f"text{i}.en")]
            held = [line for each in self.tune1.references for line in each]
            options += ["--held-out", self.file("tune1.held", held)]
            for name, path in (("--tagger", self.tagger), ("--parser", self.parser)):
                options += [name, str(path)] if path else []
            manyways("rerank", "prepare", *options)
        return Resources.open(ResourceSettings(pack=str(pack)))

    def whole(self, lists: CandidateLists, part: Part) -> CandidateLists:
        found = lists.with_references(*map(TextColumn.from_texts, part.references))
        return replace(found, sources=TextColumn.from_texts(part.sources))

    def lists(self, kind: str, split: str) -> CandidateLists:
        """With all features; `kind` as in Table 5."""
        if (kind, split) not in self._lists:
            part: Part = getattr(self, split)
            search = make_search(self.decoder, threads=1)
            if kind in DIVERSE:
                found = generate(
                    self.decoder, part.sources, replace(self.chosen, each=DIVERSE[kind]), threads=1
                )
            else:
                size = (BEST | UNIQUE)[kind]
                found = search.lists(part.sources, size, distinct=kind in UNIQUE)
            found = replace(self.whole(found, part), sparse=None)
            made = compute(found, Wanted.named_by(["basic"]), self.resources, threads=1)
            self._lists[kind, split] = made.lists
        return self._lists[kind, split]

    def columns(self, lists: CandidateLists, row: str) -> list[str]:
        """The features of a row of Table 4: the model's own and those of all rows up to it."""
        names = list(ROWS)
        families = (
            {each for name in names[: names.index(row) + 1] for each in ROWS[name]} if row in ROWS else None
        )
        every = {each for found in ROWS.values() for each in found}
        own = set(self.decoder_features)
        chosen = []
        for name in lists.feature_names:
            family = name.partition(":")[0]
            if families is None or name in own or (family in every and family in families):
                chosen.append(name)
        return chosen

    @cached_property
    def decoder_features(self) -> tuple[str, ...]:
        return tuple(make_search(self.decoder, threads=1).lists(self.test.sources[:1], 1).feature_names)

    def scores(self, train: str, row: str, tests: Sequence[str]) -> Cell:
        """Train on lists of one kind of TUNE2 and score what is chosen in lists of TEST."""
        lists = self.lists(train, "tune2")
        settings = RerankSettings(features=tuple(self.columns(lists, row)), tokenise="none")
        trained = train_reranker(lists, settings, threads=1)
        return {test: self.score(test, trained.reranker) for test in tests} | {
            "folds": trained.reranker.about["by_folds"],
            "features": len(trained.reranker.names),
        }

    def score(self, kind: str, by: Any) -> Cell:
        lists = self.lists(kind, "test")
        rows = METRIC.statistics(lists, threads=1)
        chosen = order_of(lists, by(lists, threads=1).values)[first_of_each(lists.sentence_offsets)]
        base = self.base_rows
        pair = significance.paired_bootstrap(METRIC, base, rows[chosen])
        low, high = significance.interval(significance.bootstrap(METRIC, rows[chosen]))
        return {
            "bleu": METRIC.score(rows[chosen].sum(axis=0)).value,
            "low": low,
            "high": high,
            "gain": pair.difference,
            "p": pair.p_value,
        }

    @cached_property
    def base_rows(self) -> np.ndarray:
        """Of the model's best translations of TEST."""
        lists = self.whole(make_search(self.decoder, threads=1).lists(self.test.sources, 1), self.test)
        return METRIC.statistics(lists, threads=1)

    def baseline(self) -> Cell:
        low, high = significance.interval(significance.bootstrap(METRIC, self.base_rows))
        return {"bleu": METRIC.score(self.base_rows.sum(axis=0)).value, "low": low, "high": high}

    def table4(self) -> None:
        """Also Table 6, where all features are."""
        self.cell("baseline", self.baseline)
        for kind in self.kinds:
            for row in (*ROWS, BEYOND):
                tests = self.kinds if row in ("+ WCLM (all)", BEYOND) else (kind,)
                self.row(kind, row, tests)

    def table5(self) -> None:
        for kind in (*BEST, *UNIQUE, *DIVERSE):
            for row in ("None", "+ WCLM (all)"):
                if kind not in self.kinds:
                    self.row(kind, row, (kind,))
            self._lists = {key: each for key, each in self._lists.items() if key[0] in self.kinds}

    def row(self, kind: str, row: str, tests: Sequence[str]) -> None:
        self.cell(f"{kind}, {row}", lambda: self.scores(kind, row, tests))


def manyways(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "manyways", *arguments, "--quiet"], check=True, stdout=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("runs/rerank"))
    parser.add_argument("--only", help="one corpus: " + ", ".join(each.name for each in CORPORA))
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--tagger", type=Path)
    parser.add_argument("--parser", type=Path)
    parser.add_argument("--best", type=int, default=1000, choices=BEST.values(), help="size of best lists")
    parser.add_argument("--each", type=int, default=50, choices=DIVERSE.values(), help="of 20 diverse ones")
    parser.add_argument("--tune2", type=int, default=5000, help="sentences at most")
    parser.add_argument("--test", type=int, default=5000, help="sentences at most")
    parser.add_argument("--spare", type=int, default=1000, help="size of the lists of TUNE1")
    parser.add_argument("--table5", action="store_true", help="also Table 5")
    parser.add_argument("--report", action="store_true", help="print what there is")
    given = parser.parse_args()
    diverse = next(name for name, each in DIVERSE.items() if each == given.each)
    kinds = (f"{given.best} best", diverse)
    if given.report:
        names = [each.name for each in CORPORA]
        print_report(given.out, names, list(ROWS), BEYOND, [*BEST, *UNIQUE, *DIVERSE], kinds)
        return
    for corpus in CORPORA:
        if given.only not in (None, corpus.name):
            continue
        cut = replace(
            corpus,
            tune2=min(corpus.tune2, given.tune2),
            test=min(corpus.test, given.test),
            disc=given.spare,
        )
        for seed in given.seeds:
            work = Work(given.out, cut, seed, kinds=kinds, tagger=given.tagger, parser=given.parser)
            work.table4()
            if given.table5:
                work.table5()


if __name__ == "__main__":
    main()
