"""`manyways check`: what is wrong with candidate lists or a model directory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from manyways.cli.options import ByPosition, Json, print_json
from manyways.errors import ConfigError
from manyways.progress import Progress

if TYPE_CHECKING:
    from manyways.candidates.check import Report

__all__ = ["command"]


def command(
    file: Annotated[str, typer.Argument(help="A file of candidate lists (- is standard input), or a model.")],
    format: Annotated[
        str | None, typer.Option("--from", help="Its format; found from the content by default.")
    ] = None,
    per_source: Annotated[
        int | None,
        typer.Option("--per-source", min=1, help="Candidates per source, where the file does not say."),
    ] = None,
    references: Annotated[
        list[str] | None,
        typer.Option("--references", help="References, to see whether they belong to the lists."),
    ] = None,
    source: Annotated[
        str | None, typer.Option("--source", help="The source text, to find copies of it.")
    ] = None,
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
        if format or per_source or references or source or by_position:
            raise ConfigError(
                "--from, --per-source, --references, --source, --by-position", file, "given with lists only"
            )
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
            model = Model.open(path)
            if model.kind == "phrase":
                Translator(model)
            else:
                problems.append(Problem(f"{path}: no search translates with a {model.kind} model", "", False))
        except ManywaysError as error:
            problems.append(Problem(error.message, error.remedy))
    severity: dict[bool, Literal["error", "warning"]] = {True: "error", False: "warning"}
    kinds = {True: "damaged model", False: "remark"}
    found = [Finding(kinds[p.fatal], severity[p.fatal], p.message, None, 1, p.remedy) for p in problems]
    return Report(path, "model", findings=found)
