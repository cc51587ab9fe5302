"""What the tables of Gimpel et al. (EMNLP 2013) have in common: corpora, their parts, tuned models, cells.

    study = Study(Path("runs/seed"), CORPORA["bible"], seed=1)
    study.decoder, study.tune2.sources, study.cell("baseline", compute)

TUNE1 tunes the model (MERT, a seed each) and gives order and strength of diverse lists; TUNE2 trains
rerankers and combiners; TEST is scored. Text is in lower case and tokenised, as the paper's BLEU is uncased.
Every cell is a file under --out: a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import corpora
from benchmarks.corpora import SHARED
from manyways.candidates import CandidateLists
from manyways.diverse import Dissimilarity, DiverseSettings, tune_search
from manyways.files import atomic_write
from manyways.metrics import Bleu
from manyways.search import AnyModel, make_search, open_model
from manyways.text.column import TextColumn
from manyways.text.content import mark_of, marks_of

__all__ = ["CORPORA", "METRIC", "Cell", "Corpus", "Part", "Study", "manyways", "sizes", "studies"]

METRIC = Bleu(tokenise="none")
ORDERS, STRENGTHS, TRIED = (4, 6), (0.01, 0.02, 0.05), 40
SPLITS = {"tune1": "dev", "tune2": "devtest", "test": "test"}
Cell = dict[str, Any]


@dataclass(frozen=True)
class Corpus(corpora.Corpus):
    """How many sentences of each part are used; pairs: of the training text.

    text: English that no corpus's sentences are from; of the corpus's own training text what comes after
    these pairs. model_text: of those, what the decoder's language model knows too.
    """

    tune1: int
    tune2: int
    test: int
    kind: str = "phrase"
    text: tuple[str, ...] = ()
    model_text: tuple[str, ...] = ()
    pairs: int | None = None


EUROPARL = "data/europarl-de-en"
CAPTIONS = "data/lm/multi30k-captions.en.gz"
SPEECH = (f"{EUROPARL}/mono.en.gz", "data/lm/us-speeches.en.gz")
FOUR = ("en.0", "en.1", "en.2", "en.3")
GERMAN = ("data/multi30k-de-en", "de", ("en",), 400, 1000, 1000)
SPEECHES = (EUROPARL, "de", ("en",), 400, 500, 600)
MORE = (SPEECH[0], f"{EUROPARL}/train.en.gz")
FRENCH = ("data/multi30k-fr-en", "fr", ("en",), 400, 1000, 1000)
CORPORA = {
    each.name: each
    for each in (
        Corpus("tatoeba", "data/tatoeba-ar-en", "ar", FOUR[:2], 500, 500, 500, text=(CAPTIONS, *SPEECH)),
        Corpus("bible", "data/bible-zh-en", "zh", FOUR, 726, 706, 707, text=SPEECH[1:]),
        Corpus("bible-rules", "data/bible-zh-en", "zh", FOUR, 726, 706, 707, "hierarchical", text=SPEECH[1:]),
        Corpus("europarl", *SPEECHES, text=SPEECH[:1], pairs=30_000),
        Corpus("europarl-more", *SPEECHES, text=MORE, pairs=30_000),
        Corpus("captions-de", *GERMAN, text=(CAPTIONS,), pairs=5000),
        Corpus("captions-de-lm", *GERMAN, text=(CAPTIONS,), model_text=(CAPTIONS,), pairs=5000),
        Corpus("captions-fr", *FRENCH, text=(CAPTIONS,), pairs=5000),
        Corpus("captions-fr-lm", *FRENCH, text=(CAPTIONS,), model_text=(CAPTIONS,), pairs=5000),
    )
}


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

    def whole(self, lists: CandidateLists) -> CandidateLists:
        """Lists of these sentences with sources and references."""
        found = lists.with_references(*map(TextColumn.from_texts, self.references))
        return replace(found, sources=TextColumn.from_texts(self.sources))


class Study:
    """One corpus with one tuning seed."""

    def __init__(self, out: Path, corpus: Corpus, seed: int) -> None:
        self.out, self.corpus, self.seed = out / corpus.name, corpus, seed
        self.tune2 = Part.of(corpus, "tune2", frozenset())
        self.test = Part.of(corpus, "test", marks_of(self.tune2.sources))
        known = marks_of(self.tune2.sources) | marks_of(self.test.sources)
        self.tune1 = Part.of(corpus, "tune1", known)

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
            print(f"{self.corpus.name} seed {self.seed}: {name}: {json.dumps(found)[:300]}", flush=True)
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
        one, other = (
            self.lower(f"{self.corpus.folder}/train.{each}.gz", f"train.{each}", self.corpus.pairs)
            for each in names
        )
        return one, other

    def lower(self, path: str, name: str, most: int | None = None, first: int = 0) -> str:
        with gzip.open(SHARED / path, "rt", encoding="utf-8") as text:
            return self.file(
                name, [line.rstrip("\n").lower() for line in itertools.islice(text, first, most)]
            )

    def text_files(self, paths: Sequence[str]) -> list[str]:
        """Further texts, in lower case."""
        files = []
        for each in paths:
            own = each == f"{self.corpus.folder}/train.en.gz"
            name = "rest.en" if own else Path(each).name.removesuffix(".gz")
            files.append(self.lower(each, name, first=self.corpus.pairs or 0 if own else 0))
        return files

    def trained(self, name: str, pairs: tuple[str, str]) -> Path:
        """A model of these pairs, not tuned."""
        out = self.out / name
        if not (out / "model.toml").exists():
            options = ["--source", pairs[0], "--target", pairs[1], "--kind", self.corpus.kind, "--tokenised"]
            for each in self.text_files(self.corpus.model_text):
                options += ["--lm-text", each]
            manyways("train", *options, "--casing", "lower", "--threads", "1", "--out", str(out))
        return out

    @cached_property
    def model(self) -> Path:
        """The tuned model of this seed."""
        tuned = self.out / f"tuned{self.seed}"
        if not (tuned / "model.toml").exists():
            untuned = self.trained("untuned", self.train_files)
            files = [self.file("tune1.source", self.tune1.sources)]
            files += [self.file(f"tune1.{i}", each) for i, each in enumerate(self.tune1.references)]
            options = ["--tokenise", "none", "--tokenised", "--iterations", "6", "--seed", str(self.seed)]
            manyways("tune", str(untuned), *files, *options, "--threads", "1", "--out", str(tuned))
        return tuned

    @cached_property
    def decoder(self) -> AnyModel:
        return open_model(self.model)

    @cached_property
    def chosen(self) -> DiverseSettings:
        """Order and strength of the highest oracle BLEU of 20 x 10 lists on sentences of TUNE1."""

        def best() -> Cell:
            settings = DiverseSettings(rounds=20, each=10, unit="weights")
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
    def base_rows(self) -> np.ndarray:
        """Statistics of the model's best translations of TEST."""
        lists = self.test.whole(make_search(self.decoder, threads=1).lists(self.test.sources, 1))
        return METRIC.statistics(lists, threads=1)


def manyways(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "manyways", *arguments, "--quiet"], check=True, stdout=sys.stderr)


def sizes(parser: argparse.ArgumentParser, out: str) -> None:
    """The options of a run."""
    parser.add_argument("--out", type=Path, default=Path(out))
    parser.add_argument("--only", nargs="+", choices=CORPORA, default=list(CORPORA), help="these corpora")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    for part in SPLITS:
        parser.add_argument(f"--{part}", type=int, default=5000, help="sentences at most")
    parser.add_argument("--report", action="store_true", help="print what there is")


def studies(given: argparse.Namespace) -> Iterator[tuple[Corpus, int]]:
    """Corpora, cut as the options say, with their seeds."""
    for name in given.only:
        corpus = CORPORA[name]
        cut = {part: min(getattr(corpus, part), getattr(given, part)) for part in SPLITS}
        for seed in given.seeds:
            yield replace(corpus, **cut), seed
