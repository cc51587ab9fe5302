"""`manyways explain-search`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from manyways.cli.options import (
    Force,
    Html,
    InputText,
    ModelDirectory,
    Running,
    SearchPops,
    Space,
    TimeLimit,
    Tokenised,
    print_json,
)
from manyways.cli.verb import needs, together
from manyways.errors import ConfigError
from manyways.tables import Table, print_tables

if TYPE_CHECKING:
    from manyways.exact import ExactChartSettings, ExactSettings
    from manyways.search import AnySettings
    from manyways.translator import Translator


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
        int | None,
        typer.Option("--stack", min=1, help="Hypotheses that the beam keeps in each stack; default 1000."),
    ] = None,
    pops: SearchPops = None,
    time_limit: TimeLimit = 60,
    tokenised: Tokenised = False,
    *,
    running: Running,
) -> None:
    """Show where the search misses the best translation, with proof.

    Every sentence is searched exactly. Shows whether the model's search without proofs (a beam, or the chart
    of a hierarchical model) made a search error, by how much its score falls short, and what the proof cost.

    Example: manyways explain-search models/de-en test.de --stack 100 --html report.html
    """
    from manyways.report.explain import HEADER, explain, in_words
    from manyways.text.column import read_column
    from manyways.translator import Translator

    translator = Translator(model, tokenised=tokenised, threads=running.threads)
    translator = translator.searching(pops=pops, space=space)
    settings, beam = _settings(translator, proof, stack, time_limit)
    sentences = list(translator.unprotected().prepare(read_column(file)))
    found = explain(translator.opened, sentences, settings, beam=beam, threads=running.threads)
    stopped = found.search.stopped
    if html is not None:
        found.report(0 if stopped else pictures).write(html)
    if running.json:
        print_json(found.as_json())
    else:
        print_tables(Table(HEADER, found.rows()))
        print(in_words(found.summary()))
    if stopped:
        raise typer.Exit(130)  # Ctrl-C


def _settings(
    translator: Translator, proof: Literal["certified", "lagrangian"], stack: int | None, time_limit: float
) -> tuple[ExactSettings | ExactChartSettings, AnySettings]:
    """Of both searches; an option that the model's kind does not have is refused."""
    from manyways.exact import ExactChartSettings, ExactSettings
    from manyways.search import BeamSettings

    own = translator.settings
    if isinstance(own, BeamSettings):
        exact = ExactSettings(method=proof, space=own.space, time_limit=time_limit)
        return exact, replace(own, stack=1000 if stack is None else stack)
    if stack is not None:
        raise ConfigError("--stack", stack, "left out: a hierarchical model is searched by a chart")
    return ExactChartSettings(method=proof, time_limit=time_limit), own
