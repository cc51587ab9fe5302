"""Running text before and after, on five pairs: `python -m benchmarks.table_real_text --out DIRECTORY`.

Text is that of ../shared/data, detokenised. Before: compounds, prefixes and new words stay as they are,
weights are not tuned. After: `manyways train --source F --target F --dev F F --out MODEL`
(default settings).
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path

from manyways.metrics import Bleu, Chrf
from manyways.phrases import PhraseTable
from manyways.text.column import TextColumn, write_column
from manyways.text.known_words import is_word
from manyways.text.tokenise import detokenise
from manyways.train import Development, Inputs, TextSettings, TrainSettings, train
from manyways.translator import Translator
from manyways.translator.flags import flags_of

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
PAIRS = 30_000  # of Europarl
SETS = {
    "Europarl DE": ("europarl-de-en", "de", ["en"]),
    "Europarl FR": ("europarl-fr-en", "fr", ["en"]),
    "Tatoeba ZH": ("tatoeba-zh-en", "zh", ["en.0", "en.1"]),
    "Tatoeba AR": ("tatoeba-ar-en", "ar", ["en.0", "en.1"]),
    "Tatoeba HI": ("tatoeba-hi-en", "hi", ["en.0", "en.1"]),
}
COLUMNS = ["pair", "", "BLEU", "chrF", "unknown words", "not in a reference", "lost negations"]


@dataclass(frozen=True)
class Row:
    """Of the test set. unknown: source words that the model cannot translate, and those of them that no
    reference has either: names are mostly copied rightly. negations: sentences flagged."""

    bleu: float
    chrf: float
    unknown: int
    strange: int
    negations: int
    sentences: int
    words: int


def lines_of(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt") if path.suffix == ".gz" else open(path) as stream:
        yield from (line.rstrip("\n") for line in stream)


def make_text(folder: str, out: Path, source: str, references: list[str], most: int) -> None:
    """Running text of the set, below `out`."""
    out.mkdir(parents=True, exist_ok=True)
    for side in (source, "en"):
        texts = list(
            islice(lines_of(DATA / folder / f"train.{side}.gz"), PAIRS if "europarl" in folder else None)
        )
        write_column(out / f"train.{side}", detokenise(texts, side))
    for part in ("dev", "test"):
        for side in (source, *references):
            texts = list(islice(lines_of(DATA / folder / f"{part}.{side}"), most))
            write_column(out / f"{part}.{side}", detokenise(texts, side.split(".")[0]))


def measured(model: Path, text: Path, source: str, references: list[str]) -> Row:
    translator = Translator(model, threads=1)
    sources = list(lines_of(text / f"test.{source}"))
    columns = [TextColumn.from_texts(lines_of(text / f"test.{name}")) for name in references]
    found = translator.translate(sources)
    (text / f"{model.name}.out").write_text("".join(f"{line}\n" for line in found.texts))
    table = PhraseTable(translator.model.path("table"))
    prepared = list(translator.prepare(sources))
    unknown = strange = 0
    for at, line in enumerate(prepared):
        new = [word for word in line.split() if is_word(word) and not table.find(word)]
        known = " ".join(column[at] for column in columns).lower().split()
        unknown += len(new)
        strange += sum(not any(word.lower() in other for other in known) for word in new)
    texts = TextColumn.from_texts(found.texts)
    bleu, chrf = (
        metric.score(metric.statistics(texts, columns).sum(axis=0), references=len(columns)).value
        for metric in (Bleu(), Chrf())
    )
    flags = [flags_of(a, b, source, "en") for a, b in zip(sources, found.texts, strict=True)]
    negations = sum("negation" in each for each in flags)
    return Row(
        bleu, chrf, unknown, strange, negations, len(sources), sum(len(each.split()) for each in prepared)
    )


def rows_of(name: str, root: Path, most: int) -> dict[str, Row]:
    folder, source, references = SETS[name]
    text = root / folder
    if not (text / "test.en").exists() and not (text / "test.en.1").exists():
        make_text(folder, text, source, references, most)
    inputs = Inputs(source=text / f"train.{source}", target=text / "train.en")
    after = TextSettings(source_language=source, target_language="en")
    before = replace(after, compounds="keep", prefixes="keep", unknown="keep")
    train(inputs, text / "before", TrainSettings(text=before), threads=1)
    development = Development.read(text / f"dev.{source}", [text / f"dev.{each}" for each in references])
    train(inputs, text / "after", TrainSettings(text=after), development=development, threads=1)
    return {each: measured(text / each, text, source, references) for each in ("before", "after")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="where models and records are kept")
    parser.add_argument("--most", type=int, default=2000, help="sentences of dev and of test")
    parser.add_argument("--only", choices=SETS, nargs="*", default=list(SETS))
    given = parser.parse_args()
    for name in given.only:
        record = given.out / f"{SETS[name][0]}.json"
        if not record.exists():
            rows = rows_of(name, given.out, given.most)
            record.write_text(json.dumps({which: asdict(row) for which, row in rows.items()}))
    print(f"| {' | '.join(COLUMNS)} |\n|---|---|{'---:|' * 5}")
    for name in given.only:
        for which, row in json.loads((given.out / f"{SETS[name][0]}.json").read_text()).items():
            cells = [f"{row['bleu']:.2f}", f"{row['chrf']:.2f}", f"{row['unknown']:,}", f"{row['strange']:,}"]
            print(
                "| "
                + " | ".join([name if which == "before" else "", which, *cells, str(row["negations"])])
                + " |"
            )


if __name__ == "__main__":
    main()
