"""`manyways explain-search`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from manyways.cli.options import (
    Force,
    Html,
    InputText,
    Json,
    ModelDirectory,
    Quiet,
    SearchPops,
    Space,
    Threads,
    TimeLimit,
    Tokenised,
    print_json,
)
from manyways.cli.verb import needs, together
from manyways.tables import Table, print_tables


@together(needs("--pictures", "--force", on=["--html"]))
def command(
    model: ModelDirectory,
    file: InputText = "-",
    html: Html = None,
    force: Force = False,
    pictures: Annotated[
        int, typer.Option("--pictures", min=0, help="How many sentences' searches to draw.")
    ] = 3,
    proof: Annotated[
        Literal["certified", "lagrangian"],
        typer.Option("--proof", help="How the best is proved; lagrangian is the published algorithm."),
    ] = "certified",
    space: Space = None,
    stack: Annotated[
        int, typer.Option("--stack", min=1, help="Hypotheses that the beam search keeps per stack.")
    ] = 1000,
    pops: SearchPops = None,
    time_limit: TimeLimit = 60,
    tokenised: Tokenised = False,
    threads: Threads = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show where the beam search misses the best translation, with proof.

    Every sentence is searched exactly. Shows whether the beam made a search error, by how much its score
    falls short, and what the proof cost.

    Example: manyways explain-search models/de-en test.de --stack 100 --html report.html
    """
    from manyways.exact import ExactSettings
    from manyways.report.explain import HEADER, explain, in_words
    from manyways.search import BeamSettings
    from manyways.text.column import read_column
    from manyways.translator import Translator

    translator = Translator(model, tokenised=tokenised, threads=threads)
    settings = ExactSettings(method=proof, space=space, time_limit=time_limit)
    sentences = list(translator.prepare(read_column(file)))
    beam = BeamSettings(pops=pops or BeamSettings.pops, stack=stack)
    found = explain(translator.phrase_model, sentences, settings, beam=beam, threads=threads)
    stopped = found.search.stopped
    if html is not None:
        found.report(0 if stopped else pictures).write(html)
    if json:
        print_json(found.as_json())
    else:
        print_tables(Table(HEADER, found.rows()))
        print(in_words(found.summary()))
    if stopped:
        raise typer.Exit(130)  # Ctrl-C
