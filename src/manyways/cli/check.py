"""`manyways check`: the doctor of candidate lists and model directories."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli.options import Json, print_json

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
        list[str] | None, typer.Option("--references", help="References, to compare their number.")
    ] = None,
    source: Annotated[
        str | None, typer.Option("--source", help="The source text, to find copies of it.")
    ] = None,
    json: Json = False,
) -> None:
    """Examine candidate lists or a model: what is wrong, where, and what to do.

    Exit status: 0 clean, 1 warnings, 2 errors.

    Example: manyways check nbest.gz --references ref.en --source source.de
    """
    if Path(file).is_dir():
        raise typer.Exit(_check_model(file, json))
    from manyways.candidates.check import check

    report = check(file, format=format, per_source=per_source, references=references or (), source=source)
    if json:
        print_json(report.as_json())
    else:
        from manyways.candidates.table import print_report

        print_report(report)
    raise typer.Exit(report.status)


def _check_model(path: str, json: bool) -> int:
    """Models know themselves how to be checked."""
    import importlib

    from manyways.errors import DependencyError, InputError

    if not (Path(path) / "model.toml").is_file():
        remedy = "Name a file of candidate lists, or a directory made by `manyways train`."
        raise InputError("is a directory without a model.toml", path=path, remedy=remedy)
    try:
        model = importlib.import_module("manyways.model")
    except ModuleNotFoundError:
        raise DependencyError(
            "this installation cannot read models", remedy="Install manyways whole."
        ) from None
    status: int = model.check(path, json=json)
    return status
