"""`manyways explain-search`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli.options import (
    Force,
    Json,
    Quiet,
    Space,
    Threads,
    TimeLimit,
    Tokenised,
    print_json,
    written_file,
)
from manyways.tables import Table, print_tables


def command(
    model: Annotated[Path, typer.Argument(help="The model directory.")],
    file: Annotated[str, typer.Argument(help="Text, one sentence per line; - is standard input.")] = "-",
    report: Annotated[
        Path | None, written_file("--report", help="An HTML report with the course of some searches.")
    ] = None,
    force: Force = False,
    pictures: Annotated[
        int, typer.Option("--pictures", min=0, help="With --report: how many sentences to show.")
    ] = 3,
    method: Annotated[str, typer.Option("--method", help="certified or lagrangian (as published).")] = (
        "certified"
    ),
    space: Space = None,
    stack: Annotated[int, typer.Option("--stack", min=1, help="The beam's hypotheses in each stack.")] = 1000,
    pops: Annotated[int, typer.Option("--pops", min=1, help="The beam's hypotheses made for each.")] = 1000,
    time_limit: TimeLimit = 60,
    tokenised: Tokenised = False,
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell where the beam search misses the best translation, with proof.

    Every sentence is searched exactly. Shows whether the beam made a search error, by how much its score
    falls short, and what the proof took.

    Example: manyways explain-search models/de-en test.de --stack 100 --report report.html
    """
    from manyways.exact import ExactSettings
    from manyways.report.explain import HEADER, explain, in_words
    from manyways.search import BeamSettings
    from manyways.text.column import read_column
    from manyways.translator import Translator

    translator = Translator(model, tokenised=tokenised, threads=threads)
    settings = ExactSettings(
        method=method,  # type: ignore[arg-type]
        space=space,
        time_limit=time_limit,
    )
    sentences = list(translator.prepare(read_column(file)))
    beam = BeamSettings(pops=pops, stack=stack)
    found = explain(translator.phrase_model, sentences, settings, beam=beam, threads=threads)
    stopped = found.search.stopped
    if report is not None:
        found.report(0 if stopped else pictures).write(report)
    if json:
        print_json(found.as_json())
    else:
        print_tables(Table(HEADER, found.rows()))
        print(in_words(found.summary()))
    if stopped:
        raise typer.Exit(130)  # Ctrl-C
