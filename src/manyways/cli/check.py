"""`manyways check`: the doctor of candidate lists and model directories."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from manyways.cli.options import ByPosition, Json, print_json
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
    from manyways.candidates.table import print_report

    if Path(file).is_dir():
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
    """Every file of a model: its length, its checksums, and whether it is the one that was recorded."""
    from manyways.candidates.check import Finding, Report
    from manyways.errors import InputError, ManywaysError
    from manyways.model import check

    if not (Path(path) / "model.toml").is_file():
        remedy = "Name a file of candidate lists, or a directory made by `manyways train`."
        raise InputError("is a directory without a model.toml", path=path, remedy=remedy)
    remedy = "Copy the model again, or train it again."
    try:
        found = [Finding("damaged model", "error", problem, None, 1, remedy) for problem in check(path)]
    except ManywaysError as error:
        found = [Finding("damaged model", "error", error.message, None, 1, error.remedy or remedy)]
    return Report(path, "model", findings=found)
