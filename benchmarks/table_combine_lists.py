"""Tables 2 and 3 of Gimpel et al. (EMNLP 2013): one system's lists combined, on Europarl German-English.

    python -m benchmarks.table_combine_lists --out runs/combine-lists --tune 400 --test 400

M-best, distinct and diverse lists of the Moses model in ../shared/fixtures, which knows only its test set:
its first sentences are TUNE2 (the combiner's), its last TEST. The combiner is the frontier search with
collective features alone, the model's own language model and the support vector machine. Quartiles of table
3 are made twice: by BLEU + 1 of the baseline itself, as published, and by that of another system (a phrase
model of the first --pairs training pairs), which does not punish or reward a change by chance. Every cell is
a file under --out: a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.corpora import SHARED
from benchmarks.table_diverse import CORPORA, model_of
from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences, read, write
from manyways.combine import Combiner, CombineSettings, WordSettings
from manyways.diverse import Dissimilarity, DiverseSettings, generate
from manyways.files import atomic_write
from manyways.metrics import Bleu, significance
from manyways.metrics.oracle import first_of_each
from manyways.reading import read_lines
from manyways.search import make_search, open_model
from manyways.text.column import TextColumn
from manyways.translator import Translator

SIZES = (10, 15, 20)
KINDS = ("best", "unique", "diverse")
PUBLISHED = {
    "baseline": (21.8,),
    "best": (21.7, 21.7, 21.8),
    "unique": (21.8, 21.9, 21.9),
    "diverse": (22.0, 21.8, 21.6),
}
QUARTILES = {
    "baseline": (5.3, 14.4, 23.7, 40.9),
    "best": (6.0, 15.0, 23.6, 40.0),
    "unique": (5.9, 14.9, 23.8, 40.6),
    "diverse": (7.6, 15.2, 23.4, 39.6),
}
DIVERSE = {"orders": 7, "strength": 0.01}  # the published order and strength
BLEU = Bleu(tokenise="none")
Texts = list[str]


class Study:
    """Sentences, lists and combinations of one run."""

    def __init__(self, out: Path, tune: int, test: int, pairs: int, seed: int) -> None:
        self.out, self.tune, self.test, self.pairs, self.seed = out, tune, test, pairs, seed
        self.corpus = next(each for each in CORPORA if each.name == "europarl")
        sources, (references,) = self.corpus.sentences("test", slice(None))
        self.sources = sources[:tune] + sources[-test:]
        self.references = references[:tune] + references[-test:]
        self.model = model_of(self.corpus, out)

    def lists(self, kind: str) -> CandidateLists:
        """Twenty candidates of every sentence; those of a list are distinct unless they are the plain
        best.
        """
        path = self.out / f"{kind}.{self.tune}.{self.test}.jsonl.gz"
        if not path.exists():
            decoder = open_model(self.model)
            most = max(SIZES)
            start = time.process_time()
            if kind == "diverse":
                near = Dissimilarity.of(int(DIVERSE["orders"]))
                settings = DiverseSettings(
                    rounds=most, unit="weights", strength=DIVERSE["strength"], dissimilarity=near
                )
                made = generate(decoder, self.sources, settings, threads=1)
            else:
                made = make_search(decoder, threads=1).lists(self.sources, most, distinct=kind == "unique")
            write(made, path)
            told(f"{kind} lists: {time.process_time() - start:.0f} CPU s")
        return read(path).with_references(self.references)

    def combined(self, kind: str, size: int) -> dict[str, Any]:
        def make() -> dict[str, Any]:
            start = time.process_time()
            lists = self.lists(kind).cut(size)
            model = str(SHARED / "fixtures/europarl-de-en/lm/lm3.arpa.gz")
            settings = CombineSettings(
                words=WordSettings(tokenised=True, models=(model,)),
                own={"beam": 100},
                size=300,
                rounds=4,
                tokenise="none",
                seed=self.seed,
            )
            trained = Combiner.train(lists.split(np.arange(self.tune)), None, settings, threads=1)
            test = lists.split(np.arange(self.tune, self.tune + self.test))
            found = trained.combiner.apply(test, threads=1)
            return {"texts": found.texts(), "cpu": time.process_time() - start}

        return self.cell(f"combined.{kind}.{size}.{self.seed}", make)

    def baseline(self) -> Texts:
        lists = self.lists("best").split(np.arange(self.tune, self.tune + self.test))
        return list(lists.texts.take(first_of_each(lists.sentence_offsets)))

    def other_system(self) -> Texts:
        """The test sentences by a model of other, fewer sentences."""

        def make() -> dict[str, Any]:
            data, out = SHARED / self.corpus.folder, self.out / "other"
            files = []
            for side in ("de", "en"):
                text = read_lines(data / f"train.{side}.gz")
                lines = [line.lower() for line in itertools.islice(text, self.pairs)]
                files.append(self.out / f"pairs.{side}")
                with atomic_write(files[-1]) as file:
                    file.writelines(f"{line}\n" for line in lines)
            ends = ["--source", str(files[0]), "--target", str(files[1]), "--tokenised", "--casing", "lower"]
            command = [sys.executable, "-m", "manyways", "train", *ends, "--out", str(out), "--threads", "1"]
            subprocess.run([*command, "--lm-order", "3", "--quiet"], check=True)
            translator = Translator(out, threads=1)
            return {"texts": [each.text for each in translator.translate(self.sources[-self.test :])]}

        texts: Texts = self.cell(f"other.{self.pairs}", make)["texts"]
        return texts

    def cell(self, name: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        path = self.out / f"{name}.{self.tune}.{self.test}.json"
        if not path.exists():
            made = make()
            with atomic_write(path) as file:
                json.dump(made, file)
            told(f"{name}: {made.get('cpu', 0):.0f} CPU s")
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found

    def rows(self, texts: Texts) -> Any:
        references = [TextColumn.from_texts(self.references[-self.test :])]
        return BLEU.statistics(_as_lists(texts), references)


def _as_lists(texts: Texts) -> CandidateLists:
    return from_sentences([Sentence(str(i), [Candidate(text)]) for i, text in enumerate(texts)])


def told(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def score(rows: Any) -> float:
    return float(BLEU.scores(rows.sum(axis=0)[None])[0])


def table_two(study: Study, base: Any) -> None:
    print(f"| %BLEU on {study.test} sentences (published) | " + " | ".join(map(str, SIZES)) + " |")
    print("|---|" + "---:|" * len(SIZES))
    empty = " |" * (len(SIZES) - 1)
    print(f"| baseline, not combined | {score(base):.2f} ({PUBLISHED['baseline'][0]}) |{empty}")
    for kind in KINDS:
        cells = []
        for place, size in enumerate(SIZES):
            rows = study.rows(study.combined(kind, size)["texts"])
            compared = significance.paired_bootstrap(BLEU, base, rows)
            gain = f"{compared.difference:+.2f} [{compared.low:+.2f}, {compared.high:+.2f}]"
            cells.append(f"{score(rows):.2f} ({PUBLISHED[kind][place]}); {gain}")
        print(f"| {kind} | {' | '.join(cells)} |", flush=True)
    print()


def table_three(study: Study, base: Any) -> None:
    names = ("as published, by the baseline", "by another system")
    for name, judge in zip(names, (base, study.rows(study.other_system())), strict=True):
        groups = np.array_split(np.argsort(BLEU.sentence_scores(judge), kind="stable"), 4)
        print(f"| quartiles {name}; M = 15 | q1 | q2 | q3 | q4 |\n|---|---:|---:|---:|---:|")
        for kind in ("baseline", *KINDS):
            rows = base if kind == "baseline" else study.rows(study.combined(kind, 15)["texts"])
            cells = [
                f"{score(rows[group]):.1f}" + (f" ({QUARTILES[kind][q]})" if judge is base else "")
                for q, group in enumerate(groups)
            ]
            print(f"| {kind} | {' | '.join(cells)} |", flush=True)
        print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("runs/combine-lists"))
    parser.add_argument("--tune", type=int, default=400)
    parser.add_argument("--test", type=int, default=400)
    parser.add_argument("--pairs", type=int, default=15_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    study = Study(given.out, given.tune, given.test, given.pairs, given.seed)
    base = study.rows(study.baseline())
    table_two(study, base)
    table_three(study, base)


if __name__ == "__main__":
    main()
