"""`manyways cluster`: word classes from text."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Literal

import typer

from manyways.cli.options import Force, Running, print_json, written_file
from manyways.cli.verb import needs, together
from manyways.wording import counted

__all__ = ["command"]


@together(needs("--sweeps", on=["--algorithm exchange"]), needs("--force", on=["--out"]))
def command(
    text: Annotated[
        list[str], typer.Argument(help="Tokenised text, one sentence per line; may be *.gz or -.")
    ],
    out: Annotated[Path, written_file("--out", help="Where the classes go; - is standard output.")] = Path(
        "-"
    ),
    force: Force = False,
    classes: Annotated[int, typer.Option("--into", min=1, help="How many classes.")] = 300,
    method: Annotated[
        Literal["brown", "exchange"],
        typer.Option("--algorithm", help="Merge classes (Brown's), or move words between them."),
    ] = "brown",
    min_count: Annotated[
        int, typer.Option("--min-count", min=1, help="Words that are rarer get no class.")
    ] = 2,
    sweeps: Annotated[int, typer.Option("--sweeps", min=1, help="Passes over all words, at most.")] = 20,
    layout: Annotated[
        Literal["paths", "classes"],
        typer.Option("--layout", help="paths: bits, word and count; classes: word and number of its class."),
    ] = "paths",
    *,
    running: Running,
) -> None:
    """Put words that keep the same company into one class, and classes into a binary tree.

    `lm estimate --classes` and `lm query --classes` take what it writes.

    Example: manyways cluster train.en --into 300 --out train.paths
    """
    from manyways.linguistics import ClusterSettings, cluster_files
    from manyways.outputs import is_stdout
    from manyways.progress import say

    settings = ClusterSettings(classes=classes, method=method, min_count=min_count, sweeps=sweeps)
    start = time.process_time()
    found = cluster_files(text, settings, threads=running.threads)
    seconds = time.process_time() - start
    if not (running.json and is_stdout(out)):
        found.write(out, layout)
    if running.json:
        print_json(
            {
                "words": len(found.words),
                "classes": len(found.bits),
                "mutual_information": found.mutual_information,
                "cpu_seconds": seconds,
            }
        )
        return
    say(
        f"{counted(len(found.words), 'words')} in {len(found.bits):,} classes, "
        f"mutual information {found.mutual_information:.4f} bits"
    )
