"""Which kind of model `train --kind auto` chooses, and what the test set says of both.

    python -m benchmarks.table_kinds --out DIRECTORY [--only "Bible ZH"]

Running text, default settings. The test set is translated when the choice is made: with the chosen model, and
with one of the other kind that is trained and tuned in the same way (`--kind OTHER`, in a copy of the
directory, where text, links and language model are done before). A run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import shutil
import time
from pathlib import Path

from benchmarks.table_real_text import lines_of, make_text
from manyways.metrics import Bleu
from manyways.metrics.significance import paired_bootstrap
from manyways.model import Model
from manyways.text.column import TextColumn
from manyways.train import Development, Inputs, TextSettings, TrainSettings, train
from manyways.train.settings import KINDS, Kind
from manyways.translator import Translator

SETS = {
    "Tatoeba ZH": ("tatoeba-zh-en", "zh", ["en.0", "en.1"]),
    "Multi30k DE": ("multi30k-de-en", "de", ["en"]),
    "Bible ZH": ("bible-zh-en", "zh", ["en.0", "en.1", "en.2", "en.3"]),
    "Europarl DE": ("europarl-de-en", "de", ["en"]),
    "Tatoeba HI": ("tatoeba-hi-en", "hi", ["en.0", "en.1"]),
    "Tatoeba AR": ("tatoeba-ar-en", "ar", ["en.0", "en.1"]),
}
COLUMNS = ["pair", "phrase", "hierarchical", "p", "chosen", "phrase", "hierarchical", "p", "CPU s"]


def trained(
    text: Path, out: Path, source: str, references: list[str], kind: Kind | None
) -> dict[str, object]:
    """Of one kind, or of the better one; what the command would print with --json."""
    began = time.process_time()
    summary = train(
        Inputs(source=text / f"train.{source}", target=text / "train.en"),
        out,
        TrainSettings(kind=kind or "auto", text=TextSettings(source_language=source, target_language="en")),
        development=Development.read(text / f"dev.{source}", [text / f"dev.{name}" for name in references]),
        threads=1,
        tell=lambda line: print(f"{out.name}: {line}", flush=True),
    )
    return summary.plain() | {"cpu_seconds": time.process_time() - began}


def measured(name: str, out: Path, most: int) -> dict[str, object]:
    """The choice on dev, and both kinds on test."""
    folder, source, references = SETS[name]
    text = out / folder
    make_text(folder, text, source, references, most)
    told = trained(text, text / "auto", source, references, None)
    chosen = Model.read(text / "auto").kind
    (other,) = (kind for kind in KINDS if kind != chosen)
    if not (text / other).exists():
        shutil.copytree(text / "auto", text / "copy")
        (text / "copy").rename(text / other)
    trained(text, text / other, source, references, other)
    sources = list(lines_of(text / f"test.{source}"))
    columns = [TextColumn.from_texts(lines_of(text / f"test.{each}")) for each in references]
    metric, rows, seconds = Bleu(), {}, {}
    for kind, model in ((chosen, text / "auto"), (other, text / other)):
        began = time.process_time()
        texts = Translator(model, threads=1).translate(sources).texts
        seconds[kind] = (time.process_time() - began) / len(sources)
        rows[kind] = metric.statistics(TextColumn.from_texts(texts), columns)
    scores = {
        kind: metric.score(each.sum(axis=0), references=len(columns)).value for kind, each in rows.items()
    }
    test = paired_bootstrap(metric, rows["phrase"], rows["hierarchical"])
    return {
        "choice": told["choice"],
        "cpu_seconds": told["cpu_seconds"],
        "test": {"scores": scores, "p": test.p_value, "seconds": seconds, "sentences": len(sources)},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("runs/kinds"))
    parser.add_argument("--only", choices=SETS)
    parser.add_argument("--most", type=int, default=1_000_000, help="sentences of dev, and of test")
    given = parser.parse_args()
    rows = ["| " + " | ".join(COLUMNS) + " |", "|---" * len(COLUMNS) + "|"]
    for name in [given.only] if given.only else SETS:
        path = given.out / f"{name}.json"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(measured(name, given.out, given.most)))
        found = json.loads(path.read_text())
        choice, test = found["choice"], found["test"]
        cells = [
            name,
            *(f"{choice[kind]['score']:.2f}" for kind in KINDS),
            f"{choice['p']:.3f}",
            choice["kind"],
        ]
        cells += [*(f"{test['scores'][kind]:.2f}" for kind in KINDS), f"{test['p']:.3f}"]
        rows.append("| " + " | ".join([*cells, f"{found['cpu_seconds']:,.0f}"]) + " |")
        print(rows[-1], choice["why"], test["seconds"], flush=True)
    print("\n".join(rows))


if __name__ == "__main__":
    main()
