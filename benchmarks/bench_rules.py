"""What leaving out rules costs and saves: rules, size, training time and BLEU by setting.

    python -m benchmarks.bench_rules [DIRECTORY [PART ...]]

Multi30k DE-EN, our own links, 5-gram model, the same fixed weights for all settings (nothing is tuned). PARTs
are dev, devtest (test 2016) and test (test 2017), which settings were chosen by, and test2 (test 2018), which
played no part. Text and links are made once, in the directory. CPU seconds are those of the rules alone, over
all threads.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from manyways.candidates import read_references
from manyways.files import read_lines
from manyways.grammar import RuleSettings
from manyways.metrics import Bleu
from manyways.model import Model, Weights
from manyways.train import Inputs, TextSettings, TrainSettings, train
from manyways.translator import Translator

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "multi30k-de-en"
MOSES = 449.0  # CPU seconds: extract 198, score 251, for 5.18 million rules of GIZA++ links
METRIC = Bleu(tokenise="none")
# Those of Moses's own hierarchical model of this text: ported, not tuned.
WEIGHTS = Weights(
    {
        "UnknownWordPenalty0": 1.0,
        "WordPenalty0": -0.21978,
        "PhrasePenalty0": 0.0377976,
        "TranslationModel0": [0.0611838, 0.0375079, 0.0705903, 0.079598],
        "TranslationModel1": 0.1,
        "LM0": 0.131866,
    }
)
ALL = RuleSettings(tight=False, least_pairs=1)
SETTINGS = {
    "all, as Moses has them": ALL,
    "tight": replace(ALL, tight=True),
    "least_pairs = 2": replace(ALL, least_pairs=2, rare_count=1e9),
    "tight, least_pairs = 2, rare_count = 0.15: the default": RuleSettings(),
    "the default, rare_count = 0.05": RuleSettings(rare_count=0.05),
    "the default without rare rules": RuleSettings(rare_count=1e9),
    "least_pairs = 2, evidence = once": replace(ALL, least_pairs=2, rare_count=1e9, evidence="once"),
    "evidence = more": replace(ALL, evidence="more"),
}


def bleu(model: Model, part: str) -> float:
    opened = Translator(model, tokenised=True, threads=1).with_weights(WEIGHTS)
    texts = [each.text for each in opened.translate(read_lines(DATA / f"{part}.de"))]
    return METRIC.corpus_score(texts, read_references([DATA / f"{part}.en"])).value


def main(directory: Path | None = None, parts: tuple[str, ...] = ("dev",)) -> None:
    console = Console()
    if not DATA.is_dir():
        console.print("no ../shared/data/multi30k-de-en: nothing to measure")
        return
    table = Table(
        "setting", "rules", "share", "MB", "CPU s", "Moses CPU s", *(f"BLEU {part}" for part in parts)
    )
    text = TextSettings(source_language="de", target_language="en", casing="keep", tokenised=True)
    inputs = Inputs(source=DATA / "train.de.gz", target=DATA / "train.en.gz")
    with tempfile.TemporaryDirectory() as folder:
        root = directory or Path(folder)
        for name, rules in SETTINGS.items():
            chosen = TrainSettings(kind="hierarchical", text=text, rules=rules)
            made = train(inputs, root / "model", chosen, threads=1)
            record = made.steps["rules"].record
            row = (f"{record.facts['kept']:,}", f"{record.facts['kept'] / record.facts['rules']:.2f}")
            size = made.model.files["rules"].bytes / 1e6
            scores = (f"{bleu(made.model, part):.2f}" for part in parts)
            table.add_row(name, *row, f"{size:.0f}", f"{record.cpu_seconds:.1f}", f"{MOSES:.0f}", *scores)
    console.print(table)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None, tuple(sys.argv[2:]) or ("dev",))
