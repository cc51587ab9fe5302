"""`manyways model add-lm`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli.options import Force, ModelDirectory, Running, print_json
from manyways.tables import Table, print_tables


def command(
    model: ModelDirectory,
    files: Annotated[
        list[Path], typer.Argument(metavar="LM...", help="Language models (binary, ARPA), or target text.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The directory of the new model.")],
    mix: Annotated[
        Path | None,
        typer.Option("--mix", metavar="TEXT", help="Mix all into one LM, with shares that suit this text."),
    ] = None,
    force: Force = False,
    *,
    running: Running,
) -> None:
    """Give a model further language models.

    Each gets a weight of its own, which `manyways tune` then sets; or, with --mix, all of them become one,
    with the shares under which the text (target language, running text) is most probable. Text is prepared
    as the model's target side.

    Example: manyways model add-lm models/de-en news.en --out models/news

    Mixed: manyways model add-lm models/de-en news.en --mix dev.en --out models/news
    """
    from manyways.progress import Progress
    from manyways.train import add_lm

    with Progress("adding"):
        found = add_lm(model, files, out, mix=mix, force=force, threads=running.threads)
    if running.json:
        what = "weights" if mix is None else "shares"
        print_json({"model": str(found.model.directory), what: dict(found.weights)})
        return
    rows = [[name, f"{weight:.4f}"] for name, weight in found.weights.items()]
    print_tables(Table(["language model", "weight" if mix is None else "share"], rows))
    print(f"model: {found.model.directory}")
