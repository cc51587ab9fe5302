"""`manyways check`: what is wrong with candidate lists or a model directory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from manyways.cli.options import ByPosition, From, Json, PerSource, print_json
from manyways.cli.verb import needs, together
from manyways.errors import UsageError
from manyways.progress import Progress

if TYPE_CHECKING:
    from manyways.candidates.check import Report

__all__ = ["command"]


@together(needs("--by-position", on=["--references", "--source"]))
def command(
    file: Annotated[str, typer.Argument(help="A file of candidate lists (- is standard input), or a model.")],
    format: From = None,
    per_source: PerSource = None,
    references: Annotated[
        list[str] | None,
        typer.Option("--references", help="References, to see whether they belong to the lists."),
    ] = None,
    source: Annotated[str | None, typer.Option("--source", help="Source text, to find copies of it.")] = None,
    by_position: ByPosition = False,
    json: Json = False,
) -> None:
    """Examine candidate lists or a model: what is wrong, where, and what to do.

    Exit status: 0 clean, 1 warnings, 2 errors.

    Example: manyways check nbest.gz --references ref.en --source source.de
    """
    from manyways.candidates.check import check
    from manyways.candidates.check.table import print_report

    if Path(file).is_dir():
        idle = {"--from": format, "--per-source": per_source, "--references": references, "--source": source}
        for option in (name for name, value in idle.items() if value):
            raise UsageError(f"{option} has no effect with a model: leave it out")
        report = _check_model(file)
    else:
        with Progress("checking"):
            report = check(
                file,
                format=format,
                per_source=per_source,
                references=references or (),
                source=source,
                by_position=by_position,
            )
    if json:
        print_json(report.as_json())
    else:
        print_report(report)
    raise typer.Exit(report.status)


def _check_model(path: str) -> Report:
    """Every byte of a model against what vouches for it; then it is opened just as `translate` opens it."""
    from manyways.candidates.check import Finding, Report
    from manyways.errors import InputError, ManywaysError
    from manyways.model import Model, Problem, check
    from manyways.translator import Translator

    if not Model.is_at(path):
        remedy = "Name a file of candidate lists, or a directory made by `manyways train`."
        raise InputError("is a directory without a model.toml", path=path, remedy=remedy)
    problems = check(path)
    if not any(problem.fatal for problem in problems):
        try:
            Translator(Model.open(path))
        except ManywaysError as error:
            problems.append(Problem(error.message, error.remedy))
    severity: dict[bool, Literal["error", "warning"]] = {True: "error", False: "warning"}
    kinds = {True: "damaged model", False: "remark"}
    found = [Finding(kinds[p.fatal], severity[p.fatal], p.message, None, 1, p.remedy) for p in problems]
    return Report(path, "model", findings=found)
