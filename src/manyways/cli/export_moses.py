"""`manyways export-moses`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli.options import Force
from manyways.progress import Progress


def command(
    model: Annotated[Path, typer.Argument(help="The model directory.")],
    directory: Annotated[Path, typer.Argument(help="Where the files for Moses go.")],
    force: Force = False,
) -> None:
    """Write a model for Moses: text tables, ARPA language models and moses.ini.

    Example: manyways export-moses models/de-en moses/
    """
    from manyways.model.moses import export_moses
    from manyways.outputs import new_directory

    with Progress("exporting"), new_directory(directory, "export-moses", force=force):
        written = export_moses(model, directory)
    for path in written:
        print(path)
