"""Tuners from end to end: models are trained, tuned on a development set, and judged on test sets.

    python -m benchmarks.bench_tune_end [DIRECTORY [SEEDS [SET ...]]]

A cell (set, tuner, seed) is done once: its result is a file in the directory, and its loop goes on where it
was if it is killed. The table has the mean and the deviation over seeds of BLEU on the tests. Sets: multi30k
(German-English, tests 2016 and 2017), multi30k-frequencies (the same with tables of relative frequencies, as
Moses's), bible (Chinese-English, four references). Hours for all on one core.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from manyways.candidates import read_references
from manyways.files import atomic_write, read_lines
from manyways.metrics import Bleu
from manyways.phrases import PhraseSettings
from manyways.progress import say
from manyways.search import BeamSettings
from manyways.train import Inputs, TextSettings, TrainSettings, train
from manyways.translator import Translator
from manyways.tune import ONLINE, TUNERS, Result, TuneSettings, read_development_set, tune_model

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
SEEDED = {"mert", "lp-mert", "mira", "pro", *ONLINE}
METRIC = Bleu(tokenise="none")


@dataclass(frozen=True)
class Set:
    """Files are `FOLDER/PART.SUFFIX`; pops: of the search while tuning (tests are searched with 1,000)."""

    folder: str
    source: str
    targets: tuple[str, ...]
    tests: tuple[str, ...]
    casing: str = "keep"
    pops: int = 200
    kneser_ney: bool = True

    def files(self, part: str) -> tuple[Path, list[Path]]:
        root = DATA / self.folder
        return root / f"{part}.{self.source}", [root / f"{part}.{each}" for each in self.targets]


SETS = {
    "multi30k": Set("multi30k-de-en", "de", ("en",), ("devtest", "test")),
    "multi30k-frequencies": Set("multi30k-de-en", "de", ("en",), ("devtest", "test"), kneser_ney=False),
    "bible": Set("bible-zh-en", "zh", tuple(f"en.{i}" for i in range(4)), ("devtest", "test"), "truecase"),
}


def translator(name: str, directory: Path) -> Translator:
    """The set's model, trained once."""
    what = SETS[name]
    root = DATA / what.folder
    text = TextSettings(source_language=what.source, target_language="en", casing=what.casing, tokenised=True)  # type: ignore[arg-type]
    inputs = Inputs(source=root / f"train.{what.source}.gz", target=root / "train.en.gz")
    settings = TrainSettings(text=text, phrases=PhraseSettings(kneser_ney=what.kneser_ney))
    model = train(inputs, directory / f"{name}.model", settings, threads=1).model
    return Translator(model, tokenised=True, threads=1)


def tuned(name: str, tuner: str, seed: int, opened: Translator, directory: Path) -> tuple[Translator, Result]:
    what = SETS[name]
    sources, references = read_development_set(*what.files("dev"))
    out = directory / f"{name}.{tuner}.{seed}.model"
    opened.settings = BeamSettings(pops=what.pops, stack=what.pops)
    settings = TuneSettings(tuner=tuner, metric=METRIC, seed=seed)
    if tuner in ONLINE:
        settings = replace(settings, iterations=5)
    result = tune_model(opened, sources, references, settings, out=out, tell=say).best
    return Translator(out, tokenised=True, threads=1), result


def cell(name: str, tuner: str, seed: int, directory: Path) -> dict[str, Any]:
    """BLEU on the tests, the development set's, and CPU seconds of tuning."""
    path = directory / f"{name}.{tuner}.{seed}.json"
    if path.is_file():
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return found
    opened = translator(name, directory)
    began = time.process_time()
    best, result = tuned(name, tuner, seed, opened, directory)
    record: dict[str, Any] = {"seconds": time.process_time() - began, "dev": result.score.value}
    record |= {"weights": result.weights.plain(), "history": result.history}
    for test in SETS[name].tests:
        source, targets = SETS[name].files(test)
        texts = [each.text for each in best.translate(read_lines(source))]
        record[test] = METRIC.corpus_score(texts, read_references(targets)).value
    with atomic_write(path) as out:
        json.dump(record, out)
    return record


def shown(values: list[float]) -> str:
    mean = statistics.fmean(values)
    return f"{mean:.2f} ± {statistics.stdev(values):.2f}" if len(values) > 1 else f"{mean:.2f}"


def main(directory: Path | None = None, seeds: int = 1, sets: tuple[str, ...] = ("multi30k",)) -> None:
    console = Console()
    if not DATA.is_dir():
        console.print("the corpora are not at hand")
        return
    root = directory or Path(tempfile.gettempdir()) / "manyways-bench-tune"
    root.mkdir(parents=True, exist_ok=True)
    for name in sets:
        table = Table(title=f"{name}: BLEU, tokenised, {METRIC.signature(len(SETS[name].targets))}")
        for heading in ("tuner", "dev", *SETS[name].tests, "CPU s"):
            table.add_column(heading, justify="left" if heading == "tuner" else "right")
        for tuner in (*TUNERS, *ONLINE):
            used = range(1, seeds + 1 if tuner in SEEDED else 2)
            rows = [cell(name, tuner, seed, root) for seed in used]
            columns = [shown([each[key] for each in rows]) for key in ("dev", *SETS[name].tests)]
            table.add_row(tuner, *columns, f"{statistics.fmean(each['seconds'] for each in rows):.0f}")
        console.print(table)


if __name__ == "__main__":
    given = sys.argv[1:]
    main(
        Path(given[0]) if given else None,
        int(given[1]) if len(given) > 1 else 1,
        tuple(given[2:]) or ("multi30k",),
    )
