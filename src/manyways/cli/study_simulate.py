"""`manyways study simulate`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli import options as shared
from manyways.cli.study_files import Designed, room_of_the_web
from manyways.cli.verb import needs, together


@together(needs("--by-position", on=["--references", "--source"]))
def command(
    editors: Annotated[int, typer.Option("--editors", min=1, help="Scripted people who edit.")] = 20,
    evaluators: Annotated[int, typer.Option("--evaluators", min=1, help="Scripted people who judge.")] = 12,
    effect: Annotated[
        float, typer.Option("--effect", help="What judges add to texts of diverse lists, in points of chrF.")
    ] = 0.0,
    runs: Annotated[
        int, typer.Option("--runs", min=0, help="Studies to play for the power, below the pages.")
    ] = 50,
    *,
    designed: Designed,
    running: shared.Running,
) -> None:
    """Let scripted people carry a study out through the real pages, and tell its power.

    Editors mend what the shown translations let them mend, judges compare by chrF, both with noise. Nothing
    is kept. Afterwards the same study is played --runs times with other people: the power is the share of
    these in which a difference was found (p < 0.05).

    Example: manyways study simulate --best best.jsonl --diverse-lists diverse.jsonl --references test.en
    """
    from manyways.tables import Table, print_tables

    with room_of_the_web():
        from manyways.web.people.simulating import power, run_study
        from manyways.web.studies import presenting
        from manyways.web.studies.actors import ActorSettings
        from manyways.web.studies.analysis import Analysis

    design = designed.design()
    actors = ActorSettings(editors=editors, judges=evaluators, effect=effect, seed=designed.seed)
    _, results = run_study(design, actors)
    found = power(design, actors, runs=runs)
    analysis = Analysis(results)
    if running.json:
        shared.print_json({**presenting.as_json(analysis), "power": [vars(each) for each in found]})
        return
    rows = [[each.name, f"{each.difference:+.1f}", f"{100 * each.power:.0f}"] for each in found]
    header = ["sentences", "mean difference, %", "found, % of studies"]
    table = Table(header, rows, title=f"Power, by {runs} studies with other people", right=True)
    print_tables(*presenting.tables(analysis), *([table] if rows else []))
