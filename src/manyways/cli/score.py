"""`manyways score`: how good, how sure, which is better, and what a better choice could reach."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli.options import (
    METRICS,
    Force,
    Html,
    Reading,
    Running,
    Source,
    Words,
    print_json,
)
from manyways.cli.verb import needs, together
from manyways.progress import warn

__all__ = ["command"]


@together(
    needs("--by-position", on=["--references"]),
    needs("--source", "--force", on=["--html"]),
)
def command(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Hypotheses or candidate lists; - is standard input."),
    ],
    references: Annotated[
        list[str] | None,
        typer.Option("--references", help="One or more files; default: the references in the lists."),
    ] = None,
    metric: Annotated[
        str, typer.Option("--metric", metavar=METRICS, help="One or more, separated by commas.")
    ] = "bleu,chrf,ter",
    lowercase: Annotated[
        bool, typer.Option("--lowercase", help="BLEU and chrF on lower-cased text.")
    ] = False,
    oracle: Annotated[bool, typer.Option("--oracle", help="Also the best choice from the lists.")] = False,
    quartiles: Annotated[
        bool, typer.Option("--quartiles", help="Show the lists' spread, by the first candidate's score.")
    ] = False,
    compare: Annotated[
        bool, typer.Option("--compare", help="Test how each system differs from the first.")
    ] = False,
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="NAME", help="Test how each differs from this one.")
    ] = None,
    html: Html = None,
    source: Source = None,
    force: Force = False,
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="Seed of the resampling; default: sacreBLEU's.")
    ] = 12345,
    *,
    reading: Reading,
    words: Words,
    running: Running,
) -> None:
    """Score hypotheses or candidate lists against references, with signatures and 95 % intervals.

    Values equal sacreBLEU's. A list's score is that of its first candidate; its id says which references are
    its own (numbers from 0 or 1, also as request-1; else --by-position). Lists of several systems have a row
    for each of these. --compare and --baseline test by paired bootstrap and approximate randomisation.

    Example: manyways score a.en b.en --references ref.0 ref.1 --compare
    """
    from manyways.candidates import ReferenceFile
    from manyways.errors import UsageError
    from manyways.metrics.evaluation import evaluate, make_metrics, read_system
    from manyways.metrics.report import ReportSettings, as_json, print_evaluations, remarks, rows_by_name

    settings = ReportSettings(
        oracle=oracle, quartiles=quartiles, compare=compare, baseline=baseline, seed=seed
    )
    names = [name.strip().lower() for name in metric.split(",") if name.strip()]
    if "bleu" not in names and words.tokenise is not None:
        raise UsageError("--tokenise has no effect without the metric bleu: add it, or leave --tokenise out")
    if lowercase and set(names) == {"ter"}:
        raise UsageError("--lowercase has no effect on TER, which knows no case: leave it out")
    metrics = make_metrics(names, tokenise=words.tokeniser, lowercase=lowercase)
    given = ReferenceFile.read_all(references or [])
    systems = {path: read_system(path, given, **reading.arguments) for path in files}
    settings.check_lists(systems)
    evaluations = []
    for path in files:
        for remark in remarks(path, systems[path], metrics):
            warn(remark)
        evaluations.append(evaluate(path, systems[path], metrics, seed=seed, threads=running.threads))
    if html:
        from manyways.report.systems import systems_page

        rows, first = rows_by_name(evaluations, settings)
        systems_page(rows, baseline=first, source=source, seed=seed, threads=running.threads).write(html)
    if running.json:
        print_json(as_json(evaluations, settings, threads=running.threads))
    else:
        print_evaluations(evaluations, settings, threads=running.threads)
