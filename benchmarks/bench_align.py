"""Word alignment: error rates and CPU time, ours and eflomal's on the same text in the same run.

    python -m benchmarks.bench_align

Both run as commands on files, both directions, all threads they want; CPU time is that of the whole
command, its start included. eflomal's directions are joined by our symmetrisation, so that only the
alignments differ. Gold sentences come first in each text.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from manyways.align import Links, evaluate, read_links, symmetrise
from manyways.files import read_lines

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
BIN = Path(sys.executable).parent
WAYS = ("grow-diag-final-and", "intersection", "posterior")


def run(command: list[str]) -> float:
    """CPU seconds of a command, its children included."""
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def write_texts(folder: Path, source: list[Path], target: list[Path]) -> tuple[str, str]:
    paths = []
    for name, parts in (("source", source), ("target", target)):
        lines = [line.lower() for part in parts for line in read_lines(part)]
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        paths.append(str(folder / name))
    return paths[0], paths[1]


def ours(folder: Path, source: str, target: str, how: str) -> tuple[Links, float]:
    out = folder / f"ours.{how}"
    command = [str(BIN / "manyways"), "align", "--source", source, "--target", target, "--out", str(out)]
    seconds = run([*command, "--symmetrise", how, "--quiet"])
    return read_links(out), seconds


def eflomal(folder: Path, source: str, target: str) -> tuple[Links, Links, float]:
    forward, backward = str(folder / "eflomal.forward"), str(folder / "eflomal.backward")
    command = [str(BIN / "eflomal-align"), "-s", source, "-t", target, "-f", forward, "-r", backward]
    seconds = run(command)
    return read_links(forward), read_links(backward), seconds


def rates(links: Links, gold: Links | None) -> tuple[str, str]:
    if gold is None:
        return "-", "-"
    quality = evaluate(links, gold)
    return f"{quality.error_rate:.4f}", f"{quality.f1:.4f}"


def compare(table: Table, title: str, source: list[Path], target: list[Path], gold_path: Path | None) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        left, right = write_texts(folder, source, target)
        gold = read_links(gold_path) if gold_path else None
        for how in WAYS if gold else WAYS[:1]:
            links, seconds = ours(folder, left, right, how)
            table.add_row(title, "manyways", how, *rates(links, gold), f"{seconds:.1f}")
        if not (BIN / "eflomal-align").exists():
            return
        forward, backward, seconds = eflomal(folder, left, right)
        for how in WAYS[:2] if gold else WAYS[:1]:
            links = symmetrise(forward, backward, how)  # type: ignore[arg-type]
            table.add_row(title, "eflomal", how, *rates(links, gold), f"{seconds:.1f}")


def toy(table: Table) -> None:
    from manyways.text.toy import generate

    corpus = generate(5000, seed=1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for side, lines in (("de", corpus.sources), ("en", corpus.references[0]), ("gold", corpus.links)):
            (folder / side).write_text("\n".join(lines) + "\n", encoding="utf-8")
        compare(table, "embedded language", [folder / "de"], [folder / "en"], folder / "gold")


def main() -> None:
    """Print the table."""
    table = Table("text", "aligner", "links", "error rate", "F1", "CPU s")
    toy(table)
    if DATA.is_dir():
        for pair in ("ro-en", "ja-en"):
            folder, (source, target) = DATA / f"align-{pair}", pair.split("-")
            files = [folder / f"test.{source}"], [folder / f"test.{target}"]
            compare(table, f"align-{pair} alone", *files, folder / "test.align")
        multi = DATA / "multi30k-de-en"
        compare(table, "multi30k train", [multi / "train.de.gz"], [multi / "train.en.gz"], None)
        hansards, europarl = DATA / "align-en-fr", DATA / "europarl-fr-en"
        both = [[hansards / f"test.{side}", europarl / f"train.{side}.gz"] for side in ("en", "fr")]
        compare(table, "align-en-fr + europarl", both[0], both[1], hansards / "test.align")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
