"""Tables 4, 5 and 6 of Gimpel et al. (EMNLP 2013) on corpora at hand, and what lies beyond them.

    python -m benchmarks.table_rerank --out runs/seed --only bible --seeds 1 2 3
    python -m benchmarks.table_rerank --out runs/seed --report > tables.md

Corpora and models are those of `benchmarks.study`. The models of good and bad translations are learnt from
lists of TUNE1; TUNE2 trains rerankers; TEST is scored. The pack comes from `manyways rerank prepare`; what
does not depend on the tuning seed is taken over from another seed's, or another model's of the same text. The
parser knows lower case (`benchmarks.lower_parser`). Cells keep the statistics of the chosen sentences, so
that --report can compare any two of them over all seeds.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.lower_parser import lower_parser
from benchmarks.rerank_report import print_report
from benchmarks.study import CORPORA, METRIC, Cell, Corpus, Study, manyways, sizes, studies
from manyways.candidates import CandidateLists, write
from manyways.choose.choosing import order_of
from manyways.diverse import generate
from manyways.features import Resources, ResourceSettings, Wanted, compute
from manyways.metrics import significance
from manyways.metrics.base import Rows
from manyways.metrics.oracle import best_together, first_of_each
from manyways.rerank import RerankSettings, train_reranker
from manyways.search import make_search

ROWS = {  # of Table 4, each with those before it
    "None": (),
    "+ INVMOD1": ("invmod1",),
    "+ MIXLM, SYN": ("mixlm", "syn"),
    "+ VERB, DISC": ("verb", "disc", "disc-tags"),
    "+ GOOG": ("goog",),
    "+ WCLM (all)": ("wclm",),
}
ALL = "+ WCLM (all)"
BEYOND = "+ consensus and basic"
CURVE = (100, 200, 350)  # sentences of TUNE2 that the learning curve stops at
BEST = {f"{n} best": n for n in (20, 100, 200, 1000)}
UNIQUE = {f"unique {n} best": n for n in (20, 100, 200)}
DIVERSE = {"20 diverse": 1, "20 div x 5 best": 5, "20 div x 10 best": 10, "20 div x 50 best": 50}
LONGEST = (BEST, UNIQUE)


class Work(Study):
    """One corpus with one tuning seed: its rerankers."""

    def __init__(
        self,
        out: Path,
        corpus: Corpus,
        seed: int,
        *,
        kinds: tuple[str, str] = ("1000 best", "20 div x 50 best"),
        parser: Path,
        spare: int = 1000,
        trees: int = 30_000,
        beam: int = 8,
        method: str = "brown",
    ) -> None:
        super().__init__(out, corpus, seed)
        self.parser, self.kinds = parser, kinds
        most_best, most_diverse = BEST[kinds[0]], DIVERSE[kinds[1]]
        self.skipped = {name for name, size in BEST.items() if size > most_best}
        self.skipped |= {name for name, size in DIVERSE.items() if size > most_diverse}
        self.spare, self.trees, self.beam, self.method = spare, trees, beam, method
        self._lists: dict[tuple[str, str], CandidateLists] = {}
        self._rows: dict[str, np.ndarray] = {}

    @cached_property
    def resources(self) -> Resources:
        """The pack, with lists of TUNE1 by this seed's model."""
        pack = self.out / f"pack{self.seed}"
        if not (pack / "pack.toml").exists():
            search = make_search(self.decoder, threads=1)
            lists = self.tune1.whole(search.lists(self.tune1.sources, self.spare))
            spare = self.out / f"tune1.{self.seed}.jsonl"
            write(lists, spare, format="jsonl")
            same = [self.out.parent / each.name for each in CORPORA.values() if self.reads_as(each)]
            for other in [self.out, *same]:
                for known in sorted(other.glob("pack*/pack.toml")):
                    if not pack.exists():
                        shutil.copytree(known.parent, pack, ignore=shutil.ignore_patterns("pack.toml"))
            options = ["--source", self.train_files[0], "--target", self.train_files[1], "--tokenised"]
            options += ["--spare-lists", str(spare), "--threads", "1", "--out", str(pack), "--force"]
            for each in self.text_files(self.corpus.text):
                options += ["--text", each]
            held = [line for each in self.tune1.references for line in each]
            options += ["--held-out", self.file("tune1.held", held)]
            recipe = ["[pack]", f"trees_most = {self.trees}", f"parse_beam = {self.beam}"]
            recipe.append(f'method = "{self.method}"')
            options += ["--recipe", self.file("pack.toml", recipe)]
            manyways("rerank", "prepare", *options, "--parser", str(self.parser))
        return Resources.open(ResourceSettings(pack=str(pack)))

    def reads_as(self, other: Corpus) -> bool:
        """Whether the pack is learnt from the same text."""
        own = self.corpus
        return (own.folder, own.pairs, own.text) == (other.folder, other.pairs, other.text)

    def lists(self, kind: str, split: str) -> CandidateLists:
        """With all features; `kind` as in Table 5. Short lists are the beginnings of the longest ones (what
        the whole list decides is the long one's: Table 5 has none).
        """
        longest = next((each for each in LONGEST if kind in each), {})
        most = max((size for name, size in longest.items() if name not in self.skipped), default=0)
        if kind in longest and longest[kind] < most:
            whole = next(name for name, size in longest.items() if size == most)
            return self.lists(whole, split).cut(longest[kind])
        if (kind, split) not in self._lists:
            part = self.tune2 if split == "tune2" else self.test
            search = make_search(self.decoder, threads=1)
            if kind in DIVERSE:
                found = generate(
                    self.decoder, part.sources, replace(self.chosen, each=DIVERSE[kind]), threads=1
                )
            else:
                size = (BEST | UNIQUE)[kind]
                found = search.lists(part.sources, size, distinct=kind in UNIQUE)
            found = replace(part.whole(found), sparse=None)
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

    def scores(
        self, train: str, row: str, tests: Sequence[str], *, most: int | None = None, on_test: bool = False
    ) -> Cell:
        """Train on lists of one kind of TUNE2 and score what is chosen in TEST.

        on_test: learn on TEST itself what is best there, by expected BLEU, which fits more closely.
        """
        lists = self.lists(train, "test" if on_test else "tune2")
        if most is not None:
            lists = lists.split(np.arange(most))
        learner = "expected-bleu" if on_test else "svm"
        settings = RerankSettings(features=tuple(self.columns(lists, row)), tokenise="none", learner=learner)
        trained = train_reranker(lists, settings, threads=1)
        return {test: self.score(test, trained.reranker) for test in tests} | {
            "folds": trained.reranker.about["by_folds"],
            "features": len(trained.reranker.names),
        }

    def score(self, kind: str, by: Any) -> Cell:
        lists, rows = self.lists(kind, "test"), self.test_rows(kind)
        chosen = order_of(lists, by(lists, threads=1).values)[first_of_each(lists.sentence_offsets)]
        return self.scored(rows[chosen])

    def scored(self, rows: Rows) -> Cell:
        """BLEU with its interval, and the gain over the model's best translations."""
        pair = significance.paired_bootstrap(METRIC, self.base_rows, rows)
        low, high = significance.interval(significance.bootstrap(METRIC, rows))
        return {
            "bleu": METRIC.score(rows.sum(axis=0)).value,
            "low": low,
            "high": high,
            "gain": pair.difference,
            "p": pair.p_value,
            "rows": rows.tolist(),
        }

    def test_rows(self, kind: str) -> np.ndarray:
        """Statistics of the lists of TEST."""
        if kind not in self._rows:
            self._rows[kind] = METRIC.statistics(self.lists(kind, "test"), threads=1)
        return self._rows[kind]

    def table4(self) -> None:
        """Also Table 6, where all features are."""
        self.cell("baseline", lambda: self.scored(self.base_rows))
        for kind in self.kinds:
            for row in (*ROWS, BEYOND):
                tests = self.kinds if row in (ALL, BEYOND) else (kind,)
                self.row(kind, row, tests)

    def limits(self) -> None:
        """What could be chosen; and for seed 1 alone, for it takes long, what the features could see of it
        and what fewer sentences teach.
        """
        for kind in self.kinds:
            self.cell(f"{kind}, oracle", lambda kind=kind: self.oracle(kind))  # type: ignore[misc]
        if self.seed != 1:
            return
        for kind, row in itertools.product(self.kinds, (ALL, BEYOND)):
            self.cell(
                f"{kind}, {row}, best on TEST",
                lambda kind=kind, row=row: self.scores(kind, row, (kind,), on_test=True),  # type: ignore[misc]
            )
        diverse = self.kinds[1]
        for most, row in itertools.product(CURVE, (ALL, BEYOND)):
            self.cell(
                f"{diverse}, {row}, {most} of TUNE2",
                lambda row=row, most=most: self.scores(diverse, row, (diverse,), most=most),  # type: ignore[misc]
            )

    def oracle(self, kind: str) -> Cell:
        rows = self.test_rows(kind)
        best = best_together(METRIC, rows, self.lists(kind, "test").sentence_offsets)
        return {kind: self.scored(rows[best])}

    def table5(self) -> None:
        for kind in (*BEST, *UNIQUE, *DIVERSE):
            if kind in self.skipped or kind in self.kinds:
                continue
            for row in ("None", ALL):
                self.row(kind, row, (kind,))
            self._rows = {key: each for key, each in self._rows.items() if key in self.kinds}

    def row(self, kind: str, row: str, tests: Sequence[str]) -> None:
        self.cell(f"{kind}, {row}", lambda: self.scores(kind, row, tests))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    sizes(parser, "runs/seed")
    parser.add_argument("--parser", type=Path, help="of lower case; without: one is trained")
    parser.add_argument("--best", type=int, default=1000, choices=BEST.values(), help="size of best lists")
    parser.add_argument("--each", type=int, default=50, choices=DIVERSE.values(), help="of 20 diverse ones")
    parser.add_argument("--spare", type=int, default=1000, help="size of the lists of TUNE1")
    parser.add_argument(
        "--trees", type=int, default=30_000, help="sentences that SYN is learnt from, at most"
    )
    parser.add_argument("--beam", type=int, default=8, help="of the parser")
    parser.add_argument("--method", default="brown", choices=("brown", "exchange"), help="of word classes")
    parser.add_argument("--table5", action="store_true", help="also Table 5")
    given = parser.parse_args()
    diverse = next(name for name, each in DIVERSE.items() if each == given.each)
    kinds = (f"{given.best} best", diverse)
    if given.report:
        print_report(given.out, given.only, list(ROWS), BEYOND, [*BEST, *UNIQUE, *DIVERSE], kinds, CURVE)
        return
    known = given.parser or lower_parser(given.out / "lower.parser")
    for corpus, seed in studies(given):
        own = {name: getattr(given, name) for name in ("spare", "trees", "beam", "method")}
        work = Work(given.out, corpus, seed, kinds=kinds, parser=known, **own)
        work.table4()
        work.limits()
        if given.table5:
            work.table5()


if __name__ == "__main__":
    main()
