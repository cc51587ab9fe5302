"""`manyways import-moses`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli.options import Force, Quiet
from manyways.progress import Progress, warn
from manyways.wording import counted


def command(
    ini: Annotated[Path, typer.Argument(help="moses.ini; the paths in it are relative to it.")],
    model: Annotated[Path, typer.Argument(help="The model directory to make.")],
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Turn a Moses model, phrase-based or hierarchical, into a model directory.

    Reads moses.ini and what it names (plain or gzip): the phrase table and the reordering table, or the
    rule table and the glue grammar, and the ARPA language models. Feature names and weights are kept.

    Example: manyways import-moses moses.ini models/imported
    """
    from manyways.model.moses import import_moses

    with Progress("importing"):
        made = import_moses(ini, model, force=force)
    for name, own in made.provenance.get("renamed", {}).items():
        warn(f"{name} is called {own} here")
    print(f"{made.directory}: {counted(len(made.files), 'files')}, {counted(len(made.weights), 'features')}")
