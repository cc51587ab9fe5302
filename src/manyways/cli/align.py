"""`manyways align`: word links of a parallel text."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from manyways.cli.options import Force, Running, print_json, written_file
from manyways.cli.verb import excludes, needs, together
from manyways.wording import counted

__all__ = ["command"]


class Model(StrEnum):
    """The last model of training, which gives the links."""

    model1 = "model1"
    hmm = "hmm"
    fertility = "fertility"


class How(StrEnum):
    """Ways to join the two directions."""

    grow_diag_final_and = "grow-diag-final-and"
    grow_diag_final = "grow-diag-final"
    grow_diag = "grow-diag"
    intersection = "intersection"
    union = "union"
    forward = "forward"
    backward = "backward"
    posterior = "posterior"


@together(
    needs("--threshold", on=["--symmetrise posterior"]),
    needs("--force", on=["--out"]),
    excludes("--posteriors", on=["--json"], unless=["--out"]),
)
def command(
    source: Annotated[Path, typer.Option("--source", help="Source text, tokenised, one sentence per line.")],
    target: Annotated[Path, typer.Option("--target", help="Its translation, line by line.")],
    out: Annotated[Path, written_file("--out", help="Where the links go; - is standard output.")] = Path("-"),
    force: Force = False,
    model: Annotated[
        Model, typer.Option("--model", help="The last alignment model to train.")
    ] = Model.fertility,
    how: Annotated[
        How, typer.Option("--symmetrise", help="How the two directions are combined.")
    ] = How.grow_diag_final_and,
    threshold: Annotated[float, typer.Option("--threshold", help="Lowest probability of a link.")] = 0.5,
    posteriors: Annotated[
        bool, typer.Option("--posteriors", help="Write each link with its probability: 0-1:0.9312.")
    ] = False,
    gold: Annotated[
        Path | None, typer.Option("--gold", help="Gold links of the first sentences; prints the error rate.")
    ] = None,
    lowercase: Annotated[
        bool, typer.Option("--lowercase/--no-lowercase", help="Align lower-cased words.")
    ] = True,
    *,
    running: Running,
) -> None:
    """Link the words of a text to the words of its translation.

    Example: manyways align --source train.de --target train.en --out links.txt
    """
    from manyways.align import AlignSettings, align_texts, evaluate, read_links, write_links
    from manyways.errors import InputError
    from manyways.files import read_lines
    from manyways.outputs import is_stdout
    from manyways.progress import warn

    def lines(path: Path) -> list[str]:
        return [line.lower() for line in read_lines(path)] if lowercase else read_lines(path)

    left, right = lines(source), lines(target)
    if len(left) != len(right):
        raise InputError(
            f"has {counted(len(right), 'lines')}, but {source} has {len(left):,}",
            path=target,
            remedy="Line n of one file must be the translation of line n of the other.",
        )
    settings = AlignSettings(
        model=model.value, symmetrise=how.value, threshold=threshold, posteriors=posteriors
    )
    gold_links = read_links(gold) if gold else None
    links = align_texts(left, right, settings, threads=running.threads)
    if not (running.json and is_stdout(out)):
        write_links(links, out)
    if gold_links is not None:
        quality = evaluate(links, gold_links)
        warn(
            f"alignment error rate {quality.error_rate:.4f}, precision {quality.precision:.4f}, "
            f"recall {quality.recall:.4f}, F1 {quality.f1:.4f}"
        )
    if running.json:
        result = {"sentences": len(links), "links": len(links.source)}
        print_json(result | ({"quality": asdict(quality)} if gold_links is not None else {}))
