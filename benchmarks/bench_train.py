"""Whole training, from text to a model that is ready: time, memory, and how both grow with the corpus.

    python -m benchmarks train

CPU seconds (user and system, all threads) and the greatest memory of a `manyways train` that runs alone in
its own process. Moses and its aligners cannot be installed from a registry; their figures are those measured
on the same texts. BLEU is that of the untuned model on lowercase, split text, as Moses's was measured.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from manyways import Translator
from manyways.files import read_lines
from manyways.metrics import Bleu

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
RECIPE = '[train.phrases]\nreordering = "none"\n\n[train.lm]\norder = 3\n'
MOSES_MULTI30K = 75.0  # fast_align and Moses; 210 with GIZA++
MOSES_EUROPARL = 390.0  # fast_align and Moses, without reordering


class Spent(NamedTuple):
    cpu: float
    mebibytes: float


def first_lines(path: Path, share: int, out: Path) -> int:
    """Writes the first 1/share of the lines of a gzipped text in lower case; returns how many."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        count = sum(1 for _ in lines) // share
    with gzip.open(path, "rt", encoding="utf-8") as lines, out.open("w", encoding="utf-8") as written:
        written.writelines(line.lower() for line in islice(lines, count))
    return count


def train(source: Path, target: Path, out: Path, *options: str) -> Spent:
    """Trains in a process of its own."""
    command = [sys.executable, "-m", "manyways", "train", "--source", str(source), "--target", str(target)]
    command += ["--out", str(out), "--tokenised", "--casing", "keep", "--quiet", "--json", *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return Spent(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / scale)


def bleu(model: Path, folder: Path, name: str) -> str:
    sources, references = (
        [line.lower() for line in read_lines(folder / f"{name}.{language}")] for language in ("de", "en")
    )
    translations = [each.text for each in Translator(model).translate(sources)]
    metric = Bleu(tokenise="none")
    return f"{metric.score(metric.statistics(translations, [references]).sum(axis=0)).value:.2f}"


def rows(table: Table, corpus: str, shares: tuple[int, ...], moses: float, *options: str) -> None:
    folder = DATA / corpus
    with tempfile.TemporaryDirectory() as work:
        here = Path(work)
        for share in shares:
            for language in ("de", "en"):
                count = first_lines(folder / f"train.{language}.gz", share, here / f"train.{language}")
            model = here / f"model-{share}"
            spent = train(here / "train.de", here / "train.en", model, *options)
            peer = (f"{moses:.0f}", f"{moses / spent.cpu:.1f} x") if share == 1 else ("", "")
            scores = [bleu(model, folder, name) for name in ("devtest", "test")] if corpus[0] == "m" else []
            each = f"{1e3 * spent.cpu / count:.2f}"
            row = (
                corpus.split("-")[0],
                f"{count:,}",
                f"{spent.cpu:.1f}",
                each,
                f"{spent.mebibytes:,.0f}",
                *peer,
            )
            table.add_row(*row, " / ".join(scores))


def main() -> None:
    console = Console()
    if not DATA.is_dir():
        console.print("The corpora are not here: nothing to measure.")
        return
    titles = ("corpus", "pairs", "CPU s", "ms a pair", "peak MiB", "Moses CPU s", "", "BLEU 2016 / 2017")
    table = Table(*titles)
    rows(table, "multi30k-de-en", (1,), MOSES_MULTI30K)
    with tempfile.TemporaryDirectory() as work:
        recipe = Path(work) / "recipe.toml"
        recipe.write_text(RECIPE, encoding="utf-8")
        rows(table, "europarl-de-en", (8, 4, 2, 1), MOSES_EUROPARL, "--recipe", str(recipe))
    console.print(table)


if __name__ == "__main__":
    main()
